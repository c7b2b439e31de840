import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asRootIfOnlyRootCanWrite, isInRootOnlyFolder } from './drop-root.ts';
import { COMPANIONS, copyBytes, linkOrRename, realPathOf, syncPath } from './files.ts';
import { asOwnerOf, changeMade, giveToOwnerOf } from './root.ts';

/** The place of a checked copy while the old files are taken away. While it is there, nothing may open the database. */
export function restoringPath(databasePath: string): string {
  return `${realPathOf(databasePath)}.restoring`;
}

/** Whether a file exists and is not empty. */
export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Copies a database, and its log if it has content, readable by the owner only. The original is not changed. */
export function copyDatabase(source: string, target: string): void {
  const asRoot = <T>(work: () => T) => asRootIfOnlyRootCanWrite(source, work);
  const path = asRoot(() => realPathOf(source));
  for (const suffix of ['', '-wal']) {
    if (suffix !== '' && !asRoot(() => hasContent(path + suffix))) continue;
    if (isInRootOnlyFolder(source))
      copyOpened(
        asRoot(() => openSync(path + suffix, 'r')),
        target + suffix,
      );
    else copyFileSync(path + suffix, target + suffix, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    changeMade(target + suffix, (file) => fchmodSync(file, 0o600));
  }
}

/** Copies a file that only root can open, and closes it. */
function copyOpened(from: number, target: string): void {
  try {
    const to = openSync(target, 'wx', 0o600);
    try {
      copyBytes(from, to);
    } finally {
      closeSync(to);
    }
  } finally {
    closeSync(from);
  }
}

/** The files by which processes detect one another. */
const LOCKS = ['.owner', '.check'];

/** Removes a database that no service has used, and its companion files. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', ...COMPANIONS, ...LOCKS]) rmSync(path + suffix, { force: true });
}

/**
 * Puts a finished copy in the place of a database. From the first step to the last one the copy is at `restoringPath`,
 * so that after a crash nothing opens what is there. The old files are in a folder of their own, all of them, before
 * one of them is taken away.
 * @param savedTo the folder for the old files.
 * @returns the folder; undefined when there were no old files.
 */
export function replaceDatabase(databasePath: string, copy: string, savedTo: string): string | undefined {
  if (hasContent(`${copy}-wal`)) throw new Error(`the log of ${copy} is not part of the file yet`);
  const folder = dirname(databasePath);
  const marker = restoringPath(databasePath);
  const all = ['', ...COMPANIONS].map((suffix) => databasePath + suffix).filter((path) => existsSync(path));
  const old = all.some(hasContent) ? all : [];
  const model = existsSync(databasePath) ? databasePath : folder;
  const give = (file: number) => giveToOwnerOf(model, file);
  asOwnerOf(folder, () => old.length > 0 && mkdirSync(savedTo, { mode: 0o700 }));
  changeMade(copy, (file) => {
    give(file);
    fsyncSync(file);
  });
  asOwnerOf(folder, () => {
    renameSync(copy, marker);
    syncPath(folder);
    if (old.length > 0) saveFiles(old, savedTo, marker);
    for (const suffix of COMPANIONS) rmSync(databasePath + suffix, { force: true });
    renameSync(marker, databasePath);
    syncPath(folder);
  });
  if (old.length === 0) return undefined;
  changeMade(savedTo, give);
  return savedTo;
}

function saveFiles(files: readonly string[], folder: string, marker: string): void {
  try {
    for (const path of files) linkOrRename(path, join(folder, basename(path)));
    syncPath(folder);
  } catch (error) {
    // A full disk, for example. Where all files have kept their names, the database is as before.
    if (files.every((path) => existsSync(path))) {
      rmSync(folder, { recursive: true });
      rmSync(marker);
    }
    throw error;
  }
}
