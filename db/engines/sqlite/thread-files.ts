const IS_SOURCE = import.meta.url.endsWith('.ts');

/** Returns the entry file of the writing thread. */
export function writingThreadFile(): Promise<URL> {
  return IS_SOURCE
    ? bundled(new URL('./writing-thread.ts', import.meta.url))
    : Promise.resolve(new URL('./writing-thread.js', import.meta.url));
}

/** Returns the entry file of the reading thread. */
export function readingThreadFile(): Promise<URL> {
  return IS_SOURCE
    ? bundled(new URL('./reading-thread.ts', import.meta.url))
    : Promise.resolve(new URL('./reading-thread.js', import.meta.url));
}

/** Returns the entry file of the checkpointing thread. */
export function checkpointingThreadFile(): Promise<URL> {
  return IS_SOURCE
    ? bundled(new URL('./checkpointing-thread.ts', import.meta.url))
    : Promise.resolve(new URL('./checkpointing-thread.js', import.meta.url));
}

/** TypeScript sources are bundled first; see bundle-thread.dev.ts. */
async function bundled(source: URL): Promise<URL> {
  const { bundleThread } = await import('./bundle-thread.dev.ts');
  return bundleThread(source);
}
