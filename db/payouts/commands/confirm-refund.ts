import type { Refund } from '../../../src/payouts/domain/refund.ts';
import type { LineOutcome, LineRefusal, StoredLineState } from '../../../src/reconciliation/line-store.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockLines, refuse, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import type { OpenLines } from '../../reconciliation/commands/open-lines.ts';
import { byOperator, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findRefunds } from '../queries/refunds.ts';
import { lockBatch, update } from './change-batch.ts';
import { notePaidBy } from './note-lines.ts';
import { lockRefundedLines, lockRefunds, moveRefunds, setState } from './refunds.ts';

interface ByPerson extends Audited {
  readonly clientId: string;
  /** Of the decision about the line whose money the refund gives back. */
  readonly eventId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

interface ConfirmRefund extends ByPerson {
  readonly refundId: string;
  /** Of the decision about the line. */
  readonly decisionId: string;
}

const DONE = { kind: 'stored', transaction: undefined, isPlanned: false } as const;

/**
 * Records, by the word of an operator, that a line is the booked debit of a refund, or the credit that returns one: banks
 * leave the id of the payout out. It happens at once, and can be undone. The lines are locked.
 */
export async function confirmRefund(
  trx: DatabaseTransaction,
  request: ConfirmRefund,
  lines: OpenLines,
): Promise<LineOutcome> {
  const { refundId, decisionId, eventId, clientId, nowMs, audit } = request;
  const refund = await lockRefund(trx, refundId);
  const [line, ...others] = lines.all;
  if (!refund || !line) return refuse({ type: 'transaction-missing' });
  if (others.length > 0) return refuse({ type: 'refund-of-one-line' });
  const isPaid = lines.direction === 'debit';
  const planned = await refuseOfPlan(trx, { lineIds: [line.id] }, request.steadyNowMs);
  const row = await lockRow(trx, refundId, isPaid ? 'in' : 'paid');
  const refusal = planned ?? refuseLine(lines, refund, row);
  if (refusal || !row) return refuse(refusal ?? { type: 'refund-not-exported' });
  const { endToEndId } = row;
  await moveRefunds(
    trx,
    [{ refundId, isPaid, shownBy: line.id, decisionId: eventId, endToEndId, clientId }],
    nowMs,
  );
  if (isPaid) await notePaidBy(trx, { endToEndIds: [endToEndId], lineId: line.id });
  const decided = byOperator({ decisionId, lineId: line.id, state: 'matched', clientId, settles: isPaid });
  await storeDecisions(trx, [decided], nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: line.id,
    before: { state: line.state },
    after: { state: 'matched', refundId, refundState: isPaid ? 'paid' : 'returned' },
  });
  return DONE;
}

/** Locks a refund with the line whose money it gives back, in the order in which the matching does. */
async function lockRefund(trx: DatabaseTransaction, id: string): Promise<Refund | undefined> {
  await lockRefundedLines(trx, [id]);
  await lockRefunds(trx, [id]);
  const [refund] = await findRefunds(trx, [id]);
  return refund;
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Locks the batch of a row: meanwhile nobody rejects it, and no answer of the bank refuses the row. */
async function lockRow(trx: DatabaseTransaction, refundId: string, state: 'in' | 'paid') {
  const seen = await findRow(trx, refundId, state);
  if (seen) await lockBatch(trx, seen.batchId);
  return seen && findRow(trx, refundId, state);
}

/** Finds the row of a batch by which the bank pays a refund, or has paid it. */
function findRow(trx: DatabaseTransaction, refundId: string, state: 'in' | 'paid') {
  return trx
    .selectFrom('payout_rows as r')
    .innerJoin('payout_batches as b', 'b.id', 'r.batch_id')
    .select(['r.end_to_end_id as endToEndId', 'r.batch_id as batchId', 'b.account_id as accountId'])
    .where('r.transaction_id', '=', refundId)
    .where('r.state', '=', state)
    .where('r.payment_id', 'is not', null)
    .executeTakeFirst();
}

/** Why a line is neither the debit of a refund nor its return. */
function refuseLine(
  { direction, currency, sumMinor, accountId }: OpenLines,
  refund: Refund,
  row: Row | undefined,
): LineRefusal | undefined {
  const { state, amountMinor } = refund;
  if (state !== (direction === 'debit' ? 'open' : 'paid')) return { type: 'refund-state', state };
  if (!row) return { type: 'refund-not-exported' };
  if (row.accountId !== accountId) return { type: 'refund-other-account', accountId: row.accountId };
  if (refund.currency !== currency) return { type: 'other-currency', currency: refund.currency };
  return amountMinor === sumMinor ? undefined : { type: 'refund-other-amount', amountMinor };
}

interface UndoRefund extends ByPerson {
  readonly lineId: string;
}

/**
 * Takes back what an operator has said of a line: a debit has not paid its refund, whose batch waits for it again; a
 * credit has not returned it. The line is locked.
 */
export async function undoRefund(trx: DatabaseTransaction, request: UndoRefund): Promise<LineOutcome> {
  const { lineId, eventId, clientId, nowMs } = request;
  const shown = await findShown(trx, lineId);
  // With its file, before its refund, as every decision about it does.
  const [refunded] = shown ? await lockLines(trx, [shown.refundedLineId]) : [];
  const refund = shown && (await lockRefund(trx, shown.refundId));
  if (!refund) return refuse({ type: 'line-not-matched' });
  const { state } = refund;
  if (state !== shown.state) return refuse({ type: 'refund-state', state });
  const isPaid = state === 'paid';
  const planned = await refuseOfPlan(trx, { lineIds: [refund.lineId] }, request.steadyNowMs);
  if (planned) return refuse(planned);
  // The money that came back was given to somebody else meanwhile.
  if (!refunded || (!isPaid && refunded.is_open === 0)) {
    const now = (refunded?.state ?? 'new') as StoredLineState;
    return refuse({ type: 'line-decided', lineId: refund.lineId, state: now });
  }
  const [refundState, lineState] = isPaid
    ? (['open', 'giving-back'] as const)
    : (['paid', 'given-back'] as const);
  await setState(trx, [refund.id], { state: refundState, nowMs });
  await (isPaid ? waitAgain(trx, lineId, nowMs) : payAgain(trx, refund.id));
  const decided = byOperator({ decisionId: eventId, lineId: refund.lineId, state: lineState, clientId });
  await storeDecisions(trx, [decided], nowMs);
  return DONE;
}

/** Finds the refund that a line has paid, which can have come back since, or has returned. */
async function findShown(trx: DatabaseTransaction, lineId: string) {
  const paid = await trx
    .selectFrom('payout_rows as r')
    .innerJoin('refunds as f', 'f.id', 'r.transaction_id')
    .select(['f.id as refundId', 'f.line_id as refundedLineId'])
    .where('r.line_id', '=', lineId)
    .executeTakeFirst();
  if (paid) return { ...paid, state: 'paid' } as const;
  const returned = await trx
    .selectFrom('refunds')
    .select(['id as refundId', 'line_id as refundedLineId'])
    .where('return_line_id', '=', lineId)
    .executeTakeFirst();
  return returned && ({ ...returned, state: 'returned' } as const);
}

/** The batch of a row waits for its debit again. One that was rejected meanwhile lets the row go with the others. */
async function waitAgain(trx: DatabaseTransaction, lineId: string, nowMs: number): Promise<void> {
  const { batch_id: batchId } = await trx
    .selectFrom('payout_rows')
    .select('batch_id')
    .where('line_id', '=', lineId)
    .executeTakeFirstOrThrow();
  const batch = await lockBatch(trx, batchId);
  const isRejected = batch?.state === 'rejected';
  await trx
    .updateTable('payout_rows')
    .set({ state: isRejected ? 'out' : 'in', line_id: null })
    .where('line_id', '=', lineId)
    .execute();
  if (batch && !isRejected) await update(trx, { ...batch, state: 'exported' }, nowMs);
}

async function payAgain(trx: DatabaseTransaction, refundId: string): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({ state: 'paid' })
    .where('transaction_id', '=', refundId)
    .where('state', '=', 'returned')
    .execute();
}
