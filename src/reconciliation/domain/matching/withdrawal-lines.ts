import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import type { LineDecision, WithdrawalFacts } from './model.ts';
import { type Candidate, type Reason, rankCandidates } from './reasons.ts';

/** Withdrawals, with the reason by which the line names them in addition to the amount. */
type FoundWithdrawals = readonly (readonly [WithdrawalFacts, Reason?])[];

/**
 * Decides about withdrawals that came back, and returns of anything else. Such a line never settles a deposit.
 * @returns undefined for a credit that is neither.
 */
export function decideReturn(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const byId = withdrawalsOf(subject, index);
  if (byId.length > 0) return payoutBack(subject, 'payout-back-id', byId);
  const { returnMark } = subject.reading;
  if (returnMark === null) return undefined;
  const toPayee = withdrawalsToPayee(subject, index);
  if (toPayee.length > 0) return payoutBack(subject, 'payout-back-iban', toPayee);
  return returned(subject, 'return-mark', []);
}

/** Finds the withdrawals that a line names by their ids. */
export function withdrawalsOf({ reading }: ReadLine, index: FactIndex): FoundWithdrawals {
  return reading.transactionIds.flatMap((transactionId) => {
    const withdrawal = index.withdrawalsById.get(transactionId);
    const reason: Reason = { code: 'transaction-id', transactionId };
    return withdrawal ? [[withdrawal, reason] as const] : [];
  });
}

/** Finds the withdrawals with a line's amount to its other account. */
export function withdrawalsToPayee({ line }: ReadLine, index: FactIndex): FoundWithdrawals {
  const { amountMinor, currency, counterpartyIban } = line;
  if (counterpartyIban === null) return [];
  return (index.withdrawalsByPayee.get(counterpartyIban) ?? [])
    .filter((one) => one.amountMinor === amountMinor && one.currency === currency)
    .map((withdrawal) => [withdrawal, { code: 'iban-own-payee' }] as const);
}

/** Returns the candidates of a line among withdrawals, pending ones first. */
export function withdrawalCandidates({ line }: ReadLine, found: FoundWithdrawals): Candidate[] {
  const distinct = new Map(
    found.map(([withdrawal, reason]) => [withdrawal.transactionId, { withdrawal, reason }]),
  );
  return rankCandidates(
    [...distinct.values()].map(({ withdrawal: { transactionId, amountMinor, state }, reason }) => {
      const settled: readonly Reason[] =
        state === 'successful' ? [{ code: 'settled-already', byLineId: null }] : [];
      const named = reason ? [reason] : [];
      const reasons = [...named, amountReason(line.amountMinor - amountMinor), ...settled];
      const weight = Number(state === 'pending') + Number(line.amountMinor === amountMinor);
      return { candidate: { type: 'withdrawal', transactionId, reasons }, weight };
    }),
  );
}

function payoutBack(
  subject: ReadLine,
  rule: 'payout-back-id' | 'payout-back-iban',
  found: FoundWithdrawals,
): LineDecision {
  const { lineId, reading } = subject;
  const { returnMark } = reading;
  const evidence: readonly Reason[] = returnMark === null ? [] : [{ code: 'return-mark', mark: returnMark }];
  const candidates = withdrawalCandidates(subject, found);
  return { lineId, state: 'payout-back', rule, evidence, candidates, action: null };
}

/** Returns the decision about a line that gives money back, with the deposits that it names. */
export function returned(
  { lineId, reading }: ReadLine,
  rule: 'return-mark' | 'sent-back',
  candidates: readonly Candidate[],
): LineDecision {
  const { returnMark } = reading;
  const evidence: readonly Reason[] = returnMark === null ? [] : [{ code: 'return-mark', mark: returnMark }];
  return { lineId, state: 'returned', rule, evidence, candidates, action: null };
}

/** Returns the deposits that a debit names, since it may give back the money of one. */
export function namedCandidates(subject: ReadLine, index: FactIndex): Candidate[] {
  const { line, reading } = subject;
  const ids = reading.transactionIds.flatMap((id) => index.depositsById.get(id) ?? []);
  const named = new Set([...namedDeposits(reading, index), ...ids]);
  return rankCandidates(
    [...named].map(({ transactionId, reference, amountMinor, state }) => {
      const name: Reason =
        reference === null || reading.transactionIds.includes(transactionId)
          ? { code: 'transaction-id', transactionId }
          : { code: 'reference', reference };
      const differenceMinor = line.amountMinor - amountMinor;
      const weight = Number(differenceMinor === 0) + Number(state === 'successful');
      const reasons = [name, amountReason(differenceMinor)];
      return { candidate: { type: 'deposit', transactionId, reasons }, weight };
    }),
  );
}

export function amountReason(differenceMinor: number): Reason {
  return differenceMinor === 0 ? { code: 'amount-exact' } : { code: 'amount-differs', differenceMinor };
}
