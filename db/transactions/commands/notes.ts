import type { NoteOutcome } from '../../../src/transactions/desk-store.ts';
import { MAX_NOTES } from '../../../src/transactions/limits.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockTransactions } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransaction } from '../queries/transactions.ts';
import { isOtherMode, type ModeScope } from './mode-scope.ts';

interface AddNote extends Audited, ModeScope {
  readonly transactionId: string;
  readonly authorId: string;
  readonly text: string;
  readonly nowMs: number;
}

/** Adds a note to a transaction. The audit log names it without its text, which can hold names. */
export async function addNote(
  trx: DatabaseTransaction,
  { transactionId, isTest, authorId, text, nowMs, audit }: AddNote,
): Promise<NoteOutcome> {
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  if (!transaction || isOtherMode(transaction, isTest)) return { kind: 'missing' };
  const { count } = await trx
    .selectFrom('notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_NOTES) return { kind: 'full' };
  await trx
    .insertInto('notes')
    .values({ transaction_id: transactionId, author_client_id: authorId, text, created_at_ms: nowMs })
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: transactionId,
    before: { notes: count },
    after: { notes: count + 1, characters: text.length },
  });
  return { kind: 'stored', transaction };
}
