import { type RawBuilder, sql } from 'kysely';
import type { BatchState, PayoutBatch, PayoutRowState } from '../../../src/payouts/domain/batch.ts';
import { type RowChange, sentStateOf, type UnpaidState } from '../../../src/payouts/domain/row-state.ts';
import type { DatabaseTransaction } from '../../tables.ts';

interface Rows {
  readonly batchId: string;
  readonly transactionIds: readonly string[];
  readonly endToEndIds: readonly string[];
}
/** Selects the rows that match all of these criteria; at least one is given. */
type RowSelection = Partial<Rows> &
  (Pick<Rows, 'batchId'> | Pick<Rows, 'transactionIds'> | Pick<Rows, 'endToEndIds'>);

/** The value of `unpaid_state` in a row, by the state that it moves to. */
const UNPAID_STATES: Readonly<Record<PayoutRowState, RawBuilder<UnpaidState | null> | null>> = {
  in: null,
  out: null,
  refused: null,
  paid: sql`case when state in ('paid', 'returned') then unpaid_state else state end`,
  returned: sql`unpaid_state`,
};

/**
 * Moves rows to another state, if the change allows it from their current one. Nothing else changes the state of a row.
 * @param lineId the line that shows the change: it is stored in rows that no other line has paid, and null clears it.
 */
export async function moveRows(
  trx: DatabaseTransaction,
  { from, to }: RowChange,
  { lineId, ...rows }: RowSelection & { readonly lineId?: string | null },
): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({
      state: to,
      unpaid_state: UNPAID_STATES[to],
      ...(lineId !== undefined && { line_id: lineId === null ? null : firstLine(lineId) }),
    })
    .where('state', 'in', from)
    .$if(rows.batchId !== undefined, (query) => query.where('batch_id', '=', rows.batchId ?? ''))
    .$if(rows.transactionIds !== undefined, (query) =>
      query.where('transaction_id', 'in', [...(rows.transactionIds ?? [])]),
    )
    .$if(rows.endToEndIds !== undefined, (query) =>
      query.where('end_to_end_id', 'in', [...(rows.endToEndIds ?? [])]),
    )
    .execute();
}

/**
 * The line that has paid a row. A debit of a whole payment names its rows only here, so a later debit of one of them,
 * whose money had come back, does not take its place.
 */
function firstLine(lineId: string): RawBuilder<string> {
  return sql`case when exists (
    select 1 from statement_lines as l where l.id = payout_rows.line_id and l.state = 'matched'
      and coalesce(l.transaction_id, payout_rows.transaction_id) = payout_rows.transaction_id
  ) then line_id else ${lineId} end`;
}

const SENT: ReadonlySet<BatchState> = new Set(['exported', 'refused', 'paid']);

/**
 * Derives the state of a batch with a file from its rows, unless people have taken it back. The batch is locked.
 * @returns the batch with that state.
 */
export async function followRows(
  trx: DatabaseTransaction,
  batch: PayoutBatch,
  nowMs: number,
): Promise<PayoutBatch> {
  if (!SENT.has(batch.state)) return batch;
  const state = sentStateOf(await findStates(trx, batch.id));
  if (state === batch.state) return batch;
  await trx
    .updateTable('payout_batches')
    .set({ state, changed_at_ms: nowMs })
    .where('id', '=', batch.id)
    .execute();
  return { ...batch, state };
}

/** Reads one row if the batch still waits, since each of its thousands of lines can come in a commit of its own. */
async function findStates(trx: DatabaseTransaction, batchId: string): Promise<PayoutRowState[]> {
  const ofBatch = trx.selectFrom('payout_rows').select('state').where('batch_id', '=', batchId);
  const waiting = await ofBatch.where('state', '=', sql.lit('in')).limit(1).execute();
  const rows = waiting.length > 0 ? waiting : await ofBatch.distinct().execute();
  return rows.map(({ state }) => state);
}
