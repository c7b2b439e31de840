import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../database-errors.ts';
import { refuseForeignLinks } from './root.ts';

/** The suffixes of the companion files that SQLite creates for a database. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/** A request about files that is refused. The message is one line for the operator. */
export class FileRefusal extends Error {}

/**
 * Resolves symbolic links, because SQLite keeps the log next to the real file.
 * @throws an error with a code when root must not follow a link.
 */
export function realPathOf(path: string): string {
  refuseForeignLinks(path);
  return existsSync(path) ? realpathSync(path) : path;
}

/** Brings a file, or the names in a folder, to the disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const PIECE_BYTES = 1024 * 1024;

/** Copies the bytes of one open file into another one. */
export function copyBytes(from: number, to: number): void {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (;;) {
    const length = readSync(from, piece, 0, PIECE_BYTES, null);
    if (length === 0) return;
    for (let at = 0; at < length; ) at += writeSync(to, piece, at, length - at);
  }
}

/**
 * Gives a finished file its name, on disk when this returns.
 * @throws FileRefusal when another file has the name.
 */
export function publishFile(draft: string, path: string): void {
  syncPath(draft);
  try {
    linkOrRename(draft, path);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new FileRefusal(alreadyExists(path)) : error;
  }
  rmSync(draft, { force: true });
  syncPath(dirname(path));
}

/** Gives a file a second name, or a new one where the file system has no links. */
export function linkOrRename(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    if (existsSync(to)) throw Object.assign(new Error(alreadyExists(to)), { code: 'EEXIST' });
    renameSync(from, to);
  }
}

export function alreadyExists(path: string): string {
  return `${path} exists already, and is not overwritten. Name another file.`;
}
