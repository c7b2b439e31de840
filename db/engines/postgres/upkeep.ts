import { sql } from 'kysely';
import type { Database } from '../../tables.ts';
import type { SessionPart } from './session.ts';

/**
 * The number of changed rows, in addition to a share of all rows, after which the statistics of a table are renewed.
 */
const CHANGED_ROWS = 1_000;
const CHANGED_SHARE = 0.1;

/**
 * The daily work on a database: renews the statistics of tables that have changed much. The server does so by itself in
 * time, but not for a table that was just filled.
 */
export async function optimize(db: Database): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = current_schema()
      and n_mod_since_analyze > ${sql.lit(CHANGED_ROWS)} + ${sql.lit(CHANGED_SHARE)} * n_live_tup
  `.execute(db);
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
}

/** The number of beats of the session between two checks of the statistics. */
const BEATS_BETWEEN = 5;

/**
 * Renews statistics as soon as tables have grown: plans for an empty table read the whole table once it has rows, and
 * the server may check only once a minute.
 * @param runsJobs whether this process is the one that does so.
 */
export function keepStatistics(
  db: Database,
  runsJobs: () => boolean,
): SessionPart & { ended(): Promise<void> } {
  let beats = 0;
  let running: Promise<void> | undefined;
  return {
    async onBeat() {
      beats += 1;
      if (beats % BEATS_BETWEEN > 0 || running || !runsJobs()) return;
      // The next check tries again, and every other query has the same failure.
      running = optimize(db)
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
    },
    ended: async () => running,
  };
}

/**
 * The damage that the server itself knows of: pages with a wrong checksum, and indexes that lack rows. It
 * finds others only when it reads them; pg_amcheck reads everything.
 */
export async function findKnownDamages(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(
    db,
  );
  const invalid = await sql<{ readonly name: string }>`
    select c.relname as name
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not i.indisvalid
      -- The draft of an index that is being built beside its table.
      and c.relname !~ '_cc(new|old)[0-9]*$'
    order by 1`.execute(db);
  const failures = rows[0]?.failures ?? 0;
  return [
    ...(failures > 0 ? [`${failures} pages had a wrong checksum (pg_stat_database)`] : []),
    ...invalid.rows.map(
      ({ name }) => `the index ${name} is invalid: drop it and make it again, or reindex it`,
    ),
  ];
}
