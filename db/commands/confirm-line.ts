import type { LineAction } from '../../src/domain/matching/model.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { staleSequence, type TransitionCommand } from '../../src/domain/transition.ts';
import type {
  LineOutcome,
  LineRefusal,
  StoredLineState,
} from '../../src/operations/reconciliation/line-store.ts';
import { findWithHolds } from '../queries/released.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { appendAudit } from './common/append-audit.ts';
import {
  applyOne,
  type ByOperator,
  findPayingLines,
  type LockedLine,
  lockLine,
  refuse,
  refuseHeld,
} from './common/lines.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { storeDecisions } from './common/store-decisions.ts';

interface ConfirmLine extends ByOperator {
  readonly transactionId: string;
  /** The sequence of the transaction that the operator has seen. */
  readonly sequence?: number | undefined;
  readonly reason?: string | undefined;
}

/**
 * Makes the transition that the money of a line means for a transaction, with the decision of the operator. Where the
 * transaction was settled by hand with the same amount, the line is noted as its payment, and nothing else changes;
 * that waits until the settle can no longer be undone.
 */
export async function confirmLine(trx: DatabaseTransaction, request: ConfirmLine): Promise<LineOutcome> {
  const { lineId, transactionId, audit } = request;
  const line = await lockLine(trx, lineId);
  const refusal = refuseLine(line);
  if (refusal || !line) return refuse(refusal ?? { type: 'line-missing' });
  await lockTransactions(trx, [transactionId]);
  const [found] = await findWithHolds(trx, [transactionId]);
  const transaction = found?.stored;
  // No money of a bank belongs to a test.
  if (!transaction || transaction.isTest) return refuse({ type: 'transaction-missing' });
  if (request.sequence !== undefined && request.sequence !== transaction.sequence)
    return refuse(staleSequence(transaction, request.sequence));
  if (transaction.currency !== line.currency)
    return refuse({ type: 'other-currency', currency: transaction.currency });
  const meaning = meaningOf(line, transaction);
  if (!meaning) return refuse({ type: 'wrong-direction' });
  // The undo of a settle would leave the line closed, without a transition of its own.
  if (meaning === 'pay' && found.held) return refuseHeld(transactionId, found.held, request);
  const paying = meaning === 'reverse' ? undefined : await findPayingLines(trx, [transactionId]);
  const other = paying?.get(transactionId);
  if (other !== undefined) return refuse({ type: 'paid-by-another', lineId: other });
  const applied = await apply(trx, request, { line, transaction, meaning });
  if (applied.kind === 'refused') return applied;
  await storeConfirmed(trx, request, { line, transaction, meaning });
  await appendAudit(trx, audit, {
    ...{ targetKind: 'statementLine', targetId: lineId },
    ...{ before: { state: line.state }, after: { state: 'matched', transactionId, transition: meaning } },
  });
  return applied;
}

/** A transition, or that the line is the payment of a transaction that was settled by hand. */
type Meaning = 'settle' | 'correct' | 'reverse' | 'pay';

interface Confirmed {
  readonly line: LockedLine;
  readonly transaction: Transaction;
  readonly meaning: Meaning;
}

/** The meaning of money in or out for a transaction; undefined where it has none. */
function meaningOf(
  { direction, amount_minor: amountMinor }: LockedLine,
  { type, status, finalAmountMinor }: Transaction,
): Meaning | undefined {
  const pays = (direction === 'credit') === (type === 'deposit');
  if (!pays) return status === 'successful' ? 'reverse' : undefined;
  if (status === 'successful' && finalAmountMinor === amountMinor) return 'pay';
  return status === 'unsuccessful' ? 'correct' : 'settle';
}

async function apply(
  trx: DatabaseTransaction,
  request: ConfirmLine,
  { line, transaction, meaning }: Confirmed,
): Promise<LineOutcome> {
  if (meaning === 'pay') return { kind: 'stored', transaction: undefined, isHeld: false };
  const command = commandOf(meaning, transaction, line, request.reason);
  return applyOne(trx, request, command, transaction.id);
}

async function storeConfirmed(
  trx: DatabaseTransaction,
  { lineId, clientId, decisionId, eventId, nowMs }: ConfirmLine,
  { line, transaction, meaning }: Confirmed,
): Promise<void> {
  const { id: transactionId, sequence } = transaction;
  const action: LineAction = {
    ...{ kind: meaning === 'correct' ? 'correct' : 'settle', transactionId, sequence },
    finalAmountMinor: line.amount_minor,
  };
  const basis = { lineId, state: 'matched', rule: 'operator', evidence: [], candidates: [] } as const;
  const made = {
    ...{ decisionId, decision: { ...basis, action }, actor: { kind: 'operator', clientId } as const },
    ...{ eventId: meaning === 'pay' ? null : eventId, settles: meaning !== 'reverse' },
  };
  await storeDecisions(trx, [made], nowMs);
}

function commandOf(
  kind: Exclude<Meaning, 'pay'>,
  { sequence }: Transaction,
  { amount_minor: finalAmountMinor }: LockedLine,
  reason: string | undefined,
): TransitionCommand {
  if (kind === 'reverse') return { kind, sequence, reason };
  // The operator has seen the difference beside the line.
  return { kind, sequence, finalAmountMinor, acceptDifference: true, reason, isByLine: true };
}

function refuseLine(line: LockedLine | undefined): LineRefusal | undefined {
  if (!line) return { type: 'line-missing' };
  if (line.is_open === 0) return { type: 'line-decided', state: line.state as StoredLineState };
  if (line.status === 'pending') return { type: 'line-pending' };
  if (line.held_reason !== null && line.released_at_ms === null && line.is_vouched === 0)
    return { type: 'line-held', statementId: line.statement_id };
  return undefined;
}
