import type { FactIndex, ReadLine } from './fact-index.ts';
import { feeWordIn } from './line-reading.ts';
import type { LineDecision } from './model.ts';
import { decideBatch } from './payout-batches.ts';
import { withdrawalCandidates, withdrawalsOf, withdrawalsToPayee } from './returned-money.ts';
import { decideSentBack } from './sent-back.ts';

/** Money out: a withdrawal that is paid, a fee of the bank, or something else. Nothing settles by itself. */
export function decideDebit(subject: ReadLine, index: FactIndex): LineDecision {
  const { lineId, line, reading } = subject;
  const none = { lineId, evidence: [], action: null } as const;
  const byId = withdrawalsOf(subject, index);
  if (byId.length > 0)
    return { ...none, state: 'payout', rule: 'payout-id', candidates: withdrawalCandidates(subject, byId) };
  const toPayee = withdrawalsToPayee(subject, index);
  if (toPayee.length > 0)
    return {
      ...none,
      state: 'payout',
      rule: 'payout-iban',
      candidates: withdrawalCandidates(subject, toPayee),
    };
  const sentBack = decideSentBack(subject, index);
  if (sentBack) return sentBack;
  const word = feeWordIn(reading.words);
  // A bank has no IBAN when it charges us.
  if (word !== undefined && line.counterpartyIban === null)
    return { ...none, state: 'fee', rule: 'fee-words', evidence: [{ code: 'fee', word }], candidates: [] };
  // One of many withdrawals may be of exactly the amount.
  const isCrowded = index.facts.crowded?.withdrawals.has(line.amountMinor);
  const batch = isCrowded ? undefined : decideBatch(subject, index);
  return batch ?? { ...none, state: 'other-debit', rule: 'debit', candidates: [] };
}
