import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { BackupReport, CopyContents } from '../../../src/maintenance/domain/copies.ts';
import { asRootIfOnlyRootCanWrite, isInRootOnlyFolder } from './drop-root.ts';
import { alreadyExists, COMPANIONS, copyBytes, FileRefusal, publishFile } from './files.ts';
import { describeDamages, readContents } from './inspect-file.ts';
import { refuseForeignLinks } from './root.ts';

/** More pages than a database can have. */
const EVERY_PAGE = 0x7fffffff;

/**
 * Copies a database into one new file while the service runs. The copy contains everything that was committed before,
 * in a single state. It is checked, synced and readable by its owner only, and it appears complete or not at all.
 * @param record records the copy, before it appears.
 * @throws FileRefusal when the file exists or its folder does not, or the copy is damaged.
 */
export async function backupDatabase(
  databasePath: string,
  target: string,
  record: (report: BackupReport) => Promise<void>,
): Promise<BackupReport> {
  const path = resolve(target);
  refuseForeignLinks(path);
  const folder = dirname(path);
  asRootIfOnlyRootCanWrite(folder, () => {
    if (existsSync(path)) throw new FileRefusal(alreadyExists(path));
    if (!existsSync(folder))
      throw new FileRefusal(`There is no folder ${folder}. Make it, or name another file.`);
  });
  // A command of root runs as the owner of the database, who can create no file in a folder of root.
  const draftBase = isInRootOnlyFolder(path) ? databasePath : path;
  // Not the process id: in a container it is often the same again.
  const draft = `${draftBase}.${randomUUID()}.partial`;
  // It belongs to its owner alone before anything is in it.
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    await copyPages(databasePath, draft);
    const contents = settleCopy(draft);
    const { size: bytes } = statSync(draft);
    const report = { path, bytes, ...contents };
    await record(report);
    if (draftBase === path) publishFile(draft, path);
    else publishForRoot(draft, path);
    return report;
  } finally {
    for (const suffix of ['', ...COMPANIONS]) rmSync(`${draft}${suffix}`, { force: true });
  }
}

/** Copies a finished file into a folder of root. Only its two names there are created with the rights of root. */
function publishForRoot(copy: string, path: string): void {
  const asRoot = (work: () => void) => asRootIfOnlyRootCanWrite(dirname(path), work);
  const draft = `${path}.${randomUUID()}.partial`;
  const from = openSync(copy, 'r');
  let to: number | undefined;
  try {
    asRoot(() => {
      to = openSync(draft, 'wx', 0o600);
    });
    if (to !== undefined) copyBytes(from, to);
    asRoot(() => publishFile(draft, path));
  } finally {
    closeSync(from);
    if (to !== undefined) closeSync(to);
    asRoot(() => rmSync(draft, { force: true }));
  }
}

/** All pages are read in one step: a commit between two steps would restart the copy, again and again. */
async function copyPages(databasePath: string, draft: string): Promise<void> {
  const source = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  try {
    await source.backup(draft, { progress: () => EVERY_PAGE });
  } finally {
    source.close();
  }
}

/** Removes the need for a log file next to the copy, and checks the copy. */
function settleCopy(draft: string): CopyContents {
  const copy = new Sqlite(draft);
  try {
    copy.pragma('journal_mode = delete');
    const found = (copy.pragma('quick_check') as { readonly quick_check: string }[]).map(
      (row) => row.quick_check,
    );
    const damages = found.filter((message) => message !== 'ok');
    if (damages.length > 0)
      throw new FileRefusal(`The database is damaged (${describeDamages(damages)}): no backup was made.`);
    return readContents(copy);
  } finally {
    copy.close();
  }
}
