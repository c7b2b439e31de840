import { chownSync, existsSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDatabaseFile } from '../../db/engines/sqlite/database-file.ts';
import { changeMade, giveToOwnerOf } from '../../db/engines/sqlite/files.ts';
import { temporaryFolder } from '../harness.ts';

/** The user `nobody` of most systems. */
const USER = 65_534;
const isRoot = process.geteuid?.() === 0;

/** A folder of root, and one of the user of the service. */
function makeFolders(path: string) {
  const [ofRoot, ofUser] = [join(path, 'cron.d'), join(path, 'service')];
  for (const folder of [ofRoot, ofUser]) mkdirSync(folder);
  for (const folder of [path, ofUser]) chownSync(folder, USER, USER);
  return { ofRoot, database: join(ofUser, 'bank-transfers.db') };
}

function linkOf(uid: number, target: string, path: string): void {
  symlinkSync(target, path);
  lchownSync(path, uid, uid);
}

test.runIf(isRoot)('root makes no file that a link of the user of the service leads to', () => {
  using folder = temporaryFolder();
  const { ofRoot, database } = makeFolders(folder.path);
  const target = join(ofRoot, 'job');
  // Root's own link leads to one of the user.
  const own = join(ofRoot, 'own.db');
  linkOf(USER, target, database);
  linkOf(0, database, own);
  for (const path of [database, own])
    expect(() => prepareDatabaseFile(path)).toThrow(
      `${database} is a link of another user that leads to no file`,
    );
  expect(existsSync(target)).toBe(false);
});

test.runIf(isRoot)(
  'root makes the file that its own link leads to, for the owner of the folder there',
  () => {
    using folder = temporaryFolder();
    const { ofRoot, database } = makeFolders(folder.path);
    const own = join(ofRoot, 'own.db');
    linkOf(0, database, own);
    prepareDatabaseFile(own);
    expect(statSync(database)).toMatchObject({ uid: USER, gid: USER });
  },
);

test.runIf(isRoot)(
  'root changes neither the mode nor the owner of a file of its own that a link leads to',
  () => {
    using folder = temporaryFolder();
    const { ofRoot, database } = makeFolders(folder.path);
    const target = join(ofRoot, 'passwords');
    writeFileSync(target, '', { mode: 0o644 });
    const before = statSync(target);
    writeFileSync(database, '', { mode: 0o644 });
    chownSync(database, USER, USER);
    const log = `${database}-wal`;
    linkOf(USER, target, log);
    prepareDatabaseFile(database);
    expect(() => changeMade(log, (file) => giveToOwnerOf(database, file))).toThrow('ELOOP');
    const { mode, uid } = statSync(target);
    expect([mode, uid]).toEqual([before.mode, before.uid]);
    // The file of the user is taken from others all the same.
    expect(statSync(database).mode & 0o777).toBe(0o600);
  },
);
