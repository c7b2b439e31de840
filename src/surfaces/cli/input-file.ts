import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

/** Without the second flag, opening a pipe waits until somebody writes into it. */
const READ_NOW = constants.O_RDONLY | constants.O_NONBLOCK;

interface InputFile {
  readonly maxBytes: number;
  /** What a user is told about a larger file. */
  readonly tooLarge: string;
}

/** Reads a whole file. @throws UsageError when there is none that can be read, or it is too large. */
export function readInputFile(path: string, { maxBytes, tooLarge }: InputFile): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, READ_NOW);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new UsageError('It is no file.');
    if (stats.size > maxBytes) throw new UsageError(tooLarge);
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new UsageError(`It cannot be read (${error.code}).`);
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
