import { sql } from 'kysely';
import { LONGEST_STANDSTILL_MS } from '../../../src/kernel/clock.ts';
import type { DatabaseTransaction } from '../../tables.ts';

interface BoundExpiry {
  readonly steadyNowMs: number;
  /** The time that a new deposit may be pending. */
  readonly depositTtlMs: number;
  /** The time that a deposit may be pending after its payer reported the money as sent. */
  readonly sentTtlMs: number;
}

/**
 * Gives the time of a new one to each deposit that would be pending for longer than any: the clock of an earlier
 * process was ahead.
 */
export async function boundExpiry(
  trx: DatabaseTransaction,
  { steadyNowMs, depositTtlMs, sentTtlMs }: BoundExpiry,
): Promise<void> {
  await trx
    .updateTable('transactions')
    .set((eb) => ({
      expires_at_ms: eb
        .case()
        .when('sent_at_ms', 'is', null)
        .then(steadyNowMs + depositTtlMs)
        .else(steadyNowMs + sentTtlMs)
        .end(),
    }))
    // Literals, so that the planner uses the partial index of pending deposits.
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .where('expires_at_ms', '>', steadyNowMs + depositTtlMs + sentTtlMs + LONGEST_STANDSTILL_MS)
    .execute();
}
