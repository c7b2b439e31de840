import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupDatabase } from '../../db/engines/sqlite/backup.ts';
import { prepareDatabaseFile } from '../../db/engines/sqlite/database-file.ts';
import { dropRoot } from '../../db/engines/sqlite/drop-root.ts';
import { realPathOf } from '../../db/engines/sqlite/files.ts';
import { replaceDatabase } from '../../db/engines/sqlite/restore-files.ts';
import { changeMade, giveToOwnerOf } from '../../db/engines/sqlite/root.ts';
import { readConfig } from '../../src/config/config.ts';
import { openInboxFolder } from '../../src/reconciliation/jobs/inbox-folder.ts';
import { resolveMasterKey } from '../../src/service/master-key.ts';
import {
  call,
  createClock,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  startTestService,
  temporaryFolder,
} from '../harness.ts';
import { makeBackedUpDatabase } from '../support/backups.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { createAccount } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';

/** The user `nobody` of most systems. */
const USER = 65_534;
const isRoot = process.geteuid?.() === 0;

describe('restore', () => {
  test('restore refuses what it cannot use, and changes nothing then', async () => {
    using folder = temporaryFolder();
    const env = { MASTER_KEY: 'ab'.repeat(32) };
    const service = await startTestService({ folder: folder.path, env });
    const { databasePath } = service;
    const at = (name: string) => join(folder.path, name);
    for (const name of ['good.db', 'damaged.db', 'newer.db'])
      expect((await runCli(['backup', at(name)], { databasePath, env })).code).toBe(0);
    await service.stop();
    const before = readFileSync(databasePath);
    const bytes = readFileSync(at('damaged.db'));
    bytes.fill(7, 8192, bytes.length - 4096);
    writeFileSync(at('damaged.db'), bytes);
    writeFileSync(at('text.db'), 'This is no database, and it is long enough for one. '.repeat(100));
    const newer = new Sqlite(at('newer.db'));
    newer.exec("insert into kysely_migration values ('999-later', '')");
    newer.close();
    const foreign = new Sqlite(at('foreign.db'));
    foreign.exec('create table things (id)');
    foreign.close();
    const refusal = async (name: string, key = env.MASTER_KEY) =>
      expectOneLine(await runCli(['restore', at(name)], { databasePath, env: { MASTER_KEY: key } }), 1);
    expect(await refusal('none.db')).toContain('There is no file');
    expect(await refusal('test.db')).toContain('is the database itself');
    expect(await refusal('text.db')).toContain('is damaged (file is not a database)');
    expect(await refusal('damaged.db')).toContain('is damaged (');
    expect(await refusal('foreign.db')).toContain('is no database of bank-transfers');
    expect(await refusal('newer.db')).toContain('is of a newer version (999-later)');
    expect(await refusal('good.db', 'cd'.repeat(32))).toContain('sealed with another key');
    expect(readFileSync(databasePath).equals(before)).toBe(true);
    expect(readdirSync(folder.path).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test('callbacks that are pending in the backup are sent again after the restore, with the same webhook-id', async () => {
    using folder = temporaryFolder();
    await using receiver = await startReceiver();
    const first = await startManualClockService({ folder: folder.path });
    const merchant = await first.merchantOf(receiver);
    receiver.respondWith(status(500));
    const { transactionId } = await first.withdraw(merchant);
    await first.transition('settle', transactionId, { fields: { sequence: '1' } });
    await first.callbackWorker.idle();
    const copy = join(folder.path, 'copy.db');
    await cliJson(first.databasePath, 'backup', copy);
    await first.stop();
    expect(await cliJson(first.databasePath, 'restore', copy)).toMatchObject({ pendingCallbacks: 1 });
    receiver.respondWith(status(204));
    const clock = createClock(Date.parse('2026-11-20T13:00:00Z'));
    await using second = await startManualClockService({ folder: folder.path, clock });
    await second.callbackWorker.idle();
    const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  describe('what was administered after the backup', () => {
    const env = { MASTER_KEY: 'ab'.repeat(32) };

    const original = temporaryFolder();
    let accountId: string;

    async function run(databasePath: string, ...words: string[]): Promise<Json> {
      const { code, stdout, stderr } = await runCli([...words, '--json'], { databasePath, env });
      expect(stderr).toBe('');
      expect(code).toBe(0);
      return JSON.parse(stdout);
    }

    /** A backup, and a database in which a secret and a bank account were taken out of use after it. */
    beforeAll(async () => {
      const service = await startTestService({ folder: original.path, env });
      const { databasePath } = service;
      accountId = (await createAccount(service, { bankId: DEMO_BANK_ID })).id;
      await run(databasePath, 'backup', join(original.path, 'copy.db'));
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
      await run(databasePath, 'clients', 'rotate-secret', MERCHANT.appKey, '--grace', '0');
      await run(databasePath, 'accounts', 'deactivate', accountId);
      await service.stop();
    });

    afterAll(() => original[Symbol.dispose]());

    function copyOutdated(folder: string) {
      for (const name of ['test.db', 'copy.db']) copyFileSync(join(original.path, name), join(folder, name));
      return { databasePath: join(folder, 'test.db'), copy: join(folder, 'copy.db') };
    }

    test('is named, since it is undone', async () => {
      using folder = temporaryFolder();
      const { databasePath, copy } = copyOutdated(folder.path);
      const { lost } = await run(databasePath, 'restore', copy);
      expect(lost).toEqual({
        transactions: 1,
        events: 0,
        commands: [
          expect.objectContaining({
            operation: 'rotateSecret',
            targetKind: 'client',
            target: MERCHANT.appKey,
          }),
          expect.objectContaining({ operation: 'updateAccount', targetKind: 'account', target: accountId }),
        ],
      });
      expect(lost.commands[1]).toMatchObject({ actor: expect.any(String), after: { active: false } });
      expect(Date.parse(lost.commands[1].occurredAt)).toBeGreaterThan(Date.now() - 600_000);
    });

    test('is named for people by one line for each, to be repeated before the start', async () => {
      using folder = temporaryFolder();
      const { databasePath, copy } = copyOutdated(folder.path);
      const { stdout } = await runCli(['restore', copy], { databasePath, env });
      expect(stdout).toContain(
        '2 commands of administration are undone as well: repeat them before the start',
      );
      expect(stdout).toMatch(new RegExp(`\\n  \\S+Z \\S+ updateAccount account ${accountId} \\{.*\\}\\n`));
    });

    test('has to be known otherwise where the old database cannot be read', async () => {
      using folder = temporaryFolder();
      const { databasePath, copy } = copyOutdated(folder.path);
      writeFileSync(databasePath, 'This is no database, and it is long enough for one. '.repeat(100));
      const { stdout } = await runCli(['restore', copy], { databasePath, env });
      expect(stdout).toContain('Commands of administration since the backup are undone as well: repeat them');
    });
  });

  test('while a restore is unfinished neither the service nor the command line opens the database', async () => {
    using folder = temporaryFolder();
    const { databasePath, copy } = await makeBackedUpDatabase(folder.path);
    copyFileSync(copy, `${databasePath}.restoring`);
    await expect(startTestService({ folder: folder.path })).rejects.toThrow('was interrupted');
    expect(expectOneLine(await runCli(['clients', 'list'], { databasePath }), 1)).toContain(
      'was interrupted',
    );
    // The old file is taken away for a moment.
    rmSync(databasePath);
    expect(expectOneLine(await runCli(['clients', 'list'], { databasePath }), 1)).toContain(
      'was interrupted',
    );
    await cliJson(databasePath, 'restore', copy);
    await (await startTestService({ folder: folder.path })).stop();
  });

  testLong('restore follows a symbolic link to the database, and leaves the link', async () => {
    using folder = temporaryFolder();
    const { databasePath, copy } = await makeBackedUpDatabase(folder.path);
    const link = join(folder.path, 'link.db');
    symlinkSync(databasePath, link);
    copyFileSync(`${databasePath}.master-key`, `${link}.master-key`);
    const { savedTo } = await cliJson(link, 'restore', copy);
    expect(readdirSync(savedTo)).toContain('test.db');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    await (await startTestService({ folder: folder.path })).stop();
  });

  testLong('a backup that a symbolic link leads to is restored with the log beside it', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    const { databasePath } = service;
    const kept = join(folder.path, 'kept');
    mkdirSync(kept);
    await cliJson(databasePath, 'backup', join(kept, 'old.db'));
    const open = new Sqlite(join(kept, 'old.db'));
    open.pragma('journal_mode = wal');
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await service.stop();
    open.prepare('attach ? as newer').run(databasePath);
    open.exec('insert into main.transactions select * from newer.transactions');
    const link = join(folder.path, 'latest.db');
    symlinkSync(join('kept', 'old.db'), link);
    // The row is in the log alone, as after a kill. It lacks its counters, so the restore ends with a disagreement.
    const { stdout } = await runCliProcess(['restore', link, '--json'], { databasePath });
    expect(JSON.parse(stdout)).toMatchObject({ transactions: 1, lost: { transactions: 0 } });
    open.close();
  });
});

describe('failed restore', () => {
  test.each([
    ['whose name is taken', 'saved', 'EEXIST'],
    ['that cannot be made', 'none/saved', 'ENOENT'],
  ])('a restore with a folder for the old files %s changes nothing', (_, name, code) => {
    using folder = temporaryFolder();
    const at = (file: string) => join(folder.path, file);
    for (const file of ['bank.db', 'draft']) writeFileSync(at(file), file);
    mkdirSync(at('saved'));
    writeFileSync(at('saved/precious'), '');
    expect(() => replaceDatabase(at('bank.db'), at('draft'), at(name))).toThrow(code);
    expect(readdirSync(at('saved'))).toEqual(['precious']);
    expect(readFileSync(at('bank.db'), 'utf8')).toBe('bank.db');
    expect(existsSync(at('bank.db.restoring'))).toBe(false);
  });

  test('a restore that cannot save every old file leaves them where they were', () => {
    using folder = temporaryFolder();
    const at = (file: string) => join(folder.path, file);
    for (const file of ['bank.db', 'draft']) writeFileSync(at(file), file);
    // It can neither be linked nor moved into a folder below it.
    mkdirSync(at('bank.db-wal'));
    expect(() => replaceDatabase(at('bank.db'), at('draft'), at('bank.db-wal/saved'))).toThrow('EINVAL');
    expect(readdirSync(folder.path).sort()).toEqual(['bank.db', 'bank.db-wal']);
    expect(readdirSync(at('bank.db-wal'))).toEqual([]);
  });
});

describe('root and links', () => {
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

  test.runIf(isRoot)('root says so where the owner of the database cannot reach it', () => {
    using folder = temporaryFolder();
    const { ofRoot, database } = makeFolders(folder.path);
    // As systemd keeps the folder of a unit with DynamicUser=yes.
    const hidden = join(ofRoot, 'hidden');
    mkdirSync(hidden);
    chownSync(hidden, USER, USER);
    chmodSync(ofRoot, 0o700);
    const link = join(folder.path, 'link');
    linkOf(0, hidden, link);
    expect(() => dropRoot(join(link, 'bank.db'))).toThrow(/link belongs to user 65534, who cannot reach it/);
    expect(process.geteuid?.()).toBe(0);
    dropRoot(database)();
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
});

describe.skipIf(!IS_LONG)('restore as root', () => {
  /** The files in a folder, with those in its folders, that are not the user's. */
  function listOfOthers(folder: string): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const { uid, gid } = statSync(join(folder, name));
      return uid !== USER || gid !== USER;
    });
  }

  test.runIf(isRoot)(
    'a backup of root follows no link of the user of the service to a folder of root',
    async () => {
      using folder = temporaryFolder();
      using ofRoot = temporaryFolder();
      chownSync(folder.path, USER, USER);
      const databasePath = join(folder.path, 'bank.db');
      const options = { databasePath, env: { MASTER_KEY: '5e'.repeat(32) } };
      expect(await runCli(['migrate'], options)).toMatchObject({ code: 0 });
      const planted = join(folder.path, 'copies');
      symlinkSync(ofRoot.path, planted);
      lchownSync(planted, USER, USER);
      expect((await runCli(['backup', join(planted, 'copy.db')], options)).code).toBe(1);
      expect(readdirSync(ofRoot.path)).toEqual([]);
      // What root makes in the folder of the user is made with the rights of the user.
      const copy = join(folder.path, 'copy.db');
      expect(await runCli(['backup', copy], options)).toMatchObject({ code: 0 });
      expect(statSync(copy)).toMatchObject({ uid: USER, gid: USER });
      // A link in the place of the database leads root nowhere, whenever it is put there.
      rmSync(databasePath);
      symlinkSync(join(ofRoot.path, 'made'), databasePath);
      expect((await runCli(['migrate'], options)).code).toBe(1);
      expect(readdirSync(ofRoot.path)).toEqual([]);
      expect(process.geteuid?.()).toBe(0);
    },
  );

  test.runIf(isRoot)('a backup in a folder of root alone is root’s', async () => {
    using folder = temporaryFolder();
    using backups = temporaryFolder();
    chownSync(folder.path, USER, USER);
    const options = { databasePath: join(folder.path, 'bank.db'), env: { MASTER_KEY: '5e'.repeat(32) } };
    await runCli(['migrate'], options);
    const copy = join(backups.path, 'copy.db');
    expect(await runCli(['backup', copy], options)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(copy)).toMatchObject({ uid: 0, gid: 0 });
    expect(readdirSync(backups.path)).toEqual(['copy.db']);
    expect((await runCli(['backup', copy], options)).stderr).toContain('exists already');
  });

  test.runIf(isRoot)('what root makes and restores belongs to the user of the service', async () => {
    using folder = temporaryFolder();
    using backups = temporaryFolder();
    chownSync(folder.path, USER, USER);
    const options = { databasePath: join(folder.path, 'bank.db'), env: { MASTER_KEY: '5e'.repeat(32) } };
    const run = async (...words: string[]) => {
      const { code, stderr } = await runCli(words, options);
      expect([code, stderr], words.join(' ')).toEqual([0, '']);
      expect(listOfOthers(folder.path), words.join(' ')).toEqual([]);
    };
    await run('migrate');
    await run('clients', 'create', '--name', 'Ada', '--role', 'admin');
    const copy = join(backups.path, 'copy.db');
    await run('backup', copy);
    await run('restore', copy);
    expect(readdirSync(folder.path).some((name) => name.includes('before-restore'))).toBe(true);
  });
});
