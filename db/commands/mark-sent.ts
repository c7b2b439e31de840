import type { Transaction } from '../../src/domain/transaction.ts';
import { findTransaction } from '../queries/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { formatTime } from './common/audit-values.ts';

interface SentResult {
  /** The transaction after the command; undefined when there is none. */
  readonly transaction: Transaction | undefined;
  readonly isChanged: boolean;
}

interface MarkSent extends Audited {
  readonly transactionId: string;
  readonly nowMs: number;
}

/** Stores when the payer of a pending deposit first reported the money as sent. */
export async function markSent(
  trx: DatabaseTransaction,
  { transactionId, nowMs, audit }: MarkSent,
): Promise<SentResult> {
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set({ sent_at_ms: nowMs })
    .where('id', '=', transactionId)
    .where('type', '=', 'deposit')
    .where('status', '=', 'pending')
    .where('sent_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  const isChanged = numUpdatedRows > 0n;
  if (isChanged)
    await appendAudit(trx, audit, {
      ...{ targetKind: 'transaction', targetId: transactionId },
      ...{ before: { sentAt: null }, after: { sentAt: formatTime(nowMs) } },
    });
  return { transaction: await findTransaction(trx, transactionId), isChanged };
}
