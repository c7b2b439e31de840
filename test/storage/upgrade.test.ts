import { copyFileSync } from 'node:fs';
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { MOVED_TABLES } from '../../db/move/tables.ts';
import { listTransactions } from '../../db/queries/list.ts';
import type { Database } from '../../db/tables.ts';
import type { TransactionFilter } from '../../src/operations/transactions/store.ts';
import { createClock, MERCHANT, temporaryFolder, VALID_IBAN } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { explain } from '../support/explained.ts';
import { createHistoryDatabase } from '../support/history-database.ts';
import { startWithoutTimers } from '../support/manual-clock-service.ts';
import { INSERT_MANY, START_MS } from '../support/many-rows.ts';
import { migrateTo } from '../support/old-version.ts';
import { openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, makeBareDatabase, onPostgres } from '../support/test-database.ts';
import { USED_AGAIN } from '../support/thread-pool.ts';

/** The last version that was released, and those that have statements of banks. */
const RELEASED = onPostgres ? '016-folded-names' : '015-reason-templates';
const WITH_STATEMENTS = ['018-match-policies', '020-test-keys'];

const SLOW_MS = 120_000;

/** Soon after the history: its deposit is still pending. */
const LATER_MS = Date.parse('2026-11-21T13:05:00Z');
const ON_DAY = { date: '2026-11-21' };

/** The tables that an upgrade adds its own rows to. */
const CHANGED = ['metadata', 'audit', 'audit_tip'];
const KEY_TABLES = ['process_ids', 'pending_deposits', 'open_references'];
const TABLES = [...MOVED_TABLES.map(({ table }) => String(table)), ...KEY_TABLES];

const open = (url: string) =>
  onPostgres
    ? openPostgres({ url, lockTimeoutMs: 5000 })
    : openSqlite({ path: url, lockTimeoutMs: 5000, ...USED_AGAIN });

async function onEngine(url: string, work: (engine: ReturnType<typeof open>) => Promise<unknown>) {
  const engine = open(url);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

/** Makes an empty database of an earlier version, with the months that a running service has made. */
async function makeOld(folder: string, version: string, nowMs: number): Promise<string> {
  await makeBareDatabase(folder);
  const url = databaseUrlOf(folder);
  await migrateTo(url, version);
  await onEngine(url, (engine) => engine.prepare(nowMs));
  return url;
}

type Columns = ReadonlyMap<string, readonly string[]>;

async function columnsOf(db: Database): Promise<Columns> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => TABLES.includes(name));
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

async function rowsOf(db: Database, table: string, columns: readonly string[]) {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, unknown>>`select ${names} from ${sql.table(table)}`.execute(db);
  return rows;
}

/** Runs work while no trigger and no foreign key minds what is written. */
async function withoutTriggers(db: Database, work: () => Promise<void>): Promise<void> {
  if (onPostgres) {
    await sql`set session_replication_role = replica`.execute(db);
    return work();
  }
  await sql`pragma foreign_keys = off`.execute(db);
  const { rows } = await sql<{ readonly name: string; readonly sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger'`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

/** Fills a database of an earlier version with what it would have of the rows of another one. */
async function fillOld(from: string, to: string): Promise<Columns> {
  return withDatabase(from, (source) =>
    withDatabase(to, async (target) => {
      const tables = await columnsOf(target);
      await withoutTriggers(target, async () => {
        for (const [table, columns] of tables) {
          await sql`delete from ${sql.table(table)}`.execute(target);
          const names = sql.join(columns.map((name) => sql.ref(name)));
          for (const row of await rowsOf(source, table, columns)) {
            const values = sql.join(columns.map((name) => row[name]));
            await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(target);
          }
        }
      });
      return tables;
    }),
  );
}

/** The rows of the tables of an earlier version, with all columns that they have now. */
function stateOf(url: string, tables: Columns): Promise<Record<string, unknown>> {
  return withDatabase(url, async (db) => {
    const now = await columnsOf(db);
    const state: Record<string, unknown> = {};
    for (const table of tables.keys())
      if (!CHANGED.includes(table))
        state[table] = (await rowsOf(db, table, now.get(table)?.toSorted() ?? []))
          .map((row) => JSON.stringify(row))
          .sort();
    return state;
  });
}

/** Makes a past without test keys or receivers, and with statements if the earlier version has them. */
async function makePast(version: string) {
  const past = await createHistoryDatabase();
  const set = sql`update clients set is_test = 0, callback_url = null`;
  await withDatabase(past.databasePath, (db) => set.execute(db));
  if (!WITH_STATEMENTS.includes(version)) return past;
  await using service = await startWithoutTimers({ folder: past.folder, clock: createClock(LATER_MS) });
  const desk = await openDesk(undefined, service);
  const { reference } = await desk.deposit();
  const [line] = await desk.receive(
    { ...ON_DAY, amountMinor: 50_000, name: 'TEST USER', text: reference },
    { ...ON_DAY, amountMinor: -700, text: 'EFT masrafı' },
    { ...ON_DAY, amountMinor: -30_000, text: 'EFT İadesi', iban: VALID_IBAN, returnReason: 'AC04' },
  );
  expect(line).toMatchObject({ state: 'matched' });
  return past;
}

const READS = [
  '/v1/transactions?limit=100',
  '/v1/transactions?status=pending',
  '/v1/transactions?reason=expired',
  '/v1/queue-totals',
  '/v1/events?limit=100',
];

test.each([RELEASED, ...WITH_STATEMENTS])(
  'after an upgrade from %s all is live, and stored as if it had always been there',
  async (version) => {
    using past = await makePast(version);
    using folder = temporaryFolder();
    const url = await makeOld(folder.path, version, LATER_MS);
    const tables = await fillOld(past.databasePath, url);
    if (!onPostgres) copyFileSync(`${past.databasePath}.master-key`, `${url}.master-key`);
    await onEngine(url, (engine) => engine.migrate());
    expect(await stateOf(url, tables)).toEqual(await stateOf(past.databasePath, tables));
    await expectAgreement(url);
    const clock = createClock(LATER_MS);
    await using upgraded = await startWithoutTimers({ folder: folder.path, clock });
    await using asBefore = await startWithoutTimers({ folder: past.folder, clock });
    // Both give up the callbacks that are due: the clients have no receivers.
    for (const service of [upgraded, asBefore]) await service.callbackWorker.idle();
    for (const read of READS) {
      const data = expectData(await upgraded.ask(read));
      expect(data, read).toEqual(expectData(await asBefore.ask(read)));
      expect(JSON.stringify(data)).not.toContain('"test"');
    }
    await upgraded.deposit(MERCHANT);
    await expectAgreement(url);
  },
  SLOW_MS,
);

/** The indexes that a list reads. */
async function indexesOf(url: string, filter: TransactionFilter): Promise<string[]> {
  const read = (db: Database) => listTransactions(db, { filter, page: { limit: 50 } });
  if (onPostgres) return [...new Set((await explain(url, read)).flatMap(({ indexes }) => indexes))];
  const queries: CompiledQuery[] = [];
  const db = openDatabase(url, ({ query }) => queries.push(query));
  await read(db);
  const plans: string[] = [];
  for (const query of [...queries]) {
    const plan = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    const { rows } = await db.executeQuery<{ readonly detail: string }>(plan);
    for (const { detail } of rows) plans.push(/ USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? detail);
  }
  await db.destroy();
  return [...new Set(plans)];
}

/** Lists over all clients, and the index of live transactions that each reads. */
const LISTS: readonly (readonly [of: string, filter: TransactionFilter, index: string])[] = [
  ['everything', {}, 'transactions_by_time'],
  ['what is pending', { status: 'pending' }, 'transactions_pending'],
  ['what ended in a way', { reason: ['expired'] }, 'transactions_unsuccessful'],
  ['late ones', { isLate: true }, 'transactions_late'],
];

test('after an upgrade each list over all clients reads its index of live transactions', async () => {
  using folder = temporaryFolder();
  const url = await makeOld(folder.path, RELEASED, START_MS);
  if (onPostgres) await withDatabase(url, (db) => INSERT_MANY.execute(db));
  await onEngine(url, (engine) => engine.migrate());
  if (onPostgres) await withDatabase(url, (db) => sql`analyze`.execute(db));
  for (const [of, filter, index] of LISTS) expect(await indexesOf(url, filter), of).toEqual([index]);
});
