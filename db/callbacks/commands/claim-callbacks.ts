import type { Claim } from '../../../src/callbacks/outbox.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { updateUnlocked } from './update-unlocked.ts';

interface ClaimCallbacks {
  readonly claims: readonly Claim[];
  readonly steadyNowMs: number;
  readonly leaseEndsAtMs: number;
  /** Identifies the process that claims. */
  readonly lease: string;
}

/**
 * Claims due callbacks, for each client the ones that are due longest. A claim sets their due time to the end of
 * the lease, so that no other process claims them before. The process that claimed them records or releases them
 * earlier.
 * @returns the ids of their events.
 */
export async function claimCallbacks(
  trx: DatabaseTransaction,
  { claims, steadyNowMs, leaseEndsAtMs, lease }: ClaimCallbacks,
): Promise<string[]> {
  const claimed: string[] = [];
  for (const { clientId, limit } of claims) {
    const rows = await updateUnlocked(trx, (callbacks) =>
      callbacks
        .where('client_id', '=', clientId)
        .where('due_at_ms', '<=', steadyNowMs)
        .orderBy('due_at_ms')
        .limit(limit),
    )
      .set({ due_at_ms: leaseEndsAtMs, lease })
      .returning('event_id')
      .execute();
    for (const row of rows) claimed.push(row.event_id);
  }
  return claimed;
}
