import { minorToAmount } from '../../../src/kernel/money.ts';
import type { OnBehalf } from '../../../src/transactions/domain/creation.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { appendAuditRows } from '../../audit/commands/append-audit.ts';
import { insertPayeeSources } from '../../payouts/commands/payees.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** A new transaction with the operator who has created it. */
export interface CreatedOnBehalf {
  readonly transaction: Transaction;
  readonly onBehalf: OnBehalf;
}

/**
 * Records what operators have created for merchants: a row of the audit log for each, and who has named the payee of a
 * withdrawal. The tip of the audit log is locked last.
 */
export async function recordOnBehalf(
  trx: DatabaseTransaction,
  created: readonly CreatedOnBehalf[],
): Promise<void> {
  if (created.length === 0) return;
  await insertPayeeSources(
    trx,
    created.flatMap(({ transaction: { id: sourceId, type }, onBehalf: { person, clientId } }) =>
      type === 'withdrawal' ? [{ sourceId, person, clientId }] : [],
    ),
  );
  await appendAuditRows(
    trx,
    created.map(({ transaction, onBehalf: { audit } }) => ({
      ...audit,
      targetKind: 'transaction',
      targetId: transaction.id,
      before: null,
      after: {
        type: transaction.type,
        clientId: transaction.clientId,
        status: transaction.status,
        amount: minorToAmount(transaction.amountMinor),
      },
    })),
  );
}
