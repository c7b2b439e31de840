import { type AppliedTransition, firstToLast } from '../../../src/domain/apply-transition.ts';
import type { TransactionsTable } from '../../rows/transactions.ts';
import { valueRows } from '../../sql/list-statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';

const CHANGED_TYPES = ['text', 'bigint', 'text', 'text', 'text', 'bigint', 'bigint', 'bigint'] as const;

/** Updates each transaction once, from its first state in the group to its last. */
export async function updateTransactions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
): Promise<void> {
  const rows = firstToLast(applied).map(({ before, after }) => [
    ...[after.id, before.sequence, after.status, after.statusReason, after.endedAs],
    ...[after.finalAmountMinor, after.sequence, after.updatedAtMs],
  ]);
  const { numUpdatedRows } = await trx
    .with(
      'changed(id, old_sequence, status, status_reason, ended_as, final_amount_minor, sequence, updated_at_ms)',
      () => valueRows<ChangedRow>(CHANGED_TYPES, rows),
    )
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
    .whereRef('transactions.sequence', '=', 'changed.old_sequence')
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== rows.length) throw new Error('a transaction changed under the write lock');
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
