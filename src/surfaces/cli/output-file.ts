import { lstat, open, readFile } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** Whether something has the path already. */
export function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Writes a file that only its owner can read. A file with these bytes is left as it is.
 * @throws UsageError if there is another one, or none can be made.
 */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<'written' | 'unchanged'> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return 'written';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === undefined) throw error;
    if (code !== 'EEXIST') throw new UsageError(`The file cannot be written (${code}).`);
    const found = await readFile(path).catch(() => undefined);
    if (found?.equals(bytes)) return 'unchanged';
    throw otherFile();
  }
}

/** The error for a path that is taken. */
export function otherFile(): UsageError {
  return new UsageError(
    'There is another file of this name already, which stays as it is. Give another name.',
  );
}
