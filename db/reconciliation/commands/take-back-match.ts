import { sql } from 'kysely';
import { NO_PAYMENT, type PaymentProof } from '../../../src/reconciliation/domain/payment-proof.ts';
import type { LineOutcome } from '../../../src/reconciliation/line-store.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { noteNotReturned } from '../../payouts/commands/note-lines.ts';
import type { DatabaseTransaction, LineDecisionsTable } from '../../tables.ts';
import { findTransaction } from '../../transactions/queries/transactions.ts';
import { findPayments } from '../queries/withdrawal-payments.ts';
import { applyOne, type ByOperator, refuse, refuseOfPlan } from './lines.ts';

interface TakeBackMatch extends ByOperator {
  readonly lineId: string;
  /** The lines that were matched together, including this one. */
  readonly lineIds: readonly string[];
  readonly reason: string;
}

/**
 * Undoes the effect that a line's match had on its transaction: one that it has settled is reversed, and one that it
 * has reversed is corrected. A transaction that has changed since stays as it is, and so does a deposit whose last
 * credit was undone.
 */
export async function takeBackMatch(
  trx: DatabaseTransaction,
  { lineIds, ...request }: TakeBackMatch,
  {
    transaction_id: transactionId,
    event_id: madeId,
    settles,
  }: Pick<LineDecisionsTable, 'transaction_id' | 'event_id' | 'settles'>,
): Promise<LineOutcome> {
  const nothing = { kind: 'stored', transaction: undefined, isPlanned: false } as const;
  if (transactionId === null) return nothing;
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  const planned = await refuseOfPlan(trx, { lineIds: [], transactionId }, request.steadyNowMs);
  if (planned) return refuse(planned);
  if (!transaction || madeId === null) return nothing;
  const { reason } = request;
  const { sequence } = transaction;
  if (settles === 1) {
    if (!(await isCreditOf(trx, transaction, madeId))) return nothing;
    return applyOne(trx, request, {
      transactionId,
      command: { kind: 'reverse', sequence, reason },
      ending: { by: 'undo', lineIds },
    });
  }
  if ((await findEvent(trx, transaction.id, sequence))?.id !== madeId) return nothing;
  const isDeposit = transaction.type === 'deposit';
  if (isDeposit && (await isCreditUndone(trx, transaction))) return nothing;
  // A deposit is credited because the operator says so: see findRefunded.
  const proof = isDeposit ? {} : await findProof(trx, transactionId);
  const command = { kind: 'correct', sequence, reason, ...proof } as const;
  const corrected = await applyOne(trx, request, { transactionId, command });
  if (corrected.kind === 'stored') await noteNotReturned(trx, { transactionId, lineId: request.lineId });
  return corrected;
}

/** Finds the event that gave a transaction this sequence. */
function findEvent(trx: DatabaseTransaction, transactionId: string, sequence: number) {
  return trx
    .selectFrom('events')
    .select(['id', 'occurred_at_ms'])
    .where('transaction_id', '=', transactionId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
}

/** Whether a transaction is successful because of an event, or is so again since its reversal was undone. */
async function isCreditOf(
  trx: DatabaseTransaction,
  { id, sequence, status }: Pick<Transaction, 'id' | 'sequence' | 'status'>,
  eventId: string,
): Promise<boolean> {
  if (status !== 'successful') return false;
  for (let credited = sequence; credited > 1; credited -= 2) {
    if ((await findEvent(trx, id, credited))?.id === eventId) return true;
    if (!(await isByUndo(trx, id, credited))) return false;
  }
  return false;
}

/** Whether the undo of a reversal gave a transaction this sequence, and so credited the earlier money again. */
async function isByUndo(trx: DatabaseTransaction, id: string, sequence: number): Promise<boolean> {
  const reversal = await findMaking(trx, id, sequence - 1);
  return reversal !== undefined && reversal.undo_event_id === (await findEvent(trx, id, sequence))?.id;
}

/**
 * Whether the line that credited a deposit, or the lines noted as its payment since it was credited by hand, have all
 * been undone: their money can belong to another deposit by now. An operator who credits it by hand says that other
 * money is there.
 */
export async function isCreditUndone(
  trx: DatabaseTransaction,
  { id, sequence }: Pick<Transaction, 'id' | 'sequence'>,
): Promise<boolean> {
  for (let credited = sequence - 1; credited > 1; credited -= 2) {
    const line = await findMaking(trx, id, credited);
    const paid = line ? [line] : await findNoted(trx, id, credited);
    if (paid.length > 0) return paid.every((one) => one.undone_at_ms !== null);
    if (!(await isByUndo(trx, id, credited))) return false;
  }
  return false;
}

/** Finds the decision about a line that gave a transaction this sequence. */
async function findMaking(trx: DatabaseTransaction, transactionId: string, sequence: number) {
  const event = await findEvent(trx, transactionId, sequence);
  if (!event) return undefined;
  return trx
    .selectFrom('line_decisions')
    .select(['undone_at_ms', 'undo_event_id'])
    .where('event_id', '=', event.id)
    .executeTakeFirst();
}

/** Finds the decisions that noted lines as the payment of a transaction since it got this sequence. */
async function findNoted(trx: DatabaseTransaction, transactionId: string, sequence: number) {
  const event = await findEvent(trx, transactionId, sequence);
  return (
    trx
      .selectFrom('line_decisions')
      .select('undone_at_ms')
      .where('transaction_id', '=', transactionId)
      // Literals, so that the planner uses the partial index.
      .where('settles', '=', sql.lit(1))
      .where('event_id', 'is', null)
      .where('decided_at_ms', '>=', event?.occurred_at_ms ?? 0)
      .execute()
  );
}

/** Finds the earlier proof of payment of a withdrawal that a line has reversed. */
async function findProof(trx: DatabaseTransaction, transactionId: string): Promise<PaymentProof> {
  const payment = (await findPayments(trx, [transactionId])).get(transactionId);
  const { paidFromAccountId, bankReference } = payment ?? NO_PAYMENT;
  return {
    isByLine: true,
    paidFromAccountId: paidFromAccountId ?? undefined,
    bankReference: bankReference ?? undefined,
  };
}
