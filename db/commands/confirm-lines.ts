import type { AmountLimits } from '../../src/domain/bank.ts';
import type { LineAction } from '../../src/domain/matching/model.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { staleSequence, type TransitionCommand } from '../../src/domain/transition.ts';
import type { LineOutcome, LineRefusal } from '../../src/operations/reconciliation/line-store.ts';
import { findWithHolds } from '../queries/released.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { appendAudit } from './common/append-audit.ts';
import {
  applyOne,
  type ByOperator,
  findPayingLines,
  lockLines,
  refuse,
  refuseHeld,
  severalOf,
} from './common/lines.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { type OpenLines, openLinesOf } from './common/open-lines.ts';
import { type DecidedLine, storeDecisions } from './common/store-decisions.ts';

interface ConfirmLines extends ByOperator {
  /** One line, or several that pay the transaction together. None is named twice. */
  readonly lineIds: readonly string[];
  /** The ids of the decisions, one for each line. */
  readonly decisionIds: readonly string[];
  readonly transactionId: string;
  /** The sequence of the transaction that the operator has seen. */
  readonly sequence?: number | undefined;
  readonly reason?: string | undefined;
  readonly acceptDifference?: boolean | undefined;
  /** The limits of the bank for the type of the transaction; undefined where they are not known. */
  readonly limits?: AmountLimits | undefined;
  /** The time for which the transition can be undone; 0 for none. */
  readonly holdMs: number;
}

/**
 * Makes the transition that the money of lines means for a transaction, with the decision of the operator. Where the
 * transaction was settled by hand with the same amount, the lines are noted as its payment, and nothing else changes;
 * that waits until the settle can no longer be undone.
 */
export async function confirmLines(trx: DatabaseTransaction, request: ConfirmLines): Promise<LineOutcome> {
  const { transactionId, lineIds } = request;
  const lines = openLinesOf(await lockLines(trx, lineIds), lineIds);
  if ('type' in lines) return refuse(lines);
  await lockTransactions(trx, [transactionId]);
  const [found] = await findWithHolds(trx, [transactionId]);
  const transaction = found?.stored;
  // No money of a bank belongs to a test.
  if (!transaction || transaction.isTest) return refuse({ type: 'transaction-missing' });
  const meaning = meaningOf(lines, transaction);
  const refusal = meaning ? refuseTarget(lines, transaction, request) : { type: 'wrong-direction' as const };
  if (refusal || !meaning) return refuse(refusal ?? { type: 'wrong-direction' });
  // The undo of a settle would leave the line closed, without a transition of its own.
  if (meaning === 'pay' && found.held) return refuseHeld(transactionId, found.held, request);
  const paying = meaning === 'reverse' ? undefined : await findPayingLines(trx, [transactionId]);
  const other = paying?.get(transactionId);
  if (other !== undefined) return refuse({ type: 'paid-by-another', lineId: other });
  const confirmed = { lines, transaction, meaning };
  const applied = await apply(trx, request, confirmed);
  if (applied.kind === 'refused') return applied;
  await storeConfirmed(trx, request, confirmed);
  return applied;
}

/** A transition, or that the lines are the payment of a transaction that was settled by hand. */
type Meaning = 'settle' | 'correct' | 'reverse' | 'pay';

interface Confirmed {
  readonly lines: OpenLines;
  readonly transaction: Transaction;
  readonly meaning: Meaning;
}

/** The meaning of money in or out for a transaction; undefined where it has none. Several lines only pay. */
function meaningOf(
  { direction, sumMinor, all }: OpenLines,
  { type, status, finalAmountMinor }: Transaction,
): Meaning | undefined {
  const pays = (direction === 'credit') === (type === 'deposit');
  if (!pays) return status === 'successful' && all.length === 1 ? 'reverse' : undefined;
  if (status === 'successful' && finalAmountMinor === sumMinor) return 'pay';
  return status === 'unsuccessful' ? 'correct' : 'settle';
}

function refuseTarget(
  { currency }: OpenLines,
  transaction: Transaction,
  { sequence }: ConfirmLines,
): LineRefusal | undefined {
  if (sequence !== undefined && sequence !== transaction.sequence)
    return staleSequence(transaction, sequence);
  return transaction.currency === currency
    ? undefined
    : { type: 'other-currency', currency: transaction.currency };
}

async function apply(
  trx: DatabaseTransaction,
  request: ConfirmLines,
  { lines: { sumMinor }, transaction: { id, sequence }, meaning }: Confirmed,
): Promise<LineOutcome> {
  if (meaning === 'pay') return { kind: 'stored', transaction: undefined, isHeld: false };
  const { reason, acceptDifference, limits } = request;
  const terms = { finalAmountMinor: sumMinor, acceptDifference, limits, isByLine: true };
  const command: TransitionCommand =
    meaning === 'reverse'
      ? { kind: meaning, sequence, reason }
      : { kind: meaning, sequence, reason, ...terms };
  return applyOne(trx, request, command, id);
}

async function storeConfirmed(
  trx: DatabaseTransaction,
  { clientId, decisionIds, eventId, nowMs, audit }: ConfirmLines,
  { lines: { all, sumMinor }, transaction, meaning }: Confirmed,
): Promise<void> {
  const { id: transactionId, sequence } = transaction;
  const action: LineAction = {
    ...{ kind: meaning === 'correct' ? 'correct' : 'settle', transactionId, sequence },
    finalAmountMinor: sumMinor,
  };
  const made = all.map(
    (line, part): DecidedLine => ({
      decisionId: decisionIds[part] ?? '',
      decision: {
        ...{ lineId: line.id, state: 'matched', rule: 'operator', evidence: [], candidates: [], action },
      },
      ...{ actor: { kind: 'operator', clientId }, part, before: line },
      ...{ eventId: meaning === 'pay' ? null : eventId, settles: meaning !== 'reverse' },
    }),
  );
  await storeDecisions(trx, made, nowMs);
  const [first] = all;
  if (!first) return;
  await appendAudit(trx, audit, {
    ...{ targetKind: 'statementLine', targetId: first.id, before: { state: first.state } },
    after: { state: 'matched', transactionId, transition: meaning, ...severalOf(all.map(({ id }) => id)) },
  });
}
