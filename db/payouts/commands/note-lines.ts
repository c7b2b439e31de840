import type { PayoutBatch } from '../../../src/payouts/domain/batch.ts';
import { ROW_CHANGES, unpay } from '../../../src/payouts/domain/row-state.ts';
import {
  type Ending,
  isUnpaidBy,
  type SentRow,
} from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPayout } from '../queries/batches.ts';
import { findNamedPayout } from '../queries/named-payout.ts';
import { lockBatch, takeOut, update } from './change-batch.ts';
import { followRows, moveRows } from './move-rows.ts';

/** A withdrawal or refund that a bank has shown to be paid. */
export interface PaidMoney {
  readonly transactionId: string;
  /** The payout that the line names, or that a person has chosen; undefined for the one that waits. */
  readonly endToEndId?: string | undefined;
}

/**
 * Notes in their batches that a bank has shown withdrawals or refunds to be paid. If its batch has not been exported, a
 * withdrawal leaves it before the file pays it again, and the batch must be approved again. In a file, any payout other
 * than the one that was paid still waits, because the bank can pay it too.
 */
export async function notePaid(
  trx: DatabaseTransaction,
  paid: readonly PaidMoney[],
  nowMs: number,
): Promise<void> {
  if (paid.length === 0) return;
  const named = new Map(paid.map(({ transactionId, endToEndId }) => [transactionId, endToEndId]));
  for await (const { batch, rows } of lockLive(trx, [...named.keys()])) {
    const endToEndIds = rows.flatMap(({ transaction_id: id, end_to_end_id: own }) =>
      (named.get(id) ?? own) === own ? own : [],
    );
    if (batch.state !== 'exported') await leaveBatch(trx, { batch, rows }, nowMs);
    else if (endToEndIds.length > 0) {
      // By its own id: a withdrawal that was taken out of the batch and added again has an earlier row, which stays out.
      await moveRows(trx, ROW_CHANGES.pay, { endToEndIds });
      await followRows(trx, batch, nowMs);
    }
  }
}

interface LiveBatch {
  readonly batch: PayoutBatch;
  readonly rows: Awaited<ReturnType<ReturnType<typeof selectLive>['execute']>>;
}

/** Locks the batches that are going to pay withdrawals and refunds, one after another. Yields each with those rows. */
export async function* lockLive(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): AsyncGenerator<LiveBatch> {
  const live = await selectLive(trx, transactionIds).orderBy('batch_id').execute();
  for (const batchId of new Set(live.map((row) => row.batch_id))) {
    const batch = await lockBatch(trx, batchId);
    // Until the lock, another person can have taken the withdrawal out, or rejected the batch.
    const rows = await selectLive(trx, transactionIds).where('batch_id', '=', batchId).execute();
    if (batch && rows.length > 0) yield { batch, rows };
  }
}

/** Takes rows out of a batch before it is exported. The batch is locked. */
export async function leaveBatch(
  trx: DatabaseTransaction,
  { batch, rows }: LiveBatch,
  nowMs: number,
): Promise<void> {
  const whole = await findPayout(trx, batch.id);
  const leaving = rows.map((row) => row.transaction_id);
  if (whole) await update(trx, await takeOut(trx, whole, leaving), nowMs);
}

function selectLive(trx: DatabaseTransaction, transactionIds: readonly string[]) {
  return trx
    .selectFrom('payout_rows')
    .select(['batch_id', 'transaction_id', 'end_to_end_id'])
    .where('state', '=', 'in')
    .where('transaction_id', 'in', transactionIds);
}

interface UnpaidTerms {
  readonly rows: readonly SentRow[] | undefined;
  readonly ending: Ending | undefined;
  readonly nowMs: number;
}

/**
 * Notes that lines have not paid a withdrawal after all. A payout that had been refused or taken out is so again. One
 * that would wait again has come back, or its withdrawal would not be reversed: see noteReturned.
 */
export async function noteUnpaid(
  trx: DatabaseTransaction,
  { rows = [], ending, nowMs }: UnpaidTerms,
): Promise<void> {
  const unpaid = rows.filter((row) => isUnpaidBy(ending, row));
  for (const state of ['out', 'refused'] as const) {
    const endToEndIds = unpaid.flatMap((row) => (row.unpaidState === state ? row.endToEndId : []));
    const move = () => moveRows(trx, unpay(state), { endToEndIds, lineId: null });
    if (endToEndIds.length > 0) await followMove(trx, endToEndIds, { nowMs, move });
  }
}

/** Notes that the money of withdrawals or refunds came back after it was paid, for the payouts that lines name. */
export async function noteReturned(trx: DatabaseTransaction, returned: readonly PaidMoney[]): Promise<void> {
  const endToEndIds = returned.flatMap((one) => one.endToEndId ?? []);
  const transactionIds = returned.flatMap((one) => (one.endToEndId === undefined ? one.transactionId : []));
  if (endToEndIds.length > 0) await moveRows(trx, ROW_CHANGES.giveBack, { endToEndIds });
  if (transactionIds.length > 0) await moveRows(trx, ROW_CHANGES.giveBack, { transactionIds });
}

/**
 * Notes that a line has not returned the money of a withdrawal or refund after all. If the line names no payout, it had
 * returned the one that no other line returned.
 */
export async function noteNotReturned(
  trx: DatabaseTransaction,
  { transactionId, lineId }: { readonly transactionId: string; readonly lineId: string },
): Promise<void> {
  const named = await findNamedPayout(trx, { transactionId, lineIds: [lineId] });
  const rows = await trx
    .selectFrom('payout_rows as r')
    .select('r.end_to_end_id')
    .where('r.transaction_id', '=', transactionId)
    .where('r.state', '=', 'returned')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('line_references as n')
            .innerJoin('statement_lines as l', 'l.id', 'n.line_id')
            .select('l.id')
            .whereRef('n.reference', '=', 'r.end_to_end_id')
            .where('l.direction', '=', 'credit')
            .where('l.state', '=', 'matched')
            .where('l.id', '<>', lineId),
        ),
      ),
    )
    .execute();
  const endToEndIds = named === undefined ? rows.map((row) => row.end_to_end_id) : [named];
  if (endToEndIds.length > 0) await moveRows(trx, ROW_CHANGES.keep, { endToEndIds });
}

interface PaidBy {
  readonly endToEndIds: readonly string[];
  readonly lineId: string;
  readonly nowMs: number;
}

/**
 * Notes the line that has paid payouts. The batch may no longer wait for some of them: the bank had refused them, or
 * people had taken them back.
 */
export async function notePaidBy(
  trx: DatabaseTransaction,
  { endToEndIds, lineId, nowMs }: PaidBy,
): Promise<void> {
  if (endToEndIds.length === 0) return;
  const move = () => moveRows(trx, ROW_CHANGES.pay, { endToEndIds, lineId });
  await followMove(trx, endToEndIds, { nowMs, move });
}

interface Move {
  readonly nowMs: number;
  readonly move: () => Promise<void>;
}

/** Locks the batches of rows, moves the rows, and updates the states of the batches. */
async function followMove(
  trx: DatabaseTransaction,
  endToEndIds: readonly string[],
  { nowMs, move }: Move,
): Promise<void> {
  const batches = await trx
    .selectFrom('payout_rows')
    .select('batch_id')
    .distinct()
    .where('end_to_end_id', 'in', [...endToEndIds])
    .orderBy('batch_id')
    .execute();
  const locked = [];
  for (const { batch_id: id } of batches) locked.push((await lockBatch(trx, id)) ?? []);
  await move();
  for (const batch of locked.flat()) await followRows(trx, batch, nowMs);
}
