import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '../db/sqlite.ts';
import { WriterDialect } from '../db/sqlite-writer.ts';
import { startTestService, temporaryFolder } from './harness.ts';

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
