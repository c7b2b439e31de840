import type { Claim } from '../../../src/callbacks/outbox.ts';
import type { DatabaseTransaction } from '../../tables.ts';

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
 * earlier. Rows that another process is claiming or changing are left to it.
 * @returns the ids of their events.
 */
export async function claimCallbacks(
  trx: DatabaseTransaction,
  { claims, steadyNowMs, leaseEndsAtMs, lease }: ClaimCallbacks,
): Promise<string[]> {
  const claimed: string[] = [];
  for (const { clientId, limit } of claims) {
    const rows = await trx
      // Materialized, because PostgreSQL may otherwise run it several times and go beyond the limit.
      .with(
        (cte) => cte('due').materialized(),
        (db) =>
          db
            .selectFrom('callbacks')
            .select('event_id')
            .where('client_id', '=', clientId)
            .where('due_at_ms', '<=', steadyNowMs)
            .orderBy('due_at_ms')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
      )
      .updateTable('callbacks')
      .set({ due_at_ms: leaseEndsAtMs, lease })
      .where('event_id', 'in', (eb) => eb.selectFrom('due').select('due.event_id'))
      .returning('event_id')
      .execute();
    for (const row of rows) claimed.push(row.event_id);
  }
  return claimed;
}
