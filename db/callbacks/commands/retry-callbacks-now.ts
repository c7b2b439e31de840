import type { QueryCreator } from 'kysely';
import type { DatabaseTransaction, Tables } from '../../tables.ts';

interface RetryCallbacksNow {
  readonly clientId: string;
  /** Limits the command to callbacks whose wait for the next attempt began then or earlier. */
  readonly waitingSinceMs: number;
  readonly limit: number;
  readonly steadyNowMs: number;
}

/**
 * Makes callbacks due that wait for another attempt, except for waits that the receiver requested.
 * @returns whether more of them still wait: beyond the limit, or locked by another process.
 */
export async function retryCallbacksNow(
  trx: DatabaseTransaction,
  { clientId, waitingSinceMs, limit, steadyNowMs }: RetryCallbacksNow,
): Promise<boolean> {
  const selectWaiting = (db: QueryCreator<Tables>) =>
    db
      .selectFrom('callbacks')
      .select('event_id')
      .where('client_id', '=', clientId)
      .where('due_at_ms', '>', steadyNowMs)
      .where('lease', 'is', null)
      .where('waits_since_ms', '<=', waitingSinceMs);
  await trx
    .with(
      (cte) => cte('waiting').materialized(),
      (db) => selectWaiting(db).orderBy('due_at_ms').limit(limit).forUpdate().skipLocked(),
    )
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs })
    .where('event_id', 'in', (eb) => eb.selectFrom('waiting').select('waiting.event_id'))
    .execute();
  return (await selectWaiting(trx).limit(1).executeTakeFirst()) !== undefined;
}
