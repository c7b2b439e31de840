import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SqliteOptions } from '../../db/engines/sqlite/sqlite.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { call, startTestService, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectRefusal } from '../support/app-context.ts';
import { makeEmptyDatabase } from '../support/empty-database.ts';
import { READING_FAULTS } from '../support/fault-cells.ts';
import { everyNth } from '../support/long.ts';
import { neverSchedule } from '../support/manual-clock-service.ts';
import { prepareReadingFaults } from '../support/reading-faults.ts';
import { expectData } from '../support/responses.ts';
import { onPostgres } from '../support/test-database.ts';

const SEARCH = '/v1/transactions?query=test';
/** More than the longest of these queries has, so that every statement is reached. */
const STATEMENTS = 5;
/** Longer than a query takes here: neither the start of its thread nor what it waits for a core counts. */
const TIME_LIMIT_MS = 1_000;

/** Only SQLite has a reading thread; PostgreSQL runs searches on connections of their own. */
const withThread = test.skipIf(onPostgres);

/** Opens an engine on a new database, with faults for its reading thread. */
async function openEngine(folder: string, options: Partial<SqliteOptions> = {}) {
  const path = join(folder, 'test.db');
  const faults = prepareReadingFaults(path);
  await makeEmptyDatabase(path);
  const engine = openSqlite({ path, lockTimeoutMs: 0, ...faults.engine, ...options });
  return {
    ...engine,
    faults,
    list: () => engine.query('listTransactions', { filter: {}, page: { limit: 10 } }),
    write: () => engine.run('setMetadata', { key: 'a', value: 'b' }),
  };
}

withThread(
  'while a query runs, however long it takes, commands and reads of single rows are answered',
  async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    engine.faults.hold();
    const listed = engine.list();
    await engine.faults.isHeld();
    await engine.write();
    const row = await engine.read((db) => db.selectFrom('metadata').select('value').executeTakeFirst());
    expect(row).toBeDefined();
    engine.faults.release();
    expect((await listed).items).toEqual([]);
    await engine.close();
  },
);

withThread('when the reading thread dies, its queries fail, and another thread takes its place', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  await engine.list();
  engine.faults.plan('killed');
  for (const query of [engine.list(), engine.list()]) await expectRefusal(query, 'error_unavailable');
  expect(engine.faults.clear()).toBe(1);
  expect((await engine.list()).items).toEqual([]);
  await engine.close();
});

withThread(
  'when it meets a damaged file, its query fails, and the next one opens the file again',
  async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path);
    engine.faults.plan('SQLITE_CORRUPT');
    await expectRefusal(engine.list(), 'error_unavailable');
    expect((await engine.list()).items).toEqual([]);
    await engine.close();
  },
);

withThread(
  'a reading thread that hangs is ended after its time limit, and the queries that waited for it fail',
  async () => {
    using folder = temporaryFolder();
    const engine = await openEngine(folder.path, { queryTimeoutMs: TIME_LIMIT_MS });
    engine.faults.hold();
    const queries = [engine.list(), engine.list()];
    for (const query of queries) await expectRefusal(query, 'error_unavailable');
    await engine.write();
    engine.faults.release();
    expect((await engine.list()).items).toEqual([]);
    await engine.close();
  },
);

withThread(
  'while a search hangs, the creates of others are answered; the search then gets 503, and the next one 200',
  async () => {
    using folder = temporaryFolder();
    const faults = prepareReadingFaults(join(folder.path, 'test.db'));
    await using service = await startTestService({
      folder: folder.path,
      engine: { ...faults.engine, queryTimeoutMs: TIME_LIMIT_MS },
    });
    faults.hold();
    const search = call(service, SEARCH);
    await faults.isHeld();
    for (let create = 0; create < 5; create += 1)
      expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
    const failed = await search;
    expect(failed.json.error.type).toBe('error_unavailable');
    expect(failed.headers.get('retry-after')).toBe('1');
    faults.release();
    expect(expectData(await call(service, SEARCH)).items).toHaveLength(5);
  },
);

withThread('when it cannot be started, the query that needed it fails, and none after it', async () => {
  using folder = temporaryFolder();
  const { engine: usual } = prepareReadingFaults(join(folder.path, 'test.db'));
  const files = [new URL('file:///no/such/thread.mjs'), await usual.readingThread?.()];
  const engine = await openEngine(folder.path, { readingThread: async () => files.shift() as URL });
  await expectRefusal(engine.list(), 'error_unavailable');
  expect((await engine.list()).items).toEqual([]);
  await engine.close();
});

withThread('a thousand queries may wait for the reading thread; one more is refused at once', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  engine.faults.hold();
  const waiting = Array.from({ length: 1000 }, engine.list);
  await engine.faults.isHeld();
  await expectRefusal(engine.list(), 'error_unavailable');
  engine.faults.release();
  for (const { items } of await Promise.all(waiting)) expect(items).toEqual([]);
  await engine.close();
});

withThread('closing finishes the queries that were sent before, and no query runs after it', async () => {
  using folder = temporaryFolder();
  const engine = await openEngine(folder.path);
  const queries = [engine.list(), engine.list(), engine.list()];
  await engine.close();
  for (const { items } of await Promise.all(queries)) expect(items).toEqual([]);
  await expect(engine.list()).rejects.toThrow('the database is closed');
});

test('a list that begins after a create was answered has it, with and without a search', async () => {
  await using service = await startTestService();
  for (let round = 0; round < 20; round += 1) {
    const { transactionId } = expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
    for (const target of [SEARCH, '/v1/transactions']) {
      const { items } = expectData(await call(service, target));
      expect(items[0].transactionId).toBe(transactionId);
    }
  }
});

withThread(
  'with any fault at any statement of a read, it gets 503, and its repeat the whole answer',
  async () => {
    using folder = temporaryFolder();
    const faults = prepareReadingFaults(join(folder.path, 'test.db'));
    // The sweep of expired deposits reads there too, and would meet a fault that is for a request.
    const platform = { schedule: neverSchedule };
    await using service = await startTestService({ folder: folder.path, engine: faults.engine, platform });
    for (let create = 0; create < 3; create += 1)
      expectData(await call(service, WITHDRAW, { body: withdrawalFields() }));
    const targets = [SEARCH, '/v1/transactions?userId=user-1', '/v1/events', '/v1/callback-attempts'];
    let met = 0;
    for (const target of targets) {
      const whole = expectData(await call(service, target));
      for (const fault of everyNth(2, READING_FAULTS, { from: targets.indexOf(target) }))
        for (let at = 0; at < STATEMENTS; at += 1) {
          faults.plan(fault, at);
          const answer = await call(service, target);
          const raised = faults.clear();
          met += raised;
          expect(answer.status).toBe(raised > 0 ? 503 : 200);
          if (raised > 0) expect(answer.json.error.type).toBe('error_unavailable');
          expect(expectData(await call(service, target))).toEqual(whole);
        }
    }
    expect(met).toBeGreaterThanOrEqual((READING_FAULTS.length * targets.length) / 2);
    await expectAgreement(service.databasePath);
  },
);
