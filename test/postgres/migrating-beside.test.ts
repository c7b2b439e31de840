import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockForMigrations } from '../../db/engines/postgres/migration-locks.ts';
import { commonMigrations, migrationsOf } from '../../db/migrations/index.ts';
import type { Database } from '../../db/tables.ts';
import { temporaryFolder } from '../harness.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { migrateTo } from '../support/old-version.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { withDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, dropTestDatabase, makeBareDatabase } from '../support/test-database.ts';

const BEFORE_TEST_KEYS = '019-money-out';
const NAMES = Object.keys(commonMigrations);
const LATER = NAMES.slice(NAMES.indexOf(BEFORE_TEST_KEYS) + 1);

let folder: ReturnType<typeof temporaryFolder>;
let url = '';
/** A service of the version before, in a transaction. */
let old: pg.Client;

async function openOld(): Promise<void> {
  old = await connectPostgres(url);
  // Whoever looks first for a circle of waiting transactions is the one that is ended.
  await old.query("set deadlock_timeout = '1 min'; begin");
}

beforeEach(async () => {
  folder = temporaryFolder();
  await makeBareDatabase(folder.path);
  url = databaseUrlOf(folder.path);
});
afterEach(async () => {
  await old?.end();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

/** The tables for whose locks others wait. */
async function waitedFor(): Promise<readonly string[]> {
  const { rows } = await withDatabase(url, (db) =>
    sql<{ readonly name: string }>`
      select relation::regclass::text as name from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    ),
  );
  return rows.map(({ name }) => name);
}

const write = (table: string) => old.query(`lock table ${table} in row exclusive mode`);

describe('beside a service of the version before', () => {
  test.each([
    ['transactions', 'clients'],
    ['clients', 'transactions'],
  ])('that locks %s and then %s, a migration waits for no lock that waits for it', async (first, second) => {
    await migrateTo(url, BEFORE_TEST_KEYS);
    await openOld();
    const engine = openEngineAt(url);
    await write(first);
    const migrated = engine.migrate();
    migrated.catch(() => {});
    await expect.poll(waitedFor).toContain(first);
    await write(second);
    await old.query('commit');
    expect(await migrated).toEqual(LATER);
    await engine.close();
  });

  test('that ends no transaction, a migration gives up, names the tables, and has changed nothing', async () => {
    await migrateTo(url, BEFORE_TEST_KEYS);
    await openOld();
    await write('clients');
    const refused = withDatabase(url, (db) =>
      db.transaction().execute((trx) => lockForMigrations(trx, ['020-test-keys'], { limitMs: 0 })),
    );
    await expect(refused).rejects.toThrow(
      /^other transactions have used transactions, clients for 0 seconds .* Stop the services/,
    );
    await old.query('commit');
    const engine = openEngineAt(url);
    expect((await engine.schemaState()).missing).toEqual(LATER);
    await engine.close();
  });
});

test('beside a reader that stays, a migration pauses longer than it waits, and longer each time', async () => {
  await migrateTo(url, BEFORE_TEST_KEYS);
  await openOld();
  // As pg_dump does.
  await old.query('lock table clients in access share mode');
  const pauses: number[] = [];
  const attemptMs = 600;
  const pause = async (pauseMs: number) => {
    pauses.push(pauseMs);
    if (pauses.length === 3) await old.query('commit');
  };
  await withDatabase(url, (db) =>
    db
      .transaction()
      .execute((trx) => lockForMigrations(trx, ['020-test-keys'], { limitMs: 60_000, attemptMs, pause })),
  );
  expect(pauses).toHaveLength(3);
  for (const [index, pauseMs] of pauses.entries())
    expect(pauseMs).toBeGreaterThanOrEqual(Math.max(attemptMs, 2 * (pauses[index - 1] ?? 0)));
});

/** Names the tables that a transaction has locked against others who write. */
async function lockedBy(trx: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select distinct relation::regclass::text as name from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock')
    order by 1`.execute(trx);
  return rows.map(({ name }) => name);
}

async function existingTables(trx: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(trx);
  return rows.map(({ name }) => name);
}

async function runAlone(trx: Database, name: string): Promise<void> {
  await migrationsOf(trx)[name]?.up(trx);
}

test.each(NAMES)('%s locks no table that it has not locked at its start', async (name) => {
  await migrateTo(url, NAMES[NAMES.indexOf(name) - 1] ?? '016-folded-names');
  const loose = await withDatabase(url, (db) =>
    db.transaction().execute(async (trx) => {
      const tables = await existingTables(trx);
      await lockForMigrations(trx, [name], { limitMs: 0 });
      const atStart = new Set(await lockedBy(trx));
      await runAlone(trx, name);
      return (await lockedBy(trx)).filter((table) => tables.includes(table) && !atStart.has(table));
    }),
  );
  expect(loose).toEqual([]);
});
