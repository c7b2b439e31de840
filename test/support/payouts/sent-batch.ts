import { EXPORTED, type PayoutFacts } from '../../../src/payouts/domain/payout-state.ts';
import type { SentBatch, SentPayout } from '../../../src/payouts/domain/sent-batch.ts';
import type { FiledPayout } from '../../../src/reconciliation/domain/matching/model.ts';
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

/** A payout as the matching reads it: its own debit shows in `facts`, any payment of it in `state`. */
export function filedOf(payout: SentPayout, state: FiledPayout['state'] = stateOfRow(payout)): FiledPayout {
  const { endToEndId, amountMinor } = payout;
  const currency = 'TRY';
  const paid = { transactionId: endToEndId, currency, amountMinor, iban: null, sequence: 1 };
  const batch = { number: 42, accountId: 'A', currency };
  return { ...payout, state, batch, isRefund: false, withdrawal: { ...paid, state: 'pending' } };
}

function stateOfRow({ facts }: SentPayout): FiledPayout['state'] {
  if (facts.isDebited) return facts.isReturned ? 'returned' : 'paid';
  return facts.bankStatus === 'RJCT' ? 'refused' : 'in';
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
