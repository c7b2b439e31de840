import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { realPathOf } from '../../db/engines/sqlite/files.ts';

const NAME = 'writer';
/** The shortest limit of a system is 104 bytes, with one for the end (unix(4) of macOS). */
const MAX_PATH_BYTES = 103;

/** The place of the socket on which the workers reach the writing thread. */
export interface SocketPlace {
  readonly path: string;
  /** Removes the folder that was made for it. */
  remove(): void;
}

/** Chooses a folder of its own beside the database, or among the temporary files where that path is too long. */
export function chooseSocketPlace(databasePath: string): SocketPlace {
  const beside = join(resolve(realPathOf(databasePath)).concat('.workers'), NAME);
  const fits = Buffer.byteLength(beside) <= MAX_PATH_BYTES;
  const path = fits ? beside : join(mkdtempSync(join(tmpdir(), 'bank-transfers-')), NAME);
  return { path, remove: () => rmSync(dirname(path), { recursive: true, force: true }) };
}
