import type { Deposit, Transaction } from '../../src/domain/transaction.ts';
import { isOverdue } from '../../src/domain/transition.ts';
import { findWithHolds } from '../queries/released.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { formatTime } from './common/audit-values.ts';
import { lockTransactions } from './common/lock-transactions.ts';

interface SentResult {
  /** The transaction after the command, as its payer knows it; undefined when there is none. */
  readonly released: Transaction | undefined;
  /** The transaction as it is stored, if the command has changed it. */
  readonly changed: Transaction | undefined;
  /** The place of its row in the audit log. */
  readonly auditPosition?: number | undefined;
}

interface MarkSent extends Audited {
  readonly transactionId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The time for which the deposit stays pending from now on, at least. */
  readonly sentTtlMs: number;
}

/**
 * Stores when the payer of a pending deposit first reported the money as sent, and keeps it pending for longer. One
 * whose time is over is left as it is. While its end is held back the deposit is still pending for its payer: the report
 * counts, also after an undo.
 */
export async function markSent(
  trx: DatabaseTransaction,
  { transactionId, nowMs, steadyNowMs, sentTtlMs, audit }: MarkSent,
): Promise<SentResult> {
  await lockTransactions(trx, [transactionId]);
  const [found] = await findWithHolds(trx, [transactionId]);
  const released = found?.held?.released ?? found?.stored;
  if (!found || !released || !mayBeMarked(released, steadyNowMs)) return { released, changed: undefined };
  const expiresAtMs = Math.max(released.expiresAtMs, steadyNowMs + sentTtlMs);
  const sent = { sentAtMs: nowMs, expiresAtMs };
  await trx
    .updateTable('transactions')
    .set({ sent_at_ms: nowMs, expires_at_ms: expiresAtMs })
    .where('id', '=', transactionId)
    .execute();
  const auditPosition = await appendAudit(trx, audit, {
    ...{ targetKind: 'transaction', targetId: transactionId },
    ...{ before: { sentAt: null }, after: { sentAt: formatTime(nowMs) } },
  });
  return {
    released: Object.assign({}, released, sent),
    changed: Object.assign({}, found.stored, sent),
    auditPosition,
  };
}

/** Whether the payer's report would be the first one, of a deposit that can still be paid. */
export function mayBeMarked(transaction: Transaction, steadyNowMs: number): transaction is Deposit {
  const { type, status } = transaction;
  if (type !== 'deposit' || status !== 'pending' || transaction.sentAtMs !== null) return false;
  return !isOverdue(transaction, steadyNowMs);
}
