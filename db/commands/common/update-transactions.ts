import { sql } from 'kysely';
import type { AppliedTransition } from '../../../src/domain/apply-transition.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { padToPowerOfTwo } from '../../list-statements.ts';
import type { TransactionsTable } from '../../rows/transactions.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Updates each transaction once, from its first state in the group to its last. */
export async function updateTransactions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
): Promise<void> {
  const first = new Map<string, Transaction>();
  const last = new Map<string, Transaction>();
  for (const { before, after } of applied) {
    if (!first.has(before.id)) first.set(before.id, before);
    last.set(after.id, after);
  }
  const rows = [...last.values()].map(
    ({ id, status, statusReason, endedAs, finalAmountMinor, sequence, updatedAtMs }) =>
      sql`(${id}, ${first.get(id)?.sequence}, ${status}, ${statusReason}, ${endedAs}, ${finalAmountMinor}, ${sequence}, ${updatedAtMs})`,
  );
  const { numUpdatedRows } = await trx
    .with(
      'changed(id, old_sequence, status, status_reason, ended_as, final_amount_minor, sequence, updated_at_ms)',
      () => sql<ChangedRow>`(values ${sql.join(padToPowerOfTwo(rows))})`,
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
  if (Number(numUpdatedRows) !== last.size) throw new Error('a transaction changed under the write lock');
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
