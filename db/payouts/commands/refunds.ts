import type { LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { type DecidedLine, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findLivePayouts } from '../queries/live.ts';
import { findRefunds } from '../queries/refunds.ts';
import { notePaid, noteReturned } from './note-lines.ts';
import { forgetPayees } from './payees.ts';

/** Locks the lines whose money refunds give back, in the order of their ids. */
export async function lockRefundedLines(
  trx: DatabaseTransaction,
  refundIds: readonly string[],
): Promise<void> {
  if (refundIds.length === 0) return;
  await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('refunds').select('line_id').where('id', 'in', refundIds))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks refunds, in the order of their ids. */
export async function lockRefunds(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.selectFrom('refunds').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Locks withdrawals and refunds, in the order in which a settle does: lines of banks, these, then their batches. */
export async function lockPayables(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await lockTransactions(trx, ids);
  await lockRefunds(trx, ids);
}

/** A refund whose money a statement line shows as paid or as returned. */
export interface RefundMove {
  readonly refundId: string;
  /** Whether its money left; otherwise it came back. */
  readonly isPaid: boolean;
  /** Of the decision about the line whose money it gives back. */
  readonly decisionId: string;
  readonly endToEndId: string;
}

/**
 * Moves refunds whose money left, or came back, their rows in batches, and the lines whose money they give back: such a
 * line is given back, or waits again. Lines and refunds are locked.
 * @throws if one of them does not exist.
 */
export async function moveRefunds(
  trx: DatabaseTransaction,
  moves: readonly RefundMove[],
  nowMs: number,
): Promise<void> {
  if (moves.length === 0) return;
  const paid = moves.filter(({ isPaid }) => isPaid).map(({ refundId }) => refundId);
  const back = moves.filter(({ isPaid }) => !isPaid).map(({ refundId }) => refundId);
  await setState(trx, paid, { state: 'paid', nowMs });
  await setState(trx, back, { state: 'returned', nowMs });
  await notePaid(trx, paid, nowMs);
  await noteReturned(trx, back);
  const lineOf = await findLineIds(trx, moves);
  await storeDecisions(
    trx,
    moves.map((move) => decisionOf(move, lineOf(move.refundId))),
    nowMs,
  );
  if (back.length > 0)
    await trx
      .updateTable('statement_lines')
      .set({ is_open: 1 })
      .where('id', 'in', back.map(lineOf))
      .execute();
}

/** Finds the lines whose money refunds give back. */
async function findLineIds(
  trx: DatabaseTransaction,
  moves: readonly RefundMove[],
): Promise<(refundId: string) => string> {
  const refunds = await findRefunds(
    trx,
    moves.map(({ refundId }) => refundId),
  );
  const lineIds = new Map(refunds.map(({ id, lineId }) => [id, lineId]));
  return (refundId) => {
    const lineId = lineIds.get(refundId);
    if (lineId === undefined) throw new Error(`the refund ${refundId} does not exist`);
    return lineId;
  };
}

function decisionOf({ isPaid, decisionId, endToEndId }: RefundMove, lineId: string): DecidedLine {
  const made = isPaid
    ? ({ state: 'given-back', rule: 'payout-paid' } as const)
    : ({ state: 'to-return', rule: 'payout-returned' } as const);
  const evidence = [{ code: 'end-to-end-id', endToEndId } as const];
  const decision = { ...made, lineId, evidence, candidates: [], action: null };
  return { decisionId, decision, eventId: null, actor: { kind: 'reconciliation', clientId: null } };
}

interface Moved {
  readonly state: 'paid' | 'returned' | 'cancelled';
  readonly nowMs: number;
}

async function setState(
  trx: DatabaseTransaction,
  ids: readonly string[],
  { state, nowMs }: Moved,
): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('refunds').set({ state, changed_at_ms: nowMs }).where('id', 'in', ids).execute();
}

/** Cancels the refund of a line, unless a batch is going to pay it. The line is locked. */
export async function cancelRefund(
  trx: DatabaseTransaction,
  lineId: string,
  nowMs: number,
): Promise<LineRefusal | undefined> {
  const refund = await trx
    .selectFrom('refunds')
    .select('id')
    .where('line_id', '=', lineId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!refund) return undefined;
  const live = (await findLivePayouts(trx, [refund.id])).get(refund.id);
  if (live) return { type: 'error_in_payout', transactionId: refund.id, batchNumber: live.number };
  await setState(trx, [refund.id], { state: 'cancelled', nowMs });
  return undefined;
}

/** Empties the words and the payees of the refunds that lines had. The lines have paid transactions: no refund is alive. */
export async function forgetRefundsOf(trx: DatabaseTransaction, lineIds: readonly string[]): Promise<void> {
  const refunds = await trx
    .updateTable('refunds')
    .set({ reason: FORGOTTEN })
    .where('line_id', 'in', lineIds)
    .returning('id')
    .execute();
  await forgetPayees(
    trx,
    refunds.map(({ id }) => id),
  );
}
