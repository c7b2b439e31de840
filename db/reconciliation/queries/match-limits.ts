import { sql } from 'kysely';
import type { MatchTerms } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Database } from '../../tables.ts';

/** The time since which a deposit that ended is proposed. */
export function recentSinceMs({ nowMs, recentMs, lateGraceMs }: MatchTerms): number {
  return nowMs - recentMs - lateGraceMs;
}

/** Money of a statement never belongs to a test. */
export function selectLive(db: Database) {
  return db.selectFrom('transactions').where('is_test', '=', sql.lit(0));
}
