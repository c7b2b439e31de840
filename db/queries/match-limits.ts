import { sql } from 'kysely';
import type { Database } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A payment of ours comes back within this time, and a payment order is executed. */
export const PAYOUT_WINDOW_MS = 45 * DAY_MS;

/**
 * The transactions of one group of lines. On SQLite they are read in the writing thread, whose memory is limited, and
 * creates wait meanwhile.
 */
export const MOST_FOUND = 20_000;
/** The deposits of one group of lines: the name of each is compared. */
export const MOST_DEPOSITS = 5_000;
/** The withdrawals of one amount. */
export const MOST_WITHDRAWALS = 10_000;
/** The rows that a read visits to find those of some users. So many take some hundred milliseconds. */
export const MOST_VISITED = 500_000;
/** The rows of several amounts, or accounts, that one group visits. */
export const MOST_VISITED_AT_ONCE = 50_000;

export interface MatchTerms {
  readonly nowMs: number;
  readonly lateGraceMs: number;
  readonly nameWindowMs: number;
}

/** Transactions that were read. */
export interface Found<T> {
  readonly found: readonly T[];
  /** Whether there are more than may be read, so that some are missing. */
  readonly isCut: boolean;
}

/** The time since which a deposit that ended is recent. */
export function recentSinceMs({ nowMs, nameWindowMs, lateGraceMs }: MatchTerms): number {
  return nowMs - nameWindowMs - lateGraceMs;
}

/** Money of a statement never belongs to a test. */
export function selectLive(db: Database) {
  return db.selectFrom('transactions').where('is_test', '=', sql.lit(0));
}

/** Whether more rows are visited by a read of an index. It counts no further. */
export async function isMoreThan(
  db: Database,
  rows: ReturnType<typeof selectLive>,
  most: number,
): Promise<boolean> {
  const { count } = await db
    .selectFrom(
      rows
        .select(sql.lit(1).as('one'))
        .limit(most + 1)
        .as('visited'),
    )
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) > most;
}
