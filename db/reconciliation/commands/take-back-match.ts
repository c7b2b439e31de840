import { sql } from 'kysely';
import { NO_PAYMENT, type PaymentProof } from '../../../src/reconciliation/domain/payment-proof.ts';
import type { LineOutcome } from '../../../src/reconciliation/line-store.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { noteKept } from '../../payouts/commands/note-lines.ts';
import type { DatabaseTransaction, LineDecisionsTable } from '../../tables.ts';
import { findTransaction } from '../../transactions/queries/transactions.ts';
import { findPayments } from '../queries/withdrawal-payments.ts';
import { applyOne, type ByOperator, refuse, refuseOfPlan } from './lines.ts';

interface TakeBackMatch extends ByOperator {
  readonly lineId: string;
  /** Those that were matched together, the line included. */
  readonly lineIds: readonly string[];
  readonly reason: string;
}

/**
 * Takes back what the match of a line has made of its transaction: one that it has settled is reversed, and one that it has
 * reversed is corrected. It stays as it is where it has changed since; so does a deposit whose last credit was undone.
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
  // A deposit is credited by the word of the operator: see findRefunded.
  const proof = isDeposit ? {} : await findProof(trx, transactionId);
  const command = { kind: 'correct', sequence, reason, ...proof } as const;
  const corrected = await applyOne(trx, request, { transactionId, command });
  if (corrected.kind === 'stored') await noteKept(trx, { transactionId, lineId: request.lineId });
  return corrected;
}

/** Finds the event that has given a transaction a sequence. */
function findEvent(trx: DatabaseTransaction, transactionId: string, sequence: number) {
  return trx
    .selectFrom('events')
    .select(['id', 'occurred_at_ms'])
    .where('transaction_id', '=', transactionId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
}

/** Whether a transaction is successful by an event, or again by it, since the undo of what had reversed it. */
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

/** Whether the undo of a reversal has given a transaction a sequence: that is about the money of before. */
async function isByUndo(trx: DatabaseTransaction, id: string, sequence: number): Promise<boolean> {
  const reversal = await findMaking(trx, id, sequence - 1);
  return reversal !== undefined && reversal.undo_event_id === (await findEvent(trx, id, sequence))?.id;
}

/**
 * Whether the lines that have paid a deposit since it was credited by hand, or the one that has credited it, do not pay it
 * any more: their money can be that of another one by now. An operator who credits it by hand says that other money is there.
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

/** Finds the decision about a line that has given a transaction a sequence. */
async function findMaking(trx: DatabaseTransaction, transactionId: string, sequence: number) {
  const event = await findEvent(trx, transactionId, sequence);
  if (!event) return undefined;
  return trx
    .selectFrom('line_decisions')
    .select(['undone_at_ms', 'undo_event_id'])
    .where('event_id', '=', event.id)
    .executeTakeFirst();
}

/** Finds the decisions by which lines were noted as the payment of a transaction since it got a sequence. */
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

/** The proof that a withdrawal which a line has reversed was paid: that of before. */
async function findProof(trx: DatabaseTransaction, transactionId: string): Promise<PaymentProof> {
  const payment = (await findPayments(trx, [transactionId])).get(transactionId);
  const { paidFromAccountId, bankReference } = payment ?? NO_PAYMENT;
  return {
    isByLine: true,
    paidFromAccountId: paidFromAccountId ?? undefined,
    bankReference: bankReference ?? undefined,
  };
}
