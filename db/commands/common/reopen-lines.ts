import type { StoredLineState } from '../../../src/operations/reconciliation/line-store.ts';
import { padToPowerOfTwo } from '../../sql/list-statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Matches of lines with a transaction that can be undone as if they had never been. */
function confirmedLines(trx: DatabaseTransaction, transactionId: string) {
  return trx
    .selectFrom('statement_lines as l')
    .innerJoin('line_decisions as d', 'd.id', 'l.decision_id')
    .innerJoin('statements as s', 's.id', 'l.statement_id')
    .where('l.transaction_id', '=', transactionId)
    .where('d.before_state', 'is not', null);
}

/**
 * Locks the lines that an operator has confirmed for a transaction, until the command ends. Like every command of lines,
 * whoever may return them to what they were locks them before the transaction, and before them their files.
 */
export async function lockConfirmed(trx: DatabaseTransaction, transactionId: string): Promise<void> {
  const rows = await confirmedLines(trx, transactionId)
    .select(['l.id', 's.file_id', 'd.before_state'])
    .orderBy('l.id')
    .execute();
  if (rows.length === 0) return;
  const lock = (table: 'statement_files' | 'statement_lines', ids: readonly string[]) =>
    trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', padToPowerOfTwo(ids))
      .orderBy('id')
      .forUpdate()
      .execute();
  const files = rows.flatMap((row) => (row.before_state === NEW ? [row.file_id] : []));
  if (files.length > 0) await lock('statement_files', files);
  await lock(
    'statement_lines',
    rows.map(({ id }) => id),
  );
}

const NEW: StoredLineState = 'new';

interface ReopenLines {
  readonly transactionId: string;
  /** The event that is undone. */
  readonly eventId: string;
  /** The client of the key that undoes it. */
  readonly clientId: string | null;
  readonly nowMs: number;
}

/** Returns lines to what they were before the confirm that made an event. */
export async function reopenLines(
  trx: DatabaseTransaction,
  { transactionId, eventId, clientId, nowMs }: ReopenLines,
): Promise<void> {
  const confirmed = await confirmedLines(trx, transactionId)
    .select(['l.id as lineId', 's.file_id as fileId', 'd.id', 'd.before_state', 'd.before_decision_id'])
    .where('d.event_id', '=', eventId)
    .orderBy('l.id')
    .execute();
  for (const { lineId, fileId, id, before_state, before_decision_id } of confirmed) {
    await trx
      .updateTable('line_decisions')
      .set({ undone_at_ms: nowMs, undone_by: clientId })
      .where('id', '=', id)
      .execute();
    const state = before_state ?? NEW;
    await trx
      .updateTable('statement_lines')
      .set({ ...{ state, decision_id: before_decision_id }, is_open: 1, transaction_id: null })
      .where('id', '=', lineId)
      .execute();
    // The matching decides after all about a line that it had not come to.
    if (state === NEW)
      await trx
        .updateTable('statement_files')
        .set({ matched_at_ms: null })
        .where('id', '=', fileId)
        .execute();
  }
}
