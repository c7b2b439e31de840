import type { LineAction, LineDecision } from './decision.ts';
import type { FactIndex, ReadLine } from './fact-index.ts';
import type { FiledPayout } from './model.ts';
import { effectOfLine, endedReason, NOT_PAID_YET, SETTLED_ALREADY } from './payout-effect.ts';
import type { Reason } from './reasons.ts';
import { isOutAgain, type StillOut, stillOut } from './still-out.ts';
import { withdrawalCandidates } from './withdrawal-lines.ts';

/**
 * Decides about a line that names payouts by ids that only bank files have. **A debit automatically settles** the
 * payout whose end-to-end id it has, or all open payouts of the payment that it names, if account, currency and amount
 * are exactly theirs: see effectOfLine. It pays a refund in the same way. **A credit reverses** the one payout whose id
 * and amount it has, once a debit has shown that it was paid and no other money of the withdrawal is out: see stillOut.
 * A line that does not agree waits.
 * @returns undefined for a line that names no payout.
 */
export function decidePayout(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const filed = filedPayoutsOf(subject, index);
  const [first] = filed;
  if (first === undefined) return undefined;
  const { lineId, line } = subject;
  const effect = effectOfLine(subject, filed);
  const [changed, doubt] = 'doubt' in effect ? [[], effect.doubt] : [effect.changed];
  const isDebit = line.direction === 'debit';
  const outAgain = isDebit && filed.some((one) => wentOutAgain(lineId, one, index));
  const found = doubtsOf(subject, { filed, changed, doubt, outAgain });
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

/** Finds the payouts that a line names by their own ids or by that of their payment. */
function filedPayoutsOf({ line, reading }: ReadLine, { payoutsById, payoutsByPayment }: FactIndex) {
  const single = reading.payoutIds.flatMap((id) => payoutsById.get(id) ?? []);
  if (single.length > 0 || line.direction === 'credit') return single;
  const [paymentId] = reading.paymentIds;
  return (paymentId !== undefined && payoutsByPayment.get(paymentId)) || [];
}

function namingReason({ reading }: ReadLine, { endToEndId, paymentInformationId }: FiledPayout): Reason {
  if (reading.payoutIds.length > 0) return { code: 'end-to-end-id', endToEndId };
  return { code: 'payment-id', paymentId: reading.paymentIds[0] ?? paymentInformationId };
}

interface Effect {
  readonly filed: readonly FiledPayout[];
  readonly changed: readonly FiledPayout[];
  readonly doubt: Reason | undefined;
  readonly outAgain: boolean;
}

/** Lists what keeps a line from changing the payouts that it names. */
function doubtsOf(
  { line, bankAccountId }: ReadLine,
  { filed, changed, doubt, outAgain }: Effect,
): readonly Reason[] {
  const isDebit = line.direction === 'debit';
  const doubts = doubt ? [doubt] : [];
  const elsewhere = filed.find(({ batch }) => batch.accountId !== bankAccountId);
  if (elsewhere) doubts.push({ code: 'other-account', bankAccountId: elsewhere.batch.accountId });
  // A line that takes an earlier one back pays nothing.
  if (isDebit && (line.isReversal || line.returnReason !== null))
    doubts.push({ code: 'return-mark', mark: line.returnReason ?? 'reversal' });
  const other = changed.find(({ withdrawal }) => withdrawal.state !== (isDebit ? 'pending' : 'successful'));
  if (other) doubts.push(endedReason(other) ?? (isDebit ? SETTLED_ALREADY : NOT_PAID_YET));
  return outAgain ? [...doubts.filter(({ code }) => code !== 'ended'), { code: 'out-again' }] : doubts;
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
