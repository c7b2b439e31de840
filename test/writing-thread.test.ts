import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '../db/sqlite.ts';
import { WriterDialect } from '../db/sqlite-writer.ts';
import { startTestService, temporaryFolder } from './harness.ts';
import { startLockHolder } from './support/lock-holder.ts';

test('a writing thread that died makes the database unavailable for a moment, and another one takes its place', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'later', 'test.db');
  const { isUnavailable, close } = openSqlite({ path: join(folder.path, 'other.db'), lockTimeoutMs: 0 });
  const writer = new Kysely({ dialect: new WriterDialect({ path, pragmas: [], cachedStatements: 10 }) });
  const write = () => writer.transaction().execute((trx) => sql`select 1 as one`.execute(trx));
  for (let times = 0; times < 2; times += 1) {
    const failure: unknown = await write().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isUnavailable(failure)).toBe(true);
  }
  mkdirSync(dirname(path));
  expect((await write()).rows).toEqual([{ one: 1 }]);
  await writer.destroy();
  await expect(write()).rejects.toThrow();
  await close();
});

test('a commit is on disk before it is answered: a write-ahead log, synced with every commit', async () => {
  await using service = await startTestService();
  const pragma = (name: string) =>
    service.engine.write(async (trx) => (await sql.raw(`pragma ${name}`).execute(trx)).rows);
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  // No kill -9 would show a 1 in place of this 2, only a power cut.
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('a writing thread that cannot be started fails the write that needed it, and none after it', async () => {
  using folder = temporaryFolder();
  const { isUnavailable, close } = openSqlite({ path: join(folder.path, 'other.db'), lockTimeoutMs: 0 });
  let path = join(folder.path, 'no folder', 'test.db');
  const options = {
    get path() {
      if (path === '') throw new Error('no thread is left');
      return path;
    },
    pragmas: [],
    cachedStatements: 10,
  };
  const writer = new Kysely({ dialect: new WriterDialect(options) });
  const write = () => writer.transaction().execute((trx) => sql`select 1 as one`.execute(trx));
  for (const next of ['', join(folder.path, 'test.db')]) {
    const failure: unknown = await write().catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
    path = next;
  }
  expect((await write()).rows).toEqual([{ one: 1 }]);
  await writer.destroy();
  await close();
});

test('closing finishes what was begun or waited, and nothing is written after it', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const writer = new Kysely({ dialect: new WriterDialect({ path, pragmas: [], cachedStatements: 10 }) });
  const write = (text: string) =>
    writer.transaction().execute(async (trx) => {
      await new Promise(setImmediate);
      await trx.executeQuery(CompiledQuery.raw(text));
    });
  await write('create table written (number)');
  let done = 0;
  const writes = [1, 2, 3].map((number) =>
    write(`insert into written values (${number})`).then(() => {
      done += 1;
    }),
  );
  await writer.destroy();
  expect(done).toBe(3);
  await Promise.all(writes);
});

test('what belongs to a transaction that could not begin is not written by itself', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const pragmas = ['journal_mode = WAL', 'busy_timeout = 0'];
  const writer = new Kysely({ dialect: new WriterDialect({ path, pragmas, cachedStatements: 10 }) });
  await sql`create table notes (text)`.execute(writer);
  const holder = await startLockHolder(path);
  const note = writer.transaction().execute(async (trx) => {
    // The thread has come to the begin, and found the lock taken, once it answers what is behind it.
    await sql`select 1`.execute(trx).catch(() => {});
    await holder.release();
    await sql`insert into notes values ('of no transaction')`.execute(trx);
  });
  await expect(note).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  const count = () => sql<{ count: number }>`select count(*) as count from notes`.execute(writer);
  expect((await count()).rows).toEqual([{ count: 0 }]);
  await writer.transaction().execute((trx) => sql`insert into notes values ('of one')`.execute(trx));
  expect((await count()).rows).toEqual([{ count: 1 }]);
  await writer.destroy();
});
