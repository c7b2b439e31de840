import type { Deposit, Transaction } from '../../../src/transactions/domain/transaction.ts';
import { isOverdue } from '../../../src/transactions/domain/transition.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { toIsoTime } from '../../audit/commands/audit-values.ts';
import { lockTransactions } from '../../engines/statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findTransaction } from '../queries/transactions.ts';
import type { Clocks } from './decide-transitions.ts';

interface SentResult {
  readonly transaction: Transaction | undefined;
  readonly isChanged: boolean;
}

interface MarkSent extends Audited, Clocks {
  readonly transactionId: string;
  /** The time for which the deposit stays pending from now on, at least. */
  readonly sentTtlMs: number;
}

/**
 * Stores when the payer of a pending deposit first reported the money as sent, and extends its time. A deposit whose
 * time is over is not changed.
 */
export async function markSent(
  trx: DatabaseTransaction,
  { transactionId, nowMs, steadyNowMs, sentTtlMs, audit }: MarkSent,
): Promise<SentResult> {
  await lockTransactions(trx, [transactionId]);
  const transaction = await findTransaction(trx, transactionId);
  if (!transaction || !canBeMarkedAsSent(transaction, steadyNowMs)) return { transaction, isChanged: false };
  const expiresAtMs = Math.max(transaction.expiresAtMs, steadyNowMs + sentTtlMs);
  const sent = { sentAtMs: nowMs, expiresAtMs };
  await trx
    .updateTable('transactions')
    .set({ sent_at_ms: nowMs, expires_at_ms: expiresAtMs })
    .where('id', '=', transactionId)
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'transaction',
    targetId: transactionId,
    before: { sentAt: null },
    after: { sentAt: toIsoTime(nowMs) },
  });
  return { transaction: Object.assign({}, transaction, sent), isChanged: true };
}

/** Whether the payer's report would be the first one, of a deposit that can still be paid. */
export function canBeMarkedAsSent(transaction: Transaction, steadyNowMs: number): transaction is Deposit {
  const { type, status } = transaction;
  if (type !== 'deposit' || status !== 'pending' || transaction.sentAtMs !== null) return false;
  return !isOverdue(transaction, steadyNowMs);
}
