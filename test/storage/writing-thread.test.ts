import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { temporaryFolder } from '../harness.ts';
import { expectRefusal } from '../support/app-context.ts';
import { prepareFaults } from '../support/faults.ts';
import { startLockHolder } from '../support/lock-holder.ts';

interface OpenOptions {
  readonly path?: string;
  readonly lockTimeoutMs?: number;
  readonly commandTimeoutMs?: number;
}

/** Opens an engine on a new database, with faults for its thread. */
async function openEngine(folder: string, options: OpenOptions = {}) {
  const path = options.path ?? join(folder, 'test.db');
  const faults = prepareFaults(path);
  const engine = openSqlite({ path, lockTimeoutMs: 0, ...options, ...faults.engine });
  await engine.migrate();
  return {
    ...engine,
    path,
    faults,
    set: (value: string) => engine.run('setMetadata', { key: 'test', value }),
    async get() {
      const row = await engine.read((db) =>
        db.selectFrom('metadata').select('value').where('key', '=', 'test').executeTakeFirst(),
      );
      return row?.value;
    },
  };
}

test('a commit is on disk before it is acknowledged: the write-ahead log is synced with every commit', () => {
  using folder = temporaryFolder();
  const connection = openWriter(join(folder.path, 'test.db'));
  expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
  // With 1 instead of 2 a power cut could lose commits; no kill -9 would show that.
  expect(connection.pragma('synchronous', { simple: true })).toBe(2);
  expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  connection.close();
});

test('when a thread dies, its commands fail, and another thread takes its place', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  await engine.set('before');
  engine.faults.plan({ fault: 'killed', at: 1 });
  const writes = [engine.set('first'), engine.set('second')];
  for (const write of writes) await expectRefusal(write, 'error_unavailable');
  expect(engine.faults.clear()).toBe(1);
  expect(await engine.get()).toBe('before');
  await engine.set('after');
  expect(await engine.get()).toBe('after');
  await engine.close();
});

test('when a thread meets a damaged file, its command fails, and the next one opens the file again', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  engine.faults.plan({ fault: 'SQLITE_CORRUPT', at: 1 });
  await expectRefusal(engine.set('lost'), 'error_unavailable');
  engine.faults.clear();
  await engine.set('kept');
  expect(await engine.get()).toBe('kept');
  await engine.close();
});

test('a thread that hangs is terminated after its time limit, and the commands that waited for it fail', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path, { commandTimeoutMs: 200 });
  const connection = new Sqlite(engine.path);
  connection.exec(`
    create trigger slow before insert on metadata when new.key = 'test' begin
      select count(*) from (
        with recursive counter (n) as (select 1 union all select n + 1 from counter where n < 6000000)
        select n from counter
      );
    end`);
  const writes = [engine.set('slow'), engine.set('next')];
  for (const write of writes) await expectRefusal(write, 'error_unavailable');
  connection.pragma('busy_timeout = 60000');
  connection.exec('drop trigger slow');
  connection.close();
  // A migration has no limit: it starts the next thread.
  await engine.migrate();
  await engine.set('after');
  expect(await engine.get()).toBe('after');
  await engine.close();
});

test('when a thread cannot be started, the command that needed it fails, and none after it', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const { faults, close } = await openEngine(folder.path);
  await close();
  const files = [new URL('file:///no/such/thread.mjs'), await faults.engine.writingThread?.()];
  const engine = openSqlite({ path, lockTimeoutMs: 0, writingThread: async () => files.shift() as URL });
  await expectRefusal(engine.run('setMetadata', { key: 'a', value: 'b' }), 'error_unavailable');
  await engine.run('setMetadata', { key: 'a', value: 'b' });
  await engine.close();
});

test('closing finishes running and waiting commands, and nothing is written after it', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  const writes = ['1', '2', '3'].map((value) => engine.set(value));
  await engine.close();
  await Promise.all(writes);
  const connection = new Sqlite(engine.path, { readonly: true });
  expect(connection.prepare("select value from metadata where key = 'test'").pluck().get()).toBe('3');
  connection.close();
  await expect(engine.set('4')).rejects.toThrow('the database is closed');
});

test('a command waits for the lock of another process up to its time limit', async () => {
  using folder = temporaryFolder();
  const patient = await openEngine(folder.path, { lockTimeoutMs: 20_000 });
  const impatient = await openEngine(folder.path, { lockTimeoutMs: 20 });
  const holder = await startLockHolder(patient.path);
  const written = patient.set('patient');
  await expectRefusal(impatient.set('impatient'), 'error_unavailable');
  await holder.release();
  await written;
  expect(await patient.get()).toBe('patient');
  await patient.close();
  await impatient.close();
});

test('commands wait for the same lock together: their waits do not add up, and the thread stays', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path, { lockTimeoutMs: 300, commandTimeoutMs: 2000 });
  const holder = await startLockHolder(engine.path);
  const writes = Array.from({ length: 20 }, (_, index) => engine.set(String(index)));
  for (const result of await Promise.allSettled(writes))
    expect(result).toMatchObject({ status: 'rejected', reason: { cause: { code: 'SQLITE_BUSY' } } });
  await holder.release();
  await engine.close();
});

test('after a failed rollback the connection is opened again', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  engine.faults.plan({ fault: 'SQLITE_CONSTRAINT_TRIGGER', at: 1 });
  engine.faults.failRollbacks(1);
  await expect(engine.set('lost')).rejects.toThrow();
  engine.faults.clear();
  await engine.set('kept');
  expect(await engine.get()).toBe('kept');
  await engine.close();
});

test('a statement is refused after its transaction has ended, also by an error or a rollback', async () => {
  using folder = temporaryFolder();
  const { Kysely } = await import('kysely');
  const { CommandDialect } = await import('../../db/engines/sqlite/command-dialect.ts');
  const connection = openWriter(join(folder.path, 'test.db'));
  connection.exec('create table notes (text); create table metadata (key, value)');
  const db = new Kysely({ dialect: new CommandDialect(connection, { lockDeadline: 0 }) });
  const note = (text: string) => sql`insert into notes values (${text})`;
  // Both run concurrently, which no command may do.
  const failing = db
    .transaction()
    .execute((trx) =>
      Promise.all([sql`insert into missing values (1)`.execute(trx), note('late').execute(trx)]),
    );
  await expect(failing).rejects.toThrow('no such table');
  const rolledBack = db.transaction().execute(async (trx) => {
    connection.exec('rollback');
    await note('alone').execute(trx);
  });
  await expect(rolledBack).rejects.toThrow('the transaction of this statement has ended');
  expect(connection.prepare('select count(*) from notes').pluck().get()).toBe(0);
  await db.transaction().execute((trx) => note('of one').execute(trx));
  expect(connection.prepare('select text from notes').pluck().all()).toEqual(['of one']);
  await db.destroy();
});
