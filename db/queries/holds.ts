import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { MAX_HOLD_SECONDS } from '../../src/domain/undo.ts';
import type { Database, Tables } from '../tables.ts';

/** The condition of a hold that is over; `isOver` in src/domain/undo.ts, in SQL. */
export function holdIsOver(eb: ExpressionBuilder<Tables, 'holds'>, steadyNowMs: number): Expression<SqlBool> {
  return eb.or([
    eb('holds.ends_at_ms', '<=', steadyNowMs),
    eb('holds.ends_at_ms', '>', steadyNowMs + MAX_HOLD_SECONDS * 1000),
  ]);
}

/**
 * Finds the transactions with holds whose time is over and that nobody has ended yet, the first ones of them. The table
 * has the holds of the last seconds only.
 */
export async function findEndedHolds(db: Database, steadyNowMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('holds')
    .select('transaction_id')
    .where((eb) => holdIsOver(eb, steadyNowMs))
    .orderBy('ends_at_ms')
    .limit(limit)
    .execute();
  return rows.map((row) => row.transaction_id);
}

/** Whether any event is held back, or was until now. */
export async function hasHold(db: Database): Promise<boolean> {
  const row = await db.selectFrom('holds').select('event_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
