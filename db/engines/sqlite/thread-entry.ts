import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { codeOf } from '../database-errors.ts';

const IS_SOURCE = import.meta.url.endsWith('.ts');

/**
 * Returns what finds the entry file of a thread. Call it while the module of the caller loads.
 * @param source its TypeScript, which is bundled first where there is no build; see bundle-thread.dev.ts.
 */
export function threadEntry(source: URL): () => Promise<URL> {
  if (!IS_SOURCE) return unchanged(new URL(source.href.replace(/[.]ts$/, '.js')));
  return async () => {
    const { bundleThread } = await import('./bundle-thread.dev.ts');
    return bundleThread(source);
  };
}

/**
 * Returns what finds a file that is as it was at the start of the process. The build names what an entry imports by its
 * content, so another version has other entries: its threads would not know the commands and rules of this process.
 * @throws ServiceError error_unavailable when it is another one.
 */
export function unchanged(file: URL): () => Promise<URL> {
  const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex');
  const atStart = digest();
  const isAsAtStart = () => {
    try {
      return digest() === atStart;
    } catch (error) {
      // An installation removes the files before it writes those of its version.
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  };
  return async () => {
    if (!isAsAtStart())
      throw new ServiceError(
        'error_unavailable',
        'Another version was installed over the files of the running service. Restart it.',
      );
    return file;
  };
}
