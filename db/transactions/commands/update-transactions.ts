import { type AppliedTransition, netChanges } from '../../../src/transactions/domain/apply-transition.ts';
import { compileOnce } from '../../sql/compile-once.ts';
import { type RowTypes, rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import type { TransactionsTable } from '../rows/transactions.ts';

const CHANGED: RowTypes<ChangedRow> = {
  id: 'text',
  old_sequence: 'bigint',
  status: 'text',
  status_reason: 'text',
  ended_as: 'text',
  final_amount_minor: 'bigint',
  sequence: 'bigint',
  updated_at_ms: 'bigint',
};

const update = compileOnce((trx) =>
  trx
    .with('changed', () => rowsOf<ChangedRow>(CHANGED, []))
    .updateTable('transactions')
    .from('changed')
    .set((eb) => ({
      status: eb.ref('changed.status'),
      status_reason: eb.ref('changed.status_reason'),
      ended_as: eb.ref('changed.ended_as'),
      final_amount_minor: eb.ref('changed.final_amount_minor'),
      sequence: eb.ref('changed.sequence'),
      updated_at_ms: eb.ref('changed.updated_at_ms'),
    }))
    .whereRef('transactions.id', '=', 'changed.id')
    .whereRef('transactions.sequence', '=', 'changed.old_sequence'),
);

/** Updates each transaction once, from its first state in the group to its last. */
export async function updateTransactions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
): Promise<void> {
  const rows = netChanges(applied).map(({ before, after }) => [
    after.id,
    before.sequence,
    after.status,
    after.statusReason,
    after.endedAs,
    after.finalAmountMinor,
    after.sequence,
    after.updatedAtMs,
  ]);
  const { numAffectedRows } = await update(trx, [JSON.stringify(rows)]);
  if (Number(numAffectedRows) !== rows.length) throw new Error('a transaction changed under the write lock');
}

interface ChangedRow
  extends Readonly<
    Pick<
      TransactionsTable,
      'id' | 'status' | 'status_reason' | 'ended_as' | 'final_amount_minor' | 'sequence' | 'updated_at_ms'
    >
  > {
  readonly old_sequence: number;
}
