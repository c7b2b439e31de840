import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { UsageError } from './command.ts';

/**
 * Writes a file that only its owner can read. A file with these bytes is left as it is.
 * @throws UsageError if there is a file with other bytes, or none can be created.
 */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<'written' | 'unchanged'> {
  const handle = await makeFile(path);
  if (handle) {
    await fill(handle, path, bytes);
    return 'written';
  }
  const found = await readFile(path).catch(() => undefined);
  if (found?.equals(bytes)) return 'unchanged';
  throw otherFile();
}

/** @throws UsageError if the path exists already, or no file can be created there. */
export async function checkNewFile(path: string): Promise<void> {
  const handle = await makeFile(path);
  if (!handle) throw otherFile();
  await handle.close();
  await rm(path);
}

/** @returns undefined if the path exists already. */
async function makeFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw cannotWrite(error);
  }
}

/** Writes the file, and removes it if that fails. */
async function fill(handle: FileHandle, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw cannotWrite(error);
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

function cannotWrite(error: unknown): unknown {
  const code = codeOf(error);
  return code === undefined ? error : new UsageError(`The file cannot be written (${code}).`);
}

function otherFile(): UsageError {
  return new UsageError(
    'There is another file of this name already, which stays as it is. Give another name.',
  );
}
