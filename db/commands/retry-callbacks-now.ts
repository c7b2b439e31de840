import type { DatabaseTransaction } from '../tables.ts';

interface RetryCallbacksNow {
  readonly clientId: string;
  /** Only callbacks whose wait for the next attempt began then or earlier. */
  readonly waitingSinceMs: number;
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** Makes callbacks that wait for another attempt due, unless the receiver asked for the wait. @returns how many. */
export async function retryCallbacksNow(
  trx: DatabaseTransaction,
  { clientId, waitingSinceMs, limit, steadyNowMs }: RetryCallbacksNow,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', clientId)
        .where('due_at_ms', '>', steadyNowMs)
        .where('lease', 'is', null)
        .where('waits_since_ms', '<=', waitingSinceMs)
        .orderBy('due_at_ms')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
