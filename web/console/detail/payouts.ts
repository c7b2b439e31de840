import type { Payouts } from './detail-types.ts';

const PAID_BY_BATCH: ReadonlySet<string> = new Set(['waiting', 'exported', 'accepted', 'held']);

/** The batch that is going to pay a withdrawal, so that nobody may pay it by hand. */
export function batchPaying(payouts: Payouts): Payouts[number] | undefined {
  return payouts.find(({ rowState }) => PAID_BY_BATCH.has(rowState));
}
