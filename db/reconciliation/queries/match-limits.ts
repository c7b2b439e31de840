import { sql } from 'kysely';
import type { MatchTerms } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Database } from '../../tables.ts';

/** Returns the time since which an ended deposit is still proposed. */
export function recentSinceMs({ nowMs, recentMs, lateGraceMs }: MatchTerms): number {
  return nowMs - recentMs - lateGraceMs;
}

/** Selects transactions without tests, since bank money never belongs to a test. */
export function selectLive(db: Database) {
  return db.selectFrom('transactions').where('is_test', '=', sql.lit(0));
}
