import { CompiledQuery, sql } from 'kysely';
import { firstIdAt, timeOfId } from '../../../src/domain/ids.ts';
import type { Database } from '../../tables.ts';

/** Of the session that adds partitions: only one process does. */
const PARTITION_LOCK = 4_202_613;

/** Partitions are there for the running month and for this many more. */
const MONTHS_AHEAD = 2;

/** The most months whose rows leave a default partition in one call. */
const MOST_MOVED = 24;
/** Ids that are spread over more months than any history has do not begin with a time. */
const MOST_MONTHS = 240;

/** The partitioned tables with the column by whose ranges they are divided. */
const PARTITIONED = [
  ['transactions', 'id'],
  ['events', 'transaction_id'],
  ['callback_attempts', 'transaction_id'],
] as const;

/** A month of UTC; months are counted from January 1970. */
type Month = number;

/**
 * Adds the partitions of a span of months that are missing, and of the last months of which there are rows in the
 * default partitions. Those rows move; their tables wait for that. A later call goes on with the months before. It does
 * nothing while another process does the same.
 * @returns the names of the new partitions.
 */
export async function addPartitions(
  db: Database,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    if (!(await takeLock(connection))) return [];
    try {
      return await addMissing(connection, { fromMs, toMs });
    } finally {
      // The lock of a connection that is lost has ended with it.
      await run(connection, `select pg_advisory_unlock(${PARTITION_LOCK})`).catch(() => {});
    }
  });
}

/** The span for which there must be partitions at a time. */
export function spanAt(nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: nowMs, toMs: startOf(monthOf(nowMs) + MONTHS_AHEAD) };
}

async function takeLock(db: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly isMine: boolean }>`
    select pg_try_advisory_lock(${sql.lit(PARTITION_LOCK)}) as "isMine"`.execute(db);
  return rows[0]?.isMine === true;
}

async function addMissing(
  db: Database,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select c.relname as name from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent in ('transactions'::regclass, 'events'::regclass, 'callback_attempts'::regclass)
  `.execute(db);
  const existing = new Set(rows.map(({ name }) => name));
  const added: string[] = [];
  for (const [table, column] of PARTITIONED) {
    const months = new Set((await monthsInDefault(db, table, column)).slice(-MOST_MOVED));
    for (let month = monthOf(fromMs); month <= monthOf(toMs); month += 1) months.add(month);
    for (const month of [...months].sort((a, b) => a - b)) {
      const name = `${table}_${nameOf(month)}`;
      if (existing.has(name)) continue;
      // A long history in one transaction would need more locks than a server has room for.
      await inTransaction(db, () => addPartition(db, { table, column, name, month }));
      added.push(name);
    }
  }
  return added;
}

/**
 * Finds the months of the rows in a default partition, each with one look into its key. There are none when the ids do
 * not begin with a time.
 */
async function monthsInDefault(db: Database, table: string, column: string): Promise<Month[]> {
  const months: Month[] = [];
  for (let after = ''; ; ) {
    const { rows } = await sql<{ readonly first: string | null }>`
      select min(${sql.ref(column)}) as first from ${sql.table(`${table}_default`)}
      where ${sql.ref(column)} >= ${after}`.execute(db);
    const first = rows[0]?.first ?? null;
    // An id that does not begin with a time belongs to no month.
    if (first === null || !/^[0-9a-f]{8}/.test(first)) return months;
    const month = monthOf(timeOfId(first));
    months.push(month);
    if (months.length > MOST_MONTHS) return [];
    if (startOf(month + 1) >= LAST_ID_MS) return months;
    after = firstIdAt(startOf(month + 1));
  }
}

interface NewPartition {
  readonly table: string;
  readonly column: string;
  readonly name: string;
  readonly month: Month;
}

/**
 * Makes a table, fills it with its rows of the default partition and attaches it: reads and writes of the other
 * partitions go on meanwhile.
 */
async function addPartition(db: Database, { table, column, name, month }: NewPartition): Promise<void> {
  const [from, to] = [firstIdAt(startOf(month)), firstIdAt(startOf(month + 1))];
  await run(db, 'set local statement_timeout = 0');
  await run(db, `create table ${name} (like ${table} including defaults including constraints)`);
  await run(
    db,
    `alter table ${name} set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)`,
  );
  await run(db, `lock table ${table}_default in access exclusive mode`);
  await run(
    db,
    `with moved as (
      delete from ${table}_default where ${column} >= '${from}' and ${column} < '${to}' returning *
    ) insert into ${name} select * from moved`,
  );
  await run(db, `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** The last time that eight hexadecimal digits of seconds can name. */
const LAST_ID_MS = 0xffffffff * 1000;

function monthOf(timeMs: number): Month {
  const date = new Date(timeMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

function startOf(month: Month): number {
  return Date.UTC(1970 + Math.floor(month / 12), month % 12);
}

function nameOf(month: Month): string {
  return new Date(startOf(month)).toISOString().slice(0, 7).replace('-', '_');
}

async function inTransaction(db: Database, work: () => Promise<void>): Promise<void> {
  await run(db, 'begin');
  try {
    await work();
    await run(db, 'commit');
  } catch (error) {
    await run(db, 'rollback').catch(() => {});
    throw error;
  }
}

async function run(db: Database, statement: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(statement));
}
