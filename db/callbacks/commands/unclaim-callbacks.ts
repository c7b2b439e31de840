import type { DatabaseTransaction } from '../../tables.ts';

interface UnclaimCallbacks {
  readonly eventIds: readonly string[];
  readonly steadyNowMs: number;
  /** Identifies the process that has claimed them. */
  readonly lease: string;
}

/** Makes callbacks that were claimed and not sent due at once. */
export async function unclaimCallbacks(
  trx: DatabaseTransaction,
  { eventIds, steadyNowMs, lease }: UnclaimCallbacks,
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs, lease: null })
    .where('event_id', 'in', eventIds)
    .where('lease', '=', lease)
    .execute();
}

/** Ends every lease. Only for the sole process of a database: the processes that claimed callbacks are gone. */
export async function endLeases(
  trx: DatabaseTransaction,
  { steadyNowMs }: { readonly steadyNowMs: number },
): Promise<void> {
  await trx
    .updateTable('callbacks')
    .set({ due_at_ms: steadyNowMs, lease: null })
    .where('due_at_ms', 'is not', null)
    .where('lease', 'is not', null)
    .execute();
}
