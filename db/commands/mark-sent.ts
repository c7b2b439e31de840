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
  readonly steadyNowMs: number;
  /** The time for which the deposit stays pending from now on, at least. */
  readonly sentTtlMs: number;
}

/**
 * Stores when the payer of a pending deposit first reported the money as sent, and keeps it pending for longer. One
 * whose time is over is left as it is.
 */
export async function markSent(
  trx: DatabaseTransaction,
  { transactionId, nowMs, steadyNowMs, sentTtlMs, audit }: MarkSent,
): Promise<SentResult> {
  const endsAtMs = steadyNowMs + sentTtlMs;
  const { numUpdatedRows } = await trx
    .updateTable('transactions')
    .set((eb) => ({
      sent_at_ms: nowMs,
      expires_at_ms: eb
        .case()
        .when('expires_at_ms', '<', endsAtMs)
        .then(endsAtMs)
        .else(eb.ref('expires_at_ms'))
        .end(),
    }))
    .where('id', '=', transactionId)
    .where('type', '=', 'deposit')
    .where('status', '=', 'pending')
    .where('sent_at_ms', 'is', null)
    .where('expires_at_ms', '>', steadyNowMs)
    .executeTakeFirstOrThrow();
  const isChanged = numUpdatedRows > 0n;
  if (isChanged)
    await appendAudit(trx, audit, {
      ...{ targetKind: 'transaction', targetId: transactionId },
      ...{ before: { sentAt: null }, after: { sentAt: formatTime(nowMs) } },
    });
  return { transaction: await findTransaction(trx, transactionId), isChanged };
}
