import type { Note } from '../../../src/transactions/desk-store.ts';
import type { Database } from '../../tables.ts';

/** Finds the notes of transactions, oldest first. */
export async function findNotes(db: Database, transactionIds: readonly string[]): Promise<Note[]> {
  if (transactionIds.length === 0) return [];
  return db
    .selectFrom('notes')
    .select([
      'transaction_id as transactionId',
      'author_client_id as authorId',
      'text',
      'created_at_ms as createdAtMs',
    ])
    .where('transaction_id', 'in', transactionIds)
    .orderBy('position')
    .execute();
}
