import type { FactIndex, ReadLine } from './fact-index.ts';
import { namedDeposits } from './fact-index.ts';
import type { LineDecision, WithdrawalFacts } from './model.ts';
import { payeeKey } from './money-out.ts';
import { type Candidate, MAX_CANDIDATES, type Reason, rankCandidates } from './reasons.ts';

/**
 * Rule 0, before all deposits: withdrawals of ours that came back, and returns of anything else. Such a line never
 * settles a deposit.
 * @returns undefined for a line that is no return.
 */
export function decideReturn(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  if (subject.line.direction === 'debit') return decideTakeBack(subject, index);
  const byId = withdrawalsOf(subject, index);
  if (byId.length > 0) return payoutBack(subject, 'payout-back-id', byId);
  const { returnMark } = subject.reading;
  if (returnMark === null) return undefined;
  const toPayee = withdrawalsToPayee(subject, index);
  if (toPayee.length > 0) return payoutBack(subject, 'payout-back-iban', toPayee);
  return returned(subject, returnMark, []);
}

/** The withdrawals that a line names by our id, or by the bank's number of a payment with the same amount. */
export function withdrawalsOf(
  { line, reading }: ReadLine,
  index: FactIndex,
): readonly (readonly [WithdrawalFacts, Reason])[] {
  const byId = reading.transactionIds.flatMap((transactionId) => {
    const withdrawal = index.withdrawalsById.get(transactionId);
    const reason: Reason = { code: 'transaction-id', transactionId };
    return withdrawal ? [[withdrawal, reason] as const] : [];
  });
  if (byId.length > 0) return byId;
  return reading.bankReferences.flatMap((bankReference) => {
    const reason: Reason = { code: 'bank-reference', bankReference };
    const found = index.withdrawalsByBankReference.get(bankReference) ?? [];
    return found.filter(isSameMoney(line)).map((withdrawal) => [withdrawal, reason] as const);
  });
}

/** The withdrawals of the amount to the other account of a line. */
export function withdrawalsToPayee(
  { line }: ReadLine,
  index: FactIndex,
): readonly (readonly [WithdrawalFacts, Reason])[] {
  const { amountMinor, counterpartyIban } = line;
  if (counterpartyIban === null) return [];
  return (index.withdrawalsByPayee.get(payeeKey(amountMinor, counterpartyIban)) ?? [])
    .filter(isSameMoney(line))
    .map((withdrawal) => [withdrawal, { code: 'iban-own-payee' }] as const);
}

/** The candidates of a line among withdrawals, in a fixed order. */
export function withdrawalCandidates(
  { line }: ReadLine,
  found: readonly (readonly [WithdrawalFacts, Reason])[],
): readonly Candidate[] {
  const reasons = new Map<string, Reason[]>();
  for (const [{ transactionId, amountMinor, state }, reason] of found) {
    const differenceMinor = line.amountMinor - amountMinor;
    const amount: Reason =
      differenceMinor === 0 ? { code: 'amount-exact' } : { code: 'amount-differs', differenceMinor };
    const settled: readonly Reason[] =
      state === 'successful' ? [{ code: 'settled-already', byLineId: null }] : [];
    const known = reasons.get(transactionId);
    if (known) known.push(reason);
    else reasons.set(transactionId, [reason, amount, ...settled]);
  }
  return rankCandidates(
    [...reasons].map(([transactionId, given]) => ({
      ...{ candidate: { type: 'withdrawal', transactionId, reasons: given }, weight: given.length },
    })),
  );
}

function payoutBack(
  subject: ReadLine,
  rule: 'payout-back-id' | 'payout-back-iban',
  found: readonly (readonly [WithdrawalFacts, Reason])[],
): LineDecision {
  const { lineId, reading } = subject;
  const evidence: readonly Reason[] =
    reading.returnMark === null ? [] : [{ code: 'return-mark', mark: reading.returnMark }];
  const candidates = withdrawalCandidates(subject, found);
  return { lineId, state: 'payout-back', rule, evidence, candidates, action: null };
}

/** Money that had come in and goes out again, for example a deposit that is already settled. */
function decideTakeBack(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const { returnMark } = subject.reading;
  if (returnMark === null || withdrawalsOf(subject, index).length > 0) return undefined;
  const { isReversal, returnReason } = subject.line;
  // A word alone can be our own text, in a withdrawal that gives money back.
  const isOnlyWord = !isReversal && returnReason === null;
  if (isOnlyWord && withdrawalsToPayee(subject, index).length > 0) return undefined;
  const candidates = namedDeposits(subject.reading, index)
    .slice(0, MAX_CANDIDATES)
    .map(({ transactionId, reference, amountMinor }): Candidate => {
      const differenceMinor = subject.line.amountMinor - amountMinor;
      const amount: Reason =
        differenceMinor === 0 ? { code: 'amount-exact' } : { code: 'amount-differs', differenceMinor };
      const name: Reason = reference
        ? { code: 'reference', reference }
        : { code: 'transaction-id', transactionId };
      return { type: 'deposit', transactionId, reasons: [name, amount], rank: 1 };
    });
  return returned(subject, returnMark, candidates);
}

function returned({ lineId }: ReadLine, mark: string, candidates: readonly Candidate[]): LineDecision {
  const evidence: readonly Reason[] = [{ code: 'return-mark', mark }];
  return { lineId, state: 'returned', rule: 'return-mark', evidence, candidates, action: null };
}

function isSameMoney(line: { readonly amountMinor: number; readonly currency: string }) {
  return ({ amountMinor, currency }: WithdrawalFacts) =>
    amountMinor === line.amountMinor && currency === line.currency;
}
