import type { Refund } from '../../../src/payouts/domain/refund.ts';
import { unpaidStateOf, unpay } from '../../../src/payouts/domain/row-state.ts';
import type { StoredLineState } from '../../../src/reconciliation/domain/line-states.ts';
import type { LineOutcome, LineRefusal } from '../../../src/reconciliation/line-store.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { refuse, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import { byOperator, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findLivePayouts } from '../queries/live.ts';
import { factsFromRow } from '../rows.ts';
import { isExporter, lockBatch } from './change-batch.ts';
import { DONE, lockRefund, type RefundByPerson } from './confirm-refund.ts';
import { lockNamed, refuseCredited } from './line-money.ts';
import { followRows, moveRows } from './move-rows.ts';
import { noteNotReturned } from './note-lines.ts';
import { lockRefundedLines, setState } from './refunds.ts';

interface UndoRefund extends RefundByPerson {
  readonly lineId: string;
  /** The key that has confirmed the line; null for none. */
  readonly confirmedBy: string | null;
  readonly person: string;
}

/**
 * Undoes an operator's confirmation of a line: a debit has not paid its refund, which waits again as it did before, or
 * a credit has not returned it. The line is locked.
 */
export async function undoRefund(trx: DatabaseTransaction, request: UndoRefund): Promise<LineOutcome> {
  const { lineId, eventId, clientId, nowMs } = request;
  const shown = await findShown(trx, lineId);
  if (shown?.state === 'returned') {
    await lockRefundedLines(trx, [shown.refundId]);
    await lockNamed(trx, shown.refundedLineId);
  }
  const refund = shown && (await lockRefund(trx, shown.refundId));
  if (!refund) return refuse({ type: 'line-not-matched' });
  const { state } = refund;
  if (state !== shown.state) return refuse({ type: 'refund-state', state });
  const planned = await refuseOfPlan(trx, { lineIds: [refund.lineId] }, request.steadyNowMs);
  if (planned) return refuse(planned);
  const refusal = await (state === 'paid'
    ? takePaymentBack(trx, shown.batchId, request)
    : payAgain(trx, refund, lineId));
  if (refusal) return refuse(refusal);
  const [refundState, lineState] =
    state === 'paid' ? (['open', 'giving-back'] as const) : (['paid', 'given-back'] as const);
  await setState(trx, [refund.id], { state: refundState, nowMs });
  const decided = byOperator({ decisionId: eventId, lineId: refund.lineId, state: lineState, clientId });
  await storeDecisions(trx, [decided], nowMs);
  return DONE;
}

/** Finds the refund that a line has paid, even if it has come back since, or the one that the line has returned. */
async function findShown(trx: DatabaseTransaction, lineId: string) {
  const paid = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('refunds as f', 'f.id', 'r.transaction_id')
    .select(['f.id as refundId', 'r.batch_id as batchId'])
    .where('r.line_id', '=', lineId)
    .executeTakeFirst();
  if (paid) return { ...paid, state: 'paid' } as const;
  const returned = await trx
    .selectFrom('refunds')
    .select(['id as refundId', 'line_id as refundedLineId'])
    .where('return_line_id', '=', lineId)
    .executeTakeFirst();
  return returned && ({ ...returned, batchId: '', state: 'returned' } as const);
}

/**
 * Makes a row wait for its debit again, and its batch with it, unless the bank has refused the row, people have taken
 * the batch back (before the confirmation or since), or another file is going to pay the refund. It takes two people to
 * release what was exported: see rejectPayout.
 * @returns why not.
 */
async function takePaymentBack(
  trx: DatabaseTransaction,
  batchId: string,
  { lineId, confirmedBy, nowMs, ...by }: UndoRefund,
): Promise<LineRefusal | undefined> {
  const batch = await lockBatch(trx, batchId);
  const { refundId, iban, endToEndId, unpaidState, ...stored } = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('payout_payees as y', 'y.id', 'r.payee_id')
    .select(['r.bank_status', 'r.is_executed', 'r.end_to_end_id as endToEndId', 'y.iban'])
    .select(['r.unpaid_state as unpaidState', 'r.transaction_id as refundId'])
    .where('r.line_id', '=', lineId)
    .executeTakeFirstOrThrow();
  // The payee was forgotten.
  if (iban === FORGOTTEN) return { type: 'refund-forgotten' };
  const alone = unpaidStateOf(factsFromRow({ ...stored, state: 'in' }), batch?.state, unpaidState);
  // A refund waits for one file only. If that is another one, this row had been released.
  const isElsewhere = alone === 'in' && (await findLivePayouts(trx, [refundId])).size > 0;
  const state = isElsewhere ? (unpaidState ?? 'out') : alone;
  // Undoing one's own confirmation brings the row back to the refused or removed state that it had: it frees nothing new.
  const isAsBefore = confirmedBy === by.clientId && unpaidState !== null && unpaidState !== 'in';
  if (batch && state !== 'in' && !isAsBefore && (await isExporter(trx, batchId, by)))
    return { type: 'refund-same-exporter', batchNumber: batch.number };
  await moveRows(trx, unpay(state), { endToEndIds: [endToEndId], lineId: null });
  if (batch) await followRows(trx, batch, nowMs);
  return undefined;
}

/**
 * Marks the row of a refund that has not come back as paid again.
 * @returns why not: its money was given to somebody else.
 */
async function payAgain(
  trx: DatabaseTransaction,
  { id, lineId, amountMinor }: Refund,
  returnLineId: string,
): Promise<LineRefusal | undefined> {
  const line = await trx
    .selectFrom('statement_lines')
    .select(['id', 'amount_minor as amountMinor', 'currency', 'state', 'is_open'])
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow();
  const credited = await refuseCredited(trx, line, { amountMinor });
  if (credited) return credited;
  if (line.is_open === 0) return { type: 'line-decided', lineId, state: line.state as StoredLineState };
  await noteNotReturned(trx, { transactionId: id, lineId: returnLineId });
  return undefined;
}
