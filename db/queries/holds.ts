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

/** Whether the time of a hold is over that nobody has ended yet. The table has the holds of the last seconds only. */
export async function hasEndedHold(db: Database, steadyNowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('holds')
    .select('event_id')
    .where((eb) => holdIsOver(eb, steadyNowMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any event is held back, or was until now. */
export async function hasHold(db: Database): Promise<boolean> {
  const row = await db.selectFrom('holds').select('event_id').limit(1).executeTakeFirst();
  return row !== undefined;
}
