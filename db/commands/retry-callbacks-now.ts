import type { DatabaseTransaction } from '../tables.ts';

interface RetryCallbacksNow {
  readonly clientId: string;
  /** Limits the command to callbacks whose wait for the next attempt began then or earlier. */
  readonly waitingSinceMs: number;
  readonly limit: number;
  readonly steadyNowMs: number;
}

/**
 * Makes callbacks due that wait for another attempt, except for waits that the receiver requested.
 * @returns how many.
 */
export async function retryCallbacksNow(
  trx: DatabaseTransaction,
  { clientId, waitingSinceMs, limit, steadyNowMs }: RetryCallbacksNow,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .with(
      (cte) => cte('waiting').materialized(),
      (db) =>
        db
          .selectFrom('callbacks')
          .select('event_id')
          .where('client_id', '=', clientId)
          .where('due_at_ms', '>', steadyNowMs)
          .where('lease', 'is', null)
          .where('waits_since_ms', '<=', waitingSinceMs)
          .orderBy('due_at_ms')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs })
    .where('event_id', 'in', (eb) => eb.selectFrom('waiting').select('waiting.event_id'))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
