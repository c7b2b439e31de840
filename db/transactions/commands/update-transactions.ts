import { type AppliedTransition, netChanges } from '../../../src/transactions/domain/apply-transition.ts';
import { columnsOf, toRow } from '../../sql/columns.ts';
import { compileUpdate } from '../../sql/compiled.ts';
import type { DatabaseTransaction } from '../../tables.ts';

const CHANGED = columnsOf('status statusReason endedAs finalAmountMinor sequence updatedAtMs');

const update = compileUpdate('transactions', { id: 'id', old_sequence: 'sequence' }, Object.values(CHANGED));

/** Updates each transaction once, from its first state in the group to its last. */
export async function updateTransactions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
): Promise<void> {
  const rows = netChanges(applied).map(({ before, after }) =>
    Object.assign(toRow(CHANGED, after), { id: after.id, old_sequence: before.sequence }),
  );
  if ((await update(trx, rows)) !== rows.length)
    throw new Error('a transaction changed under the write lock');
}
