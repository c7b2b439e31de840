import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { commonMigrations } from '../../migrations/index.ts';
import type { Database } from '../../tables.ts';
import { ConnectError, isLocked } from './errors.ts';

/**
 * The tables that each migration locks, of those that may be there before it; an empty list where there are none. The
 * order of all of them is below. The first migration of PostgreSQL makes all its tables itself.
 */
const TABLES_OF: Readonly<Record<keyof typeof commonMigrations, readonly string[]>> = {
  '017-statements': ['bank_accounts', 'clients'],
  '018-match-policies': ['transactions', 'clients', 'statements', 'statement_lines', 'match_policies'],
  '019-money-out': ['statement_lines'],
  '020-test-keys': ['transactions', 'clients'],
  '021-matching-indexes': ['transactions', 'statement_lines', 'payer_ibans'],
  '022-one-rule': ['transactions', 'statement_lines', 'payer_ibans'],
  '023-payers': ['statement_lines'],
  '024-sightings': ['statements', 'statement_lines'],
  '025-paying-out': ['transactions', 'events', 'blacklist'],
  '026-lines-together': ['line_decisions'],
};

/** Commands write transactions before other tables. */
const ORDER = [
  ...['transactions', 'events', 'bank_accounts', 'clients', 'statements', 'statement_lines'],
  ...['match_policies', 'line_decisions', 'payer_ibans', 'blacklist'],
];

/**
 * Time for each lock of an attempt. It is longer than `deadlock_timeout` is by default: only after that the server ends
 * an autovacuum that is in the way.
 */
const ATTEMPT_MS = 2_000;
/**
 * Between two attempts the others go on, also those that wait for each other and for the migration. Each pause is at least
 * as long as the attempt before it and twice as long as the pause before that: beside a reader that stays, such as
 * pg_dump, others wait for an attempt less and less often.
 */
const SHORTEST_PAUSE_MS = 500;

interface LockLimits {
  /** Time for all attempts. The last one begins when it is over. */
  readonly limitMs: number;
  readonly attemptMs?: number;
  readonly pause?: (pauseMs: number) => Promise<unknown>;
}

/**
 * Takes all locks that migrations need before the first of them runs. While some are held by others it gives back those
 * that it has, so that nobody waits in a circle: taken one by one, the locks of a long migration are in the way of
 * transactions that lock in another order.
 * @param trx the transaction of the migrations.
 * @param missing the names of the migrations that are to run.
 * @throws ConnectError that says what is in the way.
 */
export async function lockForMigrations(
  trx: Database,
  missing: readonly string[],
  { limitMs, attemptMs = ATTEMPT_MS, pause = sleep }: LockLimits,
): Promise<void> {
  const tables = await tablesFor(trx, missing);
  if (tables.length === 0) return;
  const endsAtMs = performance.now() + limitMs;
  let pauseMs = SHORTEST_PAUSE_MS;
  await run(trx, 'savepoint unlocked');
  for (;;) {
    const beganAtMs = performance.now();
    if (await tryToLock(trx, { tables, attemptMs })) return;
    // The locks of the attempt end with this.
    await run(trx, 'rollback to savepoint unlocked');
    const endedAtMs = performance.now();
    if (endedAtMs >= endsAtMs)
      throw new ConnectError(
        `other transactions have used ${tables.join(', ')} for ${Math.ceil(limitMs / 1000)} seconds without a pause, and nothing was migrated. Stop the services, end what pg_stat_activity shows, and migrate again`,
        'TABLES_IN_USE',
      );
    pauseMs = Math.max(pauseMs, Math.ceil(endedAtMs - beganAtMs));
    await pause(Math.min(pauseMs, Math.ceil(endsAtMs - endedAtMs)));
    pauseMs *= 2;
  }
}

async function tablesFor(trx: Database, missing: readonly string[]): Promise<readonly string[]> {
  const wanted = new Set(
    Object.entries(TABLES_OF).flatMap(([name, tables]) => (missing.includes(name) ? tables : [])),
  );
  const { rows } = await sql<{ readonly name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(trx);
  const existing = new Set(rows.map(({ name }) => name));
  return ORDER.filter((name) => wanted.has(name) && existing.has(name));
}

interface Attempt {
  readonly tables: readonly string[];
  readonly attemptMs: number;
}

async function tryToLock(trx: Database, { tables, attemptMs }: Attempt): Promise<boolean> {
  try {
    const { rows } = await sql<{ readonly lockTimeout: string }>`
      select current_setting('lock_timeout') as "lockTimeout"`.execute(trx);
    await run(trx, `set local lock_timeout = ${attemptMs}`);
    await run(trx, `lock table ${tables.join(', ')} in access exclusive mode`);
    // Every command that has a row in the audit log waits for its end last, and so do the migrations.
    await run(trx, 'select from audit_tip for update');
    await run(trx, `set local lock_timeout = '${rows[0]?.lockTimeout ?? 0}'`);
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

async function run(trx: Database, statement: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(statement));
}
