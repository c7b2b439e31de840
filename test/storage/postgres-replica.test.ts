import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLag, MAX_LAG_MS } from '../../db/engines/postgres/replica.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { startPooler } from '../support/pooler.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { openDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

/** A server takes long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

const folder = temporaryFolder();
let service: TestService;
/** A user of the same server who may only read stands in for a replica that follows without delay. */
const READER = `reader_${Math.random().toString(36).slice(2)}`;

beforeAll(async () => {
  if (!onPostgres) return;
  await makeTestDatabase(folder.path);
  await administer(
    `create role ${READER} login password 'reader-password'`,
    `grant select on all tables in schema public to ${READER}`,
  );
  const url = new URL(databaseUrlOf(folder.path));
  url.username = READER;
  url.password = 'reader-password';
  service = await startTestService({
    folder: folder.path,
    limits: LONG_LOCK_TIMEOUT,
    env: { DATABASE_READ_URL: url.href },
  });
});
afterAll(async () => {
  if (onPostgres) {
    await service.stop();
    await administer(`drop owned by ${READER}`, `drop role ${READER}`);
    await dropTestDatabase(folder.path);
  }
  folder[Symbol.dispose]();
});

async function administer(...statements: string[]): Promise<void> {
  const db = openDatabase(databaseUrlOf(folder.path));
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement));
  await db.destroy();
}

async function ids(as = OPERATOR): Promise<readonly string[]> {
  const { json } = await call(service, '/v1/transactions', { as });
  return json.data.items.map((item: { readonly transactionId: string }) => item.transactionId);
}

/** The users whose queries wait for a lock. The sweep of expired deposits reads as well, once a second. */
async function waitingUsers(): Promise<readonly string[]> {
  const db = openDatabase(databaseUrlOf(folder.path));
  const { rows } = await sql<{ readonly name: string }>`
    select usename as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and application_name in ('bank-transfers queries', 'bank-transfers replica')
      and query not like '%order by "expires_at_ms"%'`.execute(db);
  await db.destroy();
  return rows.map(({ name }) => name);
}

/** Lists transactions while their table is locked. @returns their ids, and the users who have waited to read them. */
async function listWatched(as = OPERATOR) {
  const db = openDatabase(databaseUrlOf(folder.path));
  const { listed, users } = await db.transaction().execute(async (trx) => {
    await sql`lock table transactions in access exclusive mode`.execute(trx);
    const begun = ids(as);
    await expect.poll(waitingUsers).toHaveLength(1);
    return { listed: begun, users: await waitingUsers() };
  });
  await db.destroy();
  return { ids: await listed, users };
}

async function until(describes: (detail: string) => boolean): Promise<void> {
  for (;;) {
    const { json } = await call(service, '/readyz');
    if (describes(json.data.checks.replica.detail)) return;
  }
}

describe.runIf(onPostgres)('with DATABASE_READ_URL', SLOW, () => {
  test('dashboards read the replica, merchants the primary, and without the replica everybody the primary', async () => {
    await until((detail) => detail === 'dashboards read the replica');
    const created = await call(service, DEPOSIT, { body: depositFields() });
    const all = [created.json.data.transactionId];
    const owner = new URL(databaseUrlOf(folder.path)).username;
    expect(await listWatched(MERCHANT)).toEqual({ ids: all, users: [owner] });
    expect(await listWatched()).toEqual({ ids: all, users: [READER] });

    await administer(
      `alter role ${READER} nologin`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${READER}'`,
    );
    expect(await ids()).toEqual(all);
    expect(await ids()).toEqual(all);
    await until((detail) => detail.startsWith('the replica cannot be read'));
    const warnings = service.logLines.filter((line) => line.includes('the replica cannot be read'));
    expect(warnings).toHaveLength(1);
    expect((await call(service, '/readyz')).status).toBe(200);

    await administer(`alter role ${READER} login`);
    await until((detail) => detail === 'dashboards read the replica');
    expect(await ids()).toEqual(all);
  });
});

test.runIf(onPostgres)('dashboards do not read a server that follows no other', SLOW, async () => {
  const server = await startPostgresServer({ fsync: false });
  using other = temporaryFolder();
  await using reading = await startTestService({
    folder: other.path,
    env: { DATABASE_READ_URL: server.url },
  });
  const detail = async () => (await call(reading, '/readyz')).json.data.checks.replica.detail;
  await expect
    .poll(detail)
    .toBe('the server of DATABASE_READ_URL follows no other: dashboards read the primary');
  await server.stop();
});

test.runIf(onPostgres).each([
  ['transaction', 'DATABASE_READ_URL leads to a pooler in transaction mode: dashboards read the primary'],
  ['session', 'dashboards read the replica'],
] as const)('with a pooler in %s mode before the replica, %s', SLOW, async (mode, expected) => {
  using other = temporaryFolder();
  await makeTestDatabase(other.path);
  await using pooler = await startPooler(databaseUrlOf(other.path), mode);
  await using reading = await startTestService({
    folder: other.path,
    env: { DATABASE_READ_URL: pooler.url },
  });
  const detail = async () => (await call(reading, '/readyz')).json.data.checks.replica.detail;
  await expect.poll(detail).toBe(expected);
  const created = await call(reading, DEPOSIT, { body: depositFields() });
  const { json } = await call(reading, '/v1/transactions', { as: OPERATOR });
  expect(json.data.items).toMatchObject([{ transactionId: created.json.data.transactionId }]);
  const warnings = reading.logLines.filter((line) => line.includes('a pooler in transaction mode'));
  expect(warnings).toHaveLength(mode === 'transaction' ? 1 : 0);
});

test('a replica counts as fresh once it has reached the primary, until it is behind for longer than it may be', () => {
  const lag = createLag();
  lag.mark(100, 0);
  expect(lag.reach(50, 0)).toBe('unknown');
  lag.mark(200, 1000);
  expect(lag.reach(100, 1000)).toBe('fresh');
  expect(lag.reach(199, 1000 + MAX_LAG_MS)).toBe('fresh');
  expect(lag.reach(199, 1001 + MAX_LAG_MS)).toBe('behind');
  expect(lag.reach(200, 1001 + MAX_LAG_MS)).toBe('fresh');
});
