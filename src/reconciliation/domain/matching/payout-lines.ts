import { groupBy } from '../../../kernel/group-by.ts';
import type { LineChange, UnmatchedLine } from '../../../payouts/domain/booked-line.ts';
import { applyDebits, applyReturns } from '../../../payouts/domain/debits.ts';
import { messageIdOf } from '../../../payouts/domain/file-ids.ts';
import type { SentBatch } from '../../../payouts/domain/sent-batch.ts';
import type { LineAction, LineDecision } from './decision.ts';
import type { FactIndex, ReadLine } from './fact-index.ts';
import type { FiledPayout, WithdrawalFacts } from './model.ts';
import type { Reason } from './reasons.ts';
import { isOutAgain, type StillOut, stillOut } from './still-out.ts';
import { withdrawalCandidates } from './withdrawal-lines.ts';

/**
 * Decides about a line that names payouts of a file, by ids that only such a file has. **A debit settles by itself** the
 * payout whose end-to-end id it has, or all open ones of the payment that it names, when account, currency, amount, and for
 * a payment also the count, are exactly theirs. It pays a refund in the same way. **A credit reverses** the one payout whose
 * id and amount it has, once a debit has shown that it was paid, and nothing else of the withdrawal is out: see stillOut.
 * A line that does not agree waits.
 * @returns undefined for a line that names none.
 */
export function decidePayout(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const filed = filedPayoutsOf(subject, index);
  const [first] = filed;
  if (first === undefined) return undefined;
  const { lineId, line } = subject;
  const { changes, unmatched } = effectOf(subject, filed);
  const named = new Map(filed.map((payout) => [payout.endToEndId, payout]));
  const changed = changes.flatMap(({ endToEndId }) => named.get(endToEndId) ?? []);
  const isDebit = line.direction === 'debit';
  const outAgain = isDebit && filed.some((one) => wentOutAgain(lineId, one, index));
  const found = doubtsOf(subject, { filed, changed, unmatched, changes, outAgain });
  const doubts = found.length > 0 || isDebit ? found : changed.flatMap((one) => outOf(lineId, one, index));
  const evidence = [namingReason(subject, first), ...doubts];
  const candidates = withdrawalCandidates(
    subject,
    filed
      .filter(({ isRefund }) => !isRefund)
      .map((payout) => [payout.withdrawal, { code: 'end-to-end-id', endToEndId: payout.endToEndId }]),
  );
  if (changed.length === 0 || doubts.length > 0) {
    const state = isDebit ? 'payout' : 'payout-back';
    return { lineId, state, rule: 'payout-open', evidence, candidates, action: null };
  }
  const actions = changed.map((payout) => actionOf(payout, isDebit));
  const [action = null, ...others] = actions;
  const made = { lineId, state: 'matched', rule: isDebit ? 'payout-paid' : 'payout-returned' } as const;
  if (others.length === 0 && !changed[0]?.isRefund) return { ...made, evidence, candidates, action };
  return { ...made, evidence, candidates, action: null, actions };
}

/** Finds the money of a withdrawal or refund that is still out when a credit returns one payout of it. */
function outOf(
  lineId: string,
  { endToEndId, withdrawal }: FiledPayout,
  { facts }: FactIndex,
): readonly StillOut[] {
  const money = facts.sentMoney.get(withdrawal.transactionId);
  return money ? stillOut(money, { by: 'credit', lineId, endToEndId }) : [];
}

/** Whether a debit pays a payout once more after its withdrawal or refund has come back. */
function wentOutAgain(lineId: string, { withdrawal }: FiledPayout, { facts }: FactIndex): boolean {
  const money = facts.sentMoney.get(withdrawal.transactionId);
  return withdrawal.state === 'reversed' && money !== undefined && isOutAgain(money, lineId);
}

/** The payouts that a line names: by their own ids, or by that of their payment. */
function filedPayoutsOf({ line, reading }: ReadLine, { payoutsById, payoutsByPayment }: FactIndex) {
  const single = reading.payoutIds.flatMap((id) => payoutsById.get(id) ?? []);
  if (single.length > 0 || line.direction === 'credit') return single;
  const [paymentId] = reading.paymentIds;
  return (paymentId !== undefined && payoutsByPayment.get(paymentId)) || [];
}

function effectOf({ lineId, line, reading }: ReadLine, filed: readonly FiledPayout[]) {
  const [only, ...others] = reading.payoutIds;
  const { amountMinor, currency } = line;
  const count = countOf(line);
  const [paymentId = null] = reading.paymentIds;
  const endToEndId = only !== undefined && others.length === 0 ? only : null;
  const booked = { lineId, amountMinor, currency, endToEndId, count };
  const paymentInformationId = only === undefined ? paymentId : null;
  const apply = line.direction === 'debit' ? applyDebits : applyReturns;
  return apply([{ ...booked, paymentInformationId }], batchesOf(filed));
}

/** How many payments a line stands for; null where that is not known. */
export function countOf({
  paymentCount,
  isCollective,
}: Pick<ReadLine['line'], 'paymentCount' | 'isCollective'>): number | null {
  return paymentCount ?? (isCollective ? null : 1);
}

export function batchesOf(filed: readonly FiledPayout[]): readonly SentBatch[] {
  return [...groupBy(filed, ({ batch }) => batch.number)].map(([number, payouts]) => ({
    messageId: messageIdOf(number),
    currency: payouts[0]?.batch.currency ?? '',
    payouts,
  }));
}

function namingReason({ reading }: ReadLine, { endToEndId, paymentInformationId }: FiledPayout): Reason {
  if (reading.payoutIds.length > 0) return { code: 'end-to-end-id', endToEndId };
  return { code: 'payment-id', paymentId: paymentInformationId };
}

interface Effect {
  readonly filed: readonly FiledPayout[];
  readonly changed: readonly FiledPayout[];
  readonly unmatched: readonly UnmatchedLine[];
  readonly changes: readonly LineChange[];
  readonly outAgain: boolean;
}

/** What keeps a line from changing the payouts that it names. */
function doubtsOf(
  { line, bankAccountId }: ReadLine,
  { filed, changed, unmatched, changes, outAgain }: Effect,
): Reason[] {
  const isDebit = line.direction === 'debit';
  const doubts: Reason[] = unmatched.flatMap((one) => doubtOf(one, line.amountMinor, filed) ?? []);
  const elsewhere = filed.find(({ batch }) => batch.accountId !== bankAccountId);
  if (elsewhere) doubts.push({ code: 'other-account', bankAccountId: elsewhere.batch.accountId });
  // What takes an earlier line back pays nothing.
  if (isDebit && (line.isReversal || line.returnReason !== null))
    doubts.push({ code: 'return-mark', mark: line.returnReason ?? 'reversal' });
  if (changes.some(({ contradiction }) => contradiction === 'returned-but-not-paid'))
    doubts.push({ code: 'not-paid-yet' });
  const other = changed.find(({ withdrawal }) => withdrawal.state !== (isDebit ? 'pending' : 'successful'));
  if (other) doubts.push(stateReason(other.withdrawal));
  return outAgain ? [...doubts.filter(({ code }) => code !== 'ended'), { code: 'out-again' }] : doubts;
}

function stateReason({ state }: WithdrawalFacts): Reason {
  if (state === 'pending') return { code: 'not-paid-yet' };
  if (state === 'successful') return { code: 'settled-already', byLineId: null };
  return { code: 'ended', state, lateMs: null };
}

function doubtOf(
  unmatched: UnmatchedLine,
  lineMinor: number,
  filed: readonly FiledPayout[],
): Reason | undefined {
  switch (unmatched.kind) {
    case 'no-id':
    case 'unknown-id':
      return { code: 'several-payouts' };
    case 'other-currency':
      return { code: 'other-currency', currency: unmatched.currency };
    case 'other-amount':
      return { code: 'amount-differs', differenceMinor: lineMinor - unmatched.amountMinor };
    case 'other-total':
      return { code: 'other-total', count: unmatched.count, sumMinor: unmatched.sumMinor };
    case 'repeated': {
      const known = filed.find(({ endToEndId }) => unmatched.endToEndIds.includes(endToEndId));
      const isEnded = known && !['pending', 'successful'].includes(known.withdrawal.state);
      return isEnded ? stateReason(known.withdrawal) : { code: 'settled-already', byLineId: null };
    }
  }
}

function actionOf(filed: FiledPayout, isDebit: boolean): LineAction {
  const { withdrawal, batch, endToEndId, amountMinor, isRefund } = filed;
  const { transactionId, sequence } = withdrawal;
  const [pay, giveBack] = isRefund
    ? (['pay-refund', 'return-refund'] as const)
    : (['settle', 'reverse'] as const);
  const kind = isDebit ? pay : giveBack;
  const payout = { endToEndId, accountId: batch.accountId };
  return { kind, transactionId, sequence, finalAmountMinor: amountMinor, payout };
}
