/** Returns the entry file of the writing thread. TypeScript sources are bundled first; see bundle-thread.dev.ts. */
export async function threadFile(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./thread.js', import.meta.url);
  const { bundleThread } = await import('./bundle-thread.dev.ts');
  return bundleThread(new URL('./thread.ts', import.meta.url));
}
