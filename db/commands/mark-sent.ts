import type { Transaction } from '../../src/domain/transaction.ts';
import { findTransaction } from '../queries/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';

interface SentResult {
  /** The transaction after the command; undefined when there is none. */
  readonly transaction: Transaction | undefined;
  readonly isChanged: boolean;
}

/** Stores when the payer of a pending deposit first reported the money as sent. */
export async function markSent(
  trx: DatabaseTransaction,
  { transactionId, nowMs }: { readonly transactionId: string; readonly nowMs: number },
): Promise<SentResult> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ sent_at_ms: nowMs })
    .where('id', '=', transactionId)
    .where('type', '=', 'deposit')
    .where('status', '=', 'pending')
    .where('sent_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return { transaction: await findTransaction(trx, transactionId), isChanged: numUpdatedRows > 0n };
}
