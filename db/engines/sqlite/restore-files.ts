import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkOrRename, realPathOf, syncPath } from './files.ts';

/** The files of a database: all commits are in the first two together. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** The place of a checked copy while the old files are taken away. While it is there, nothing may open the database. */
export function restoringPath(databasePath: string): string {
  return `${realPathOf(databasePath)}.restoring`;
}

/** Copies a database with its log, if there is one beside it, readable by the owner only. The original is not touched. */
export function copyDatabase(source: string, target: string): void {
  const path = realPathOf(source);
  for (const suffix of ['', '-wal']) {
    if (suffix !== '' && !(statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0)) continue;
    copyFileSync(path + suffix, target + suffix, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(target + suffix, 0o600);
  }
}

/** Removes a database with its log. */
export function removeDatabase(path: string): void {
  for (const suffix of [...SUFFIXES, '-journal']) rmSync(path + suffix, { force: true });
}

/**
 * Puts a checked copy in the place of a database. The old files are in a folder of their own, all of them, before one
 * of them is taken away; after a crash in between the copy is at `restoringPath`.
 * @param savedTo the folder for the old files.
 * @returns the folder; undefined when there were no old files.
 */
export function replaceDatabase(databasePath: string, copy: string, savedTo: string): string | undefined {
  const old = SUFFIXES.map((suffix) => databasePath + suffix).filter((path) => existsSync(path));
  if (old.length > 0) {
    mkdirSync(savedTo, { mode: 0o700 });
    for (const path of old) linkOrRename(path, join(savedTo, basename(path)));
    syncPath(savedTo);
  }
  const folder = dirname(databasePath);
  syncPath(copy);
  renameSync(copy, restoringPath(databasePath));
  syncPath(folder);
  for (const suffix of ['-wal', '-shm']) rmSync(databasePath + suffix, { force: true });
  renameSync(restoringPath(databasePath), databasePath);
  syncPath(folder);
  return old.length > 0 ? savedTo : undefined;
}
