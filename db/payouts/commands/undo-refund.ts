import { EXPORTED, stateOf } from '../../../src/payouts/domain/payout-state.ts';
import type { LineOutcome, LineRefusal, StoredLineState } from '../../../src/reconciliation/line-store.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { refuse, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import { byOperator, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { lockBatch, update } from './change-batch.ts';
import { DONE, lockRefund, type RefundByPerson } from './confirm-refund.ts';
import { closed } from './note-lines.ts';
import { setState } from './refunds.ts';

interface UndoRefund extends RefundByPerson {
  readonly lineId: string;
}

/**
 * Takes back what an operator has said of a line: a debit has not paid its refund, which waits again as it did before; a
 * credit has not returned it. The line is locked.
 */
export async function undoRefund(trx: DatabaseTransaction, request: UndoRefund): Promise<LineOutcome> {
  const { lineId, eventId, clientId, nowMs } = request;
  const shown = await findShown(trx, lineId);
  const refund = shown && (await lockRefund(trx, shown.refundId));
  if (!refund) return refuse({ type: 'line-not-matched' });
  const { state } = refund;
  if (state !== shown.state) return refuse({ type: 'refund-state', state });
  const refusal =
    (await refuseOfPlan(trx, { lineIds: [refund.lineId] }, request.steadyNowMs)) ??
    (await (state === 'paid' ? refuseForgotten(trx, lineId) : refuseGone(trx, refund.lineId)));
  if (refusal) return refuse(refusal);
  const isPaid = state === 'paid';
  const [refundState, lineState] = isPaid
    ? (['open', 'giving-back'] as const)
    : (['paid', 'given-back'] as const);
  await setState(trx, [refund.id], { state: refundState, nowMs });
  await (isPaid ? waitAgain(trx, { ...shown, lineId }, nowMs) : payAgain(trx, refund.id));
  const decided = byOperator({ decisionId: eventId, lineId: refund.lineId, state: lineState, clientId });
  await storeDecisions(trx, [decided], nowMs);
  return DONE;
}

/** Finds the refund that a line has paid, which can have come back since, or has returned. */
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
    .select(['id as refundId'])
    .where('return_line_id', '=', lineId)
    .executeTakeFirst();
  return returned && ({ ...returned, batchId: '', state: 'returned' } as const);
}

/** Refuses to let a refund wait for its debit again whose payee nobody knows any more. */
async function refuseForgotten(trx: DatabaseTransaction, lineId: string): Promise<LineRefusal | undefined> {
  const forgotten = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('payout_payees as y', 'y.id', 'r.payee_id')
    .select('y.id')
    .where('r.line_id', '=', lineId)
    .where('y.iban', '=', FORGOTTEN)
    .executeTakeFirst();
  return forgotten && { type: 'refund-forgotten' };
}

/** Refuses where the money that came back was given to somebody else meanwhile. */
async function refuseGone(trx: DatabaseTransaction, lineId: string): Promise<LineRefusal | undefined> {
  const line = await trx
    .selectFrom('statement_lines')
    .select(['state', 'is_open'])
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow();
  return line.is_open === 1
    ? undefined
    : { type: 'line-decided', lineId, state: line.state as StoredLineState };
}

interface ShownRow {
  readonly batchId: string;
  readonly lineId: string;
}

/**
 * A row waits for its debit again, and its batch with it; not if the bank has refused it, or people have taken the batch
 * back, before the line was confirmed or since.
 */
async function waitAgain(
  trx: DatabaseTransaction,
  { batchId, lineId }: ShownRow,
  nowMs: number,
): Promise<void> {
  const batch = await lockBatch(trx, batchId);
  const row = trx.selectFrom('payout_rows').select('bank_status').where('line_id', '=', lineId);
  const { bank_status: bankStatus } = await row.executeTakeFirstOrThrow();
  const isRefused = stateOf({ ...EXPORTED, bankStatus }) === 'refused';
  const state = isRefused ? 'refused' : batch?.state === 'rejected' ? 'out' : 'in';
  await trx.updateTable('payout_rows').set({ state, line_id: null }).where('line_id', '=', lineId).execute();
  if (!batch || batch.state === 'rejected') return;
  const rows = await trx
    .selectFrom('payout_rows')
    .select('state')
    .distinct()
    .where('batch_id', '=', batchId)
    .where('state', '<>', 'out')
    .execute();
  await update(trx, closed({ ...batch, state: 'exported' }, rows), nowMs);
}

async function payAgain(trx: DatabaseTransaction, refundId: string): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({ state: 'paid' })
    .where('transaction_id', '=', refundId)
    .where('state', '=', 'returned')
    .execute();
}
