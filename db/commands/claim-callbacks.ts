import type { Claim } from '../../src/callbacks/outbox.ts';
import type { DatabaseTransaction } from '../tables.ts';

export interface ClaimCallbacks {
  readonly claims: readonly Claim[];
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  /** Names the process that claims. */
  readonly lease: string;
}

/**
 * Claims what is due, oldest first for each client. A claim is a time: until then nobody finds the callback due, and
 * its holder makes it due again or done.
 * @returns the ids of the events.
 */
export async function claimCallbacks(
  trx: DatabaseTransaction,
  { claims, nowMs, leaseEndsAtMs, lease }: ClaimCallbacks,
): Promise<string[]> {
  const claimed: string[] = [];
  for (const { clientId, limit } of claims) {
    const rows = await trx
      .updateTable('callbacks')
      .set({ due_at_ms: leaseEndsAtMs, lease })
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('callbacks')
          .select('event_id')
          .where('client_id', '=', clientId)
          .where('due_at_ms', '<=', nowMs)
          .orderBy('due_at_ms')
          .limit(limit),
      )
      .returning('event_id')
      .execute();
    for (const row of rows) claimed.push(row.event_id);
  }
  return claimed;
}
