import type { AmountLimits } from '../../../src/banks/domain/bank.ts';
import type { LineAction } from '../../../src/reconciliation/domain/matching/model.ts';
import type { LineOutcome, LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { refuseUnusual } from '../../../src/transactions/domain/final-amount.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { staleSequence, type TransitionCommand } from '../../../src/transactions/domain/transition.ts';
import { appendAudit } from '../../audit/commands/append-audit.ts';
import { lockCredits, lockTransactions } from '../../engines/statements.ts';
import { confirmRefund } from '../../payouts/commands/confirm-refund.ts';
import { notePaidBy } from '../../payouts/commands/note-lines.ts';
import { findNamedPayout, namesPayout } from '../../payouts/queries/named-payout.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransaction } from '../../transactions/queries/transactions.ts';
import {
  applyOne,
  type ByOperator,
  findPayingLines,
  lockLines,
  refuse,
  refuseOfPlan,
  severalOf,
} from './lines.ts';
import { findDoubtful, type OpenLines, openLinesOf, refuseOfPayment, refuseUsed } from './open-lines.ts';
import { type DecidedLine, storeDecisions } from './store-decisions.ts';

interface ConfirmLines extends ByOperator {
  /** One line, or several that pay the transaction together. None is named twice. */
  readonly lineIds: readonly string[];
  /** The ids of the decisions, one for each line. */
  readonly decisionIds: readonly string[];
  /** The transaction, or the refund. */
  readonly transactionId: string;
  /** The sequence of the transaction that the operator has seen. */
  readonly sequence?: number | undefined;
  readonly reason?: string | undefined;
  readonly acceptDifference?: boolean | undefined;
  /** The limits of the bank for the type of the transaction; undefined if unknown. */
  readonly limits?: AmountLimits | undefined;
  /** How long to wait before it takes effect, unless it is undone first; 0 for now. */
  readonly holdMs: number;
}

/**
 * Stores an operator's decision that lines belong to a transaction, and makes the transition that follows. If the
 * transaction was settled by hand with the same amount, the lines are only noted as its payment. With `holdMs`,
 * everything is checked in the same way but only planned, and until then the lines do not change. A refund is paid, or
 * returned, at once.
 */
export async function confirmLines(trx: DatabaseTransaction, request: ConfirmLines): Promise<LineOutcome> {
  const { transactionId, lineIds, decisionIds } = request;
  const lines = openLinesOf(await lockLines(trx, lineIds), lineIds);
  if ('type' in lines) return refuse(lines);
  const unfit =
    (await refuseOfPayment(trx, lines, transactionId)) ?? (await refuseUsed(trx, lines, transactionId));
  if (unfit) return refuse(unfit);
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  if (!transaction)
    return confirmRefund(
      trx,
      { ...request, refundId: transactionId, decisionId: decisionIds[0] ?? '' },
      lines,
    );
  // No bank money belongs to a test transaction.
  if (transaction.isTest) return refuse({ type: 'transaction-missing' });
  const effect = effectOf(lines, transaction);
  const endToEndId = await findNamedPayout(trx, request);
  if (effect === 'reverse' && endToEndId === undefined && (await namesPayout(trx, request)))
    return refuse({ type: 'names-other-payout' });
  const refusal = effect
    ? refuseTarget(lines, transaction, { ...request, isNamed: endToEndId !== undefined })
    : { type: 'wrong-direction' as const };
  if (refusal || !effect) return refuse(refusal ?? { type: 'wrong-direction' });
  const paying = effect === 'reverse' ? undefined : await findPayingLines(trx, [transactionId]);
  const other = paying?.get(transactionId);
  if (other !== undefined) return refuse({ type: 'paid-by-another', lineId: other });
  const planned = await refuseOfPlan(trx, { lineIds, transactionId }, request.steadyNowMs);
  if (planned) return refuse(planned);
  const confirmed = { lines, transaction, effect, endToEndId };
  await lockCredits(trx, [lines.accountId]);
  const doubtful = await refuseDoubtful(trx, request, confirmed);
  if (doubtful) return refuse(doubtful);
  const applied = await apply(trx, request, confirmed);
  if (applied.kind === 'refused' || applied.isPlanned) return applied;
  const [lineId = ''] = lineIds;
  if (endToEndId !== undefined && effect !== 'reverse')
    await notePaidBy(trx, { endToEndIds: [endToEndId], lineId, nowMs: request.nowMs });
  await storeConfirmed(trx, request, confirmed);
  return applied;
}

/** A transition, or `pay`: the lines are noted as the payment of a transaction that was settled by hand. */
type LineEffect = 'settle' | 'correct' | 'reverse' | 'pay';

interface Confirmation {
  readonly lines: OpenLines;
  readonly transaction: Transaction;
  readonly effect: LineEffect;
  /** The id of the payout that the lines name. */
  readonly endToEndId: string | undefined;
}

/**
 * Returns the effect of credits or debits on a transaction; undefined if there is none. Several lines together can only
 * pay it.
 */
function effectOf(
  { direction, currency, sumMinor, all }: OpenLines,
  { type, status, ...transaction }: Transaction,
): LineEffect | undefined {
  const pays = (direction === 'credit') === (type === 'deposit');
  if (!pays) return status === 'successful' && all.length === 1 ? 'reverse' : undefined;
  const isComparable = transaction.currency === currency;
  if (status === 'successful' && (!isComparable || transaction.finalAmountMinor === sumMinor)) return 'pay';
  return status === 'unsuccessful' ? 'correct' : 'settle';
}

/**
 * Refuses a transaction that the lines cannot belong to. Lines in another currency pay nothing, except a debit that
 * names its payout, which the bank has converted.
 */
function refuseTarget(
  lines: OpenLines,
  transaction: Transaction,
  { sequence, acceptDifference, isNamed }: ConfirmLines & { readonly isNamed: boolean },
): LineRefusal | undefined {
  if (sequence !== undefined && sequence !== transaction.sequence)
    return staleSequence(transaction, sequence);
  const { id: transactionId, currency, amountMinor } = transaction;
  if (currency === lines.currency) return undefined;
  if (lines.direction === 'credit' || !isNamed) return { type: 'other-currency', currency };
  return acceptDifference ? undefined : { type: 'payout-differs', transactionId, amountMinor, currency };
}

/** Refuses to use money that may have gone back or been used already, unless the operator says that it is there. */
async function refuseDoubtful(
  trx: DatabaseTransaction,
  { acceptDifference, limits }: ConfirmLines,
  { lines, transaction, effect }: Confirmation,
): Promise<LineRefusal | undefined> {
  if (acceptDifference) return undefined;
  const doubtful = await findDoubtful(trx, lines.all, effect === 'reverse' ? ['same-payment'] : undefined);
  if (!doubtful || effect === 'pay') return doubtful;
  const { sumMinor: finalAmountMinor } = lines;
  return {
    ...doubtful,
    unusual: refuseUnusual(effect === 'reverse' ? paidOf(transaction) : transaction, {
      finalAmountMinor,
      limits,
    }),
  };
}

/**
 * Returns a transaction with the amount that was paid. A reversal takes all of it back, so a line with another amount
 * is hardly its reason.
 */
function paidOf(transaction: Transaction): Transaction {
  return { ...transaction, amountMinor: transaction.finalAmountMinor ?? transaction.amountMinor };
}

async function apply(
  trx: DatabaseTransaction,
  request: ConfirmLines,
  { lines: { sumMinor, currency }, transaction, effect, endToEndId }: Confirmation,
): Promise<LineOutcome> {
  if (effect === 'pay') return { kind: 'stored', transaction: undefined, isPlanned: false };
  const { id, sequence, amountMinor } = transaction;
  const { reason, acceptDifference, limits, lineIds, decisionIds, holdMs } = request;
  const [lineId = ''] = lineIds;
  const unusual =
    effect === 'reverse' &&
    refuseUnusual(paidOf(transaction), { finalAmountMinor: sumMinor, acceptDifference, limits });
  if (unusual) return refuse(unusual);
  // A debit in another currency has paid the amount in the file.
  const finalAmountMinor = currency === transaction.currency ? sumMinor : amountMinor;
  const terms = { finalAmountMinor, acceptDifference, limits, isByLine: true };
  const command: TransitionCommand =
    effect === 'reverse' ? { kind: effect, sequence, reason } : { kind: effect, sequence, reason, ...terms };
  const plannedLines = { lineIds, decisionIds, sequence, reason, acceptDifference, limits };
  return applyOne(trx, request, {
    transactionId: id,
    command,
    endToEndId,
    ending: { by: 'credit', lineId, endToEndId: endToEndId ?? null },
    ...(holdMs > 0 && { plan: { holdMs, lines: plannedLines } }),
  });
}

async function storeConfirmed(
  trx: DatabaseTransaction,
  { clientId, decisionIds, eventId, nowMs, audit }: ConfirmLines,
  { lines: { all, sumMinor, direction }, transaction, effect }: Confirmation,
): Promise<void> {
  const { id: transactionId, sequence } = transaction;
  const action: LineAction = {
    kind: effect === 'correct' ? 'correct' : 'settle',
    transactionId,
    sequence,
    finalAmountMinor: sumMinor,
  };
  const made = all.map(
    (line, part): DecidedLine => ({
      decisionId: decisionIds[part] ?? '',
      decision: {
        lineId: line.id,
        state: 'matched',
        rule: 'operator',
        evidence: [],
        candidates: [],
        action,
      },
      actor: { kind: 'operator', clientId },
      part,
      eventId: effect === 'pay' ? null : eventId,
      settles: effect !== 'reverse',
    }),
  );
  await storeDecisions(trx, made, nowMs);
  if (effect === 'reverse' && direction === 'debit') await markReturns(trx, all);
  const [first] = all;
  if (!first) return;
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: first.id,
    before: { state: first.state },
    after: { state: 'matched', transactionId, transition: effect, ...severalOf(all.map(({ id }) => id)) },
  });
}

/**
 * Marks debits as returns of a deposit, because the operator says so. They stay among those that can have taken a
 * credit back.
 */
async function markReturns(trx: DatabaseTransaction, lines: OpenLines['all']): Promise<void> {
  await trx
    .updateTable('statement_lines')
    .set({ debit_kind: 'return' })
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .execute();
}
