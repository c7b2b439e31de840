import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { call, createClock, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { makeBackedUpDatabase } from '../support/backups.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { testLong } from '../support/long-test.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';

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

test('while a restore is unfinished neither the service nor the command line opens the database', async () => {
  using folder = temporaryFolder();
  const { databasePath, copy } = await makeBackedUpDatabase(folder.path);
  copyFileSync(copy, `${databasePath}.restoring`);
  await expect(startTestService({ folder: folder.path })).rejects.toThrow('was interrupted');
  expect(expectOneLine(await runCli(['clients', 'list'], { databasePath }), 1)).toContain('was interrupted');
  // The old file is taken away for a moment.
  rmSync(databasePath);
  expect(expectOneLine(await runCli(['clients', 'list'], { databasePath }), 1)).toContain('was interrupted');
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
