import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../tables.ts';
import { ConnectError, isLocked } from './errors.ts';

/** The tables that each migration locks, of those that may be there before it. The order of all of them is below. */
const TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  '017-statements': ['bank_accounts', 'clients'],
  '018-match-policies': ['transactions', 'clients', 'statements', 'statement_lines', 'match_policies'],
  '019-money-out': ['statement_lines'],
  '020-test-keys': ['transactions', 'clients'],
};

/** Commands write transactions before other tables. */
const ORDER = ['transactions', 'bank_accounts', 'clients', 'statements', 'statement_lines', 'match_policies'];

/**
 * Time for each lock of an attempt. It is longer than `deadlock_timeout` is by default: only after that the server ends
 * an autovacuum that is in the way.
 */
const ATTEMPT_MS = 2_000;
/** The others go on in this time, also those that wait for each other and for the migration. */
const PAUSE_MS = 500;

/**
 * Takes all locks that migrations need before the first of them runs. While some are held by others it gives back those
 * that it has, so that nobody waits in a circle: taken one by one, the locks of a long migration are in the way of
 * transactions that lock in another order.
 * @param trx the transaction of the migrations.
 * @param missing the names of the migrations that are to run.
 * @param limitMs time for all attempts. The last one that begins before its end is made.
 * @throws ConnectError that says what is in the way.
 */
export async function lockForMigrations(
  trx: Database,
  missing: readonly string[],
  limitMs: number,
): Promise<void> {
  const tables = await tablesFor(trx, missing);
  if (tables.length === 0) return;
  const endsAtMs = performance.now() + limitMs;
  await run(trx, 'savepoint unlocked');
  while (!(await tryToLock(trx, tables))) {
    // The locks of the attempt end with this.
    await run(trx, 'rollback to savepoint unlocked');
    if (performance.now() >= endsAtMs)
      throw new ConnectError(
        `other transactions have used ${tables.join(', ')} for ${Math.ceil(limitMs / 1000)} seconds without a pause, and nothing was migrated. Stop the services, end what pg_stat_activity shows, and migrate again`,
        'TABLES_IN_USE',
      );
    await sleep(PAUSE_MS);
  }
}

async function tablesFor(trx: Database, missing: readonly string[]): Promise<readonly string[]> {
  const wanted = new Set(missing.flatMap((name) => TABLES_OF[name] ?? []));
  const { rows } = await sql<{ readonly name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(trx);
  const existing = new Set(rows.map(({ name }) => name));
  return ORDER.filter((name) => wanted.has(name) && existing.has(name));
}

async function tryToLock(trx: Database, tables: readonly string[]): Promise<boolean> {
  try {
    const { rows } = await sql<{ readonly lockTimeout: string }>`
      select current_setting('lock_timeout') as "lockTimeout"`.execute(trx);
    await run(trx, `set local lock_timeout = ${ATTEMPT_MS}`);
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
