import type { FactIndex, ReadLine } from './fact-index.ts';
import { feeWordIn, type LineReading } from './line-reading.ts';
import type { LineDecision } from './model.ts';
import type { Reason } from './reasons.ts';
import { decideTakenBack } from './taken-back.ts';
import {
  namedCandidates,
  returned,
  withdrawalCandidates,
  withdrawalsOf,
  withdrawalsToPayee,
} from './withdrawal-lines.ts';

/** How many withdrawals of an amount are proposed. */
const MAX_OF_AMOUNT = 50;

/**
 * Decides about a debit: it pays a withdrawal, gives money back, is a fee of the bank, or something else. Nothing
 * settles automatically.
 */
export function decideDebit(subject: ReadLine, index: FactIndex): LineDecision {
  const { lineId, line, reading } = subject;
  const { currency, amountMinor } = line;
  const none = { lineId, evidence: [], action: null } as const;
  const byId = withdrawalsOf(subject, index);
  if (byId.length > 0)
    return { ...none, state: 'payout', rule: 'payout-id', candidates: withdrawalCandidates(subject, byId) };
  const toPayee = withdrawalsToPayee(subject, index);
  const given = namedCandidates(subject, index);
  // A word alone can come from the text of a withdrawal that gives money back.
  const isMarked = line.isReversal || line.returnReason !== null;
  if (isMarked || (reading.returnMark !== null && toPayee.length === 0))
    return returned(subject, 'return-mark', given);
  if (toPayee.length > 0)
    return {
      ...none,
      state: 'payout',
      rule: 'payout-iban',
      candidates: withdrawalCandidates(subject, toPayee),
    };
  if (given.length > 0) return returned(subject, 'sent-back', given);
  // Banks can leave out the id of a payout. An amount proves nothing, so a person confirms what the debit pays.
  if (index.facts.sentRefunds.some((one) => one.currency === currency && one.amountMinor === amountMinor))
    return { ...none, state: 'payout', rule: 'refund-amount', candidates: [] };
  const ofAmount = index.facts.sentPayouts.filter(
    (one) => one.currency === currency && one.amountMinor === amountMinor,
  );
  if (ofAmount.length > 0) {
    const candidates = withdrawalCandidates(
      subject,
      ofAmount.slice(0, MAX_OF_AMOUNT).map((one) => [one]),
    );
    return { ...none, state: 'payout', rule: 'payout-amount', candidates };
  }
  const word = feeWordIn(reading.words);
  // If a bank charges a fee, there is no IBAN.
  if (word !== undefined && line.counterpartyIban === null)
    return { ...none, state: 'fee', rule: 'fee-words', evidence: [{ code: 'fee', word }], candidates: [] };
  const lost = lostId(reading);
  if (lost) return { ...none, state: 'payout', rule: 'payout-open', evidence: [lost], candidates: [] };
  return decideTakenBack(subject, index) ?? { ...none, state: 'other-debit', rule: 'debit', candidates: [] };
}

/** Policies and passports have such numbers too, but without the zeros before the number of a batch. */
const BATCH_ID = /-G|^P00/;

/**
 * Finds the id of a payout, a payment or a file that no batch has: a restore may have lost it, but not the withdrawals
 * that it has paid.
 */
function lostId({ payoutIds: [endToEndId], paymentIds }: LineReading): Reason | undefined {
  if (endToEndId !== undefined) return { code: 'end-to-end-id', endToEndId };
  const paymentId = paymentIds.find((id) => BATCH_ID.test(id));
  return paymentId === undefined ? undefined : { code: 'payment-id', paymentId };
}
