import { groupBy } from '../../../src/kernel/group-by.ts';
import type { Note } from '../../../src/transactions/desk-store.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';

const selectNotes = compileForList((db, transactionIds) =>
  db
    .selectFrom('notes')
    .select([
      'transaction_id as transactionId',
      'author_client_id as authorId',
      'text',
      'created_at_ms as createdAtMs',
    ])
    .where('transaction_id', 'in', transactionIds)
    .orderBy('position'),
);

/** Finds the notes of transactions, by the ids of these, oldest first. */
export async function findNotes(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Note[]>> {
  return groupBy(await selectNotes(db, transactionIds), (note) => note.transactionId);
}
