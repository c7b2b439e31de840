import {
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backupDatabase } from '../../db/engines/sqlite/backup.ts';
import { prepareDatabaseFile } from '../../db/engines/sqlite/database-file.ts';
import { realPathOf } from '../../db/engines/sqlite/files.ts';
import { replaceDatabase } from '../../db/engines/sqlite/restore-files.ts';
import { changeMade, giveToOwnerOf } from '../../db/engines/sqlite/root.ts';
import { readConfig } from '../../src/config/config.ts';
import { openInboxFolder } from '../../src/reconciliation/jobs/inbox-folder.ts';
import { resolveMasterKey } from '../../src/service/master-key.ts';
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

test.runIf(isRoot)('root goes into no folder of its own that a link of the user leads to', async () => {
  using folder = temporaryFolder();
  const { ofRoot, database } = makeFolders(folder.path);
  const planted = join(dirname(database), 'data');
  linkOf(USER, ofRoot, planted);
  const inside = join(planted, 'bank-transfers.db');
  const refusal = `${planted} is a link of another user that leads to a file of somebody else`;
  expect(() => prepareDatabaseFile(inside)).toThrow(refusal);
  expect(() => prepareDatabaseFile(join(planted, 'new', 'bank-transfers.db'))).toThrow(refusal);
  expect(() => realPathOf(inside)).toThrow(refusal);
  await expect(backupDatabase(database, join(planted, 'copy.db'), async () => {})).rejects.toThrow(refusal);
  expect(readdirSync(ofRoot)).toEqual([]);
});

test.runIf(isRoot)('root follows a link of the user to what is the same user’s', () => {
  using folder = temporaryFolder();
  const { database } = makeFolders(folder.path);
  const planted = join(folder.path, 'data');
  linkOf(USER, dirname(database), planted);
  expect(prepareDatabaseFile(join(planted, 'bank-transfers.db'))).toBe(database);
  expect(statSync(database)).toMatchObject({ uid: USER, gid: USER });
});

test.runIf(isRoot)('a folder that root makes in one of the user belongs to the user', () => {
  using folder = temporaryFolder();
  const { database } = makeFolders(folder.path);
  const inside = join(dirname(database), 'new', 'data', 'bank-transfers.db');
  prepareDatabaseFile(inside);
  for (const path of [inside, dirname(inside), dirname(dirname(inside))])
    expect(statSync(path)).toMatchObject({ uid: USER, gid: USER });
  expect(process.getegid?.()).toBe(0);
});

test.runIf(isRoot)('the key that root makes replaces no file, and is for the user of the service', () => {
  using folder = temporaryFolder();
  const { ofRoot, database } = makeFolders(folder.path);
  const target = join(ofRoot, 'passwords');
  writeFileSync(target, 'root');
  const keyFile = `${database}.master-key`;
  linkOf(USER, target, `${keyFile}.${process.pid}`);
  resolveMasterKey(readConfig({ DATABASE_URL: database }), true);
  expect(readFileSync(target, 'utf8')).toBe('root');
  expect(statSync(keyFile)).toMatchObject({ uid: USER, gid: USER });
});

test.runIf(isRoot)('a restore by root works in the folder with no more rights than its owner', () => {
  using folder = temporaryFolder();
  const { ofRoot, database } = makeFolders(folder.path);
  const planted = join(dirname(database), 'saved');
  linkOf(USER, ofRoot, planted);
  const copy = `${database}.restore-draft`;
  for (const path of [database, copy]) writeFileSync(path, path);
  chownSync(database, USER, USER);
  expect(() => replaceDatabase(database, copy, join(planted, 'before'))).toThrow('EACCES');
  expect(readdirSync(ofRoot)).toEqual([]);
  expect(readFileSync(database, 'utf8')).toBe(database);
});

test.runIf(isRoot)('root gives away no file that has another name too', () => {
  using folder = temporaryFolder();
  const { ofRoot, database } = makeFolders(folder.path);
  const target = join(ofRoot, 'passwords');
  writeFileSync(target, '');
  linkSync(target, database);
  const give = (file: number) => giveToOwnerOf(dirname(database), file);
  expect(() => changeMade(database, give)).toThrow('another file is in the place');
  expect(statSync(target).uid).toBe(0);
});

test('the problems of a refused file are written over no file that a link leads to', async () => {
  using folder = temporaryFolder();
  const inbox = join(folder.path, 'inbox');
  mkdirSync(inbox);
  const opened = await openInboxFolder(inbox, () => 'id');
  const target = join(folder.path, 'other');
  writeFileSync(target, 'other');
  writeFileSync(join(inbox, 'bank.csv'), '');
  symlinkSync(target, join(inbox, 'refused', 'bank.csv.problems.txt'));
  const [file] = await opened.list();
  await expect(opened.moveRefused(file!, ['wrong'])).rejects.toThrow('ELOOP');
  expect(readFileSync(target, 'utf8')).toBe('other');
});
