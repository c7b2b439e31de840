import type { RefundState } from '../../../src/payouts/domain/refund.ts';
import type { LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { lockTransactions } from '../../engines/statements.ts';
import {
  byOperator,
  type DecidedLine,
  storeDecisions,
} from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayouts } from '../queries/live.ts';
import { findPaidAgainIn } from '../queries/paid-again.ts';
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

/** Locks withdrawals and refunds. As when settling, the order is: bank lines, these, then their batches. */
export async function lockPayables(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await lockTransactions(trx, ids);
  await lockRefunds(trx, ids);
}

/** A refund whose money a statement line shows as paid or as returned. */
export interface RefundMove {
  readonly refundId: string;
  /** Whether its money left; otherwise it came back. */
  readonly isPaid: boolean;
  /** The line that shows it. */
  readonly shownBy: string;
  /** The id of the decision about the line whose money it gives back. */
  readonly decisionId: string;
  readonly endToEndId: string;
  /** The operator who says so; by default the id in the line shows it. */
  readonly clientId?: string;
}

/**
 * Moves refunds whose money left or came back, with their rows in batches and the lines whose money they give back:
 * such a line is given back, or waits again. Lines and refunds are locked.
 * @throws if one of them does not exist.
 */
export async function moveRefunds(
  trx: DatabaseTransaction,
  moves: readonly RefundMove[],
  nowMs: number,
): Promise<void> {
  if (moves.length === 0) return;
  const paid = moves.filter(({ isPaid }) => isPaid);
  const back = moves.filter(({ isPaid }) => !isPaid);
  const paidIds = paid.map(({ refundId }) => refundId);
  const lineIds = new Map(await setState(trx, paidIds, { state: 'paid', nowMs }));
  for (const { refundId, shownBy } of back)
    for (const [id, lineId] of await setState(trx, [refundId], { state: 'returned', shownBy, nowMs }))
      lineIds.set(id, lineId);
  const named = (of: readonly RefundMove[]) =>
    of.map(({ refundId: transactionId, endToEndId }) => ({ transactionId, endToEndId }));
  await notePaid(trx, named(paid), nowMs);
  await noteReturned(trx, named(back));
  const decided = moves.map((move) => decisionOf(move, lineIds.get(move.refundId)));
  await storeDecisions(trx, decided, nowMs);
  const reopened = back.map(({ refundId }) => lineIds.get(refundId) ?? '');
  if (reopened.length > 0)
    await trx.updateTable('statement_lines').set({ is_open: 1 }).where('id', 'in', reopened).execute();
}

function decisionOf(
  { refundId, isPaid, decisionId, endToEndId, clientId }: RefundMove,
  lineId: string | undefined,
): DecidedLine {
  if (lineId === undefined) throw new Error(`the refund ${refundId} does not exist`);
  const state = isPaid ? 'given-back' : 'to-return';
  if (clientId !== undefined) return byOperator({ decisionId, lineId, state, clientId });
  const rule = isPaid ? 'payout-paid' : 'payout-returned';
  const evidence = [{ code: 'end-to-end-id', endToEndId }] as const;
  return {
    decisionId,
    decision: { lineId, state, rule, evidence, candidates: [], action: null },
    eventId: null,
    actor: { kind: 'reconciliation', clientId: null },
  };
}

interface MovedRefund {
  readonly state: RefundState;
  /** The credit that has returned it; null in all other states. */
  readonly shownBy?: string | null;
  readonly nowMs: number;
}

/** Sets the state of refunds. @returns for each refund, the line whose money it gives back. */
export async function setState(
  trx: DatabaseTransaction,
  ids: readonly string[],
  { state, shownBy = null, nowMs }: MovedRefund,
): Promise<(readonly [string, string])[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('refunds')
    .set({ state, return_line_id: shownBy, changed_at_ms: nowMs })
    .where('id', 'in', ids)
    .returning(['id', 'line_id'])
    .execute();
  return rows.map((row) => [row.id, row.line_id] as const);
}

/** Cancels the refund of a line, unless a batch will pay it, or has paid it and a debit waits. The line is locked. */
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
  const payouts = await findPayouts(trx, [refund.id]);
  const live = payouts.live.get(refund.id);
  if (live) return { type: 'error_in_payout', transactionId: refund.id, batchNumber: live.number };
  const paidAgain = (await findPaidAgainIn(trx, payouts.named)).get(refund.id);
  if (paidAgain) return paidAgain;
  await setState(trx, [refund.id], { state: 'cancelled', nowMs });
  return undefined;
}

/**
 * Empties the texts and payees of the refunds that lines had. The lines have paid transactions, so no refund is live.
 */
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
