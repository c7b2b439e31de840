import type { DatabaseTransaction } from '../tables.ts';

export interface RetryCallbacks {
  readonly clientId: string;
  /** Only what waits for its next attempt since then or before. */
  readonly waitingSinceMs: number;
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** Makes due what waits for another attempt, unless its receiver asked for the wait. @returns how many. */
export async function retryCallbacks(
  trx: DatabaseTransaction,
  { clientId, waitingSinceMs, limit, steadyNowMs }: RetryCallbacks,
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
