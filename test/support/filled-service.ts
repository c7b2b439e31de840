import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { setCounters } from '../../db/transactions/commands/set-sums.ts';
import type { TransactionsTable } from '../../db/transactions/rows/transactions.ts';
import { checkCounters } from '../../db/transactions/verify/counters.ts';
import {
  type Credentials,
  createClock,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { createBank, createClient } from './entities.ts';
import { makeTransactions } from './many-transactions.ts';
import { withDatabase } from './rows-of.ts';
import { databaseUrlOf, giveBackDatabase, makeTestDatabase, onPostgres } from './test-database.ts';

const START_LIMIT_MS = 120_000;

export const MERCHANT = { id: 'aaaaaaaaaaaaaaaaaaaaaaaa', appKey: 'walker', secret: 'walker-secret' };
export const OTHER = { id: 'bbbbbbbbbbbbbbbbbbbbbbbb', appKey: 'other', secret: 'other-secret' };
export const OPERATOR: Credentials = { appKey: 'overseer', secret: 'overseer-secret' };

/** Every transaction from before the start of the service, newest first. */
export const ROWS: readonly TransactionsTable[] = makeTransactions(MERCHANT.id, OTHER.id).sort(
  (a, b) => b.created_at_ms - a.created_at_ms || (a.id < b.id ? 1 : -1),
);

const ROWS_PER_STATEMENT = 10_000;

/** Fills an empty database with two clients without a secret, their transactions and the counters of these. */
async function fillDatabase(url: string): Promise<void> {
  const client = {
    role: 'merchant',
    ip_allowlist: '[]',
    requires_timed_sign: 0,
    created_at_ms: 0,
    is_test: 0,
  } as const;
  const clients = [MERCHANT, OTHER].map(({ id, appKey }) => ({
    ...client,
    id,
    app_key: appKey,
    name: appKey,
    return_hosts: '[]',
  }));
  await withDatabase(url, async (db) => {
    await db.insertInto('clients').values(clients).execute();
    const names = Object.keys(ROWS[0]!);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const values = onPostgres ? columns : sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`));
    for (let from = 0; from < ROWS.length; from += ROWS_PER_STATEMENT) {
      const rows = JSON.stringify(ROWS.slice(from, from + ROWS_PER_STATEMENT));
      await sql`
        insert into transactions (${columns})
        select ${values} from ${
          onPostgres
            ? sql`json_populate_recordset(null::transactions, ${rows})`
            : sql`json_each(${rows}) where true`
        }`.execute(db);
    }
    for await (const page of checkCounters(db)) for (const wrong of page) await setCounters(db, wrong);
    // What the planner of SQLite knows is chosen.
    if (onPostgres) await sql`analyze`.execute(db);
  });
}

/** Starts a service on a database with many transactions before the tests of a file. */
export function useFilledService() {
  const clock = createClock(Date.parse('2026-11-20T12:00:00Z'));
  let folder: ReturnType<typeof temporaryFolder> | undefined;
  let service: TestService | undefined;
  beforeAll(async () => {
    folder = temporaryFolder();
    const url = databaseUrlOf(folder.path);
    await makeTestDatabase(folder.path);
    await fillDatabase(url);
    service = await startTestService({ folder: folder.path, platform: { nowMs: clock.nowMs } });
    for (const { appKey, secret } of [MERCHANT, OTHER]) {
      const rotation = { secret, nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() };
      await service.dependencies.clients.rotateSecret(appKey, rotation);
    }
    await createClient(service, { ...OPERATOR, role: 'operator' });
    await createBank(service, { id: 'bank-0' });
  }, START_LIMIT_MS);
  afterAll(async () => {
    await service?.stop();
    if (folder) giveBackDatabase(folder.path);
    folder?.[Symbol.dispose]();
  });
  const running = () => {
    if (!service) throw new Error('the service has not been started yet');
    return service;
  };
  return {
    service: running,
    clock,
    /** Reads the database through a connection of its own. */
    async query(statement: RawBuilder<unknown>): Promise<unknown[]> {
      const { rows } = await withDatabase(running().databasePath, (db) => statement.execute(db));
      return rows;
    },
  };
}
