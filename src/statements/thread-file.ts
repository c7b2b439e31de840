/** Returns the entry file of the thread that reads a statement. TypeScript sources are bundled first. */
export async function readerThreadFile(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./reader-thread.js', import.meta.url);
  const { bundleThread } = await import('../../db/engines/sqlite/bundle-thread.dev.ts');
  return bundleThread(new URL('./reader-thread.ts', import.meta.url));
}
