import { EXPORTED, type PayoutFacts } from '../../../src/payouts/domain/payout-state.ts';
import type { SentBatch, SentPayout } from '../../../src/payouts/domain/sent-batch.ts';
import { FILE_ID, GROUP_ID, payoutId } from './pain002-texts.ts';

/** The payout of a row: of 10.00 in the first row, 20.00 in the second. */
export function payoutOf(
  row: number,
  facts: Partial<PayoutFacts> = {},
  paymentInformationId = GROUP_ID,
): SentPayout {
  const endToEndId = payoutId(row);
  return {
    endToEndId,
    instructionId: `I-${endToEndId}`,
    paymentInformationId,
    amountMinor: row * 1000,
    facts: { ...EXPORTED, ...facts },
  };
}

export function batchOf(...payouts: readonly SentPayout[]): SentBatch {
  return { messageId: FILE_ID, currency: 'TRY', payouts };
}

/** The batch with the facts that changes have. */
export function withChanges(
  batch: SentBatch,
  changes: readonly { readonly endToEndId: string; readonly facts: PayoutFacts }[],
): SentBatch {
  const facts = new Map(changes.map((change) => [change.endToEndId, change.facts]));
  return {
    ...batch,
    payouts: batch.payouts.map((payout) => ({
      ...payout,
      facts: facts.get(payout.endToEndId) ?? payout.facts,
    })),
  };
}
