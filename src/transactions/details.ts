import type { Client } from '../admin/client-directory.ts';
import { minorToAmount } from '../kernel/money.ts';
import { formatTimestamp } from '../operations/fields.ts';
import type { Context } from '../operations/operation.ts';
import { formatDue } from './claim-views.ts';
import { loadDeskView } from './desk-views.ts';
import { isLate } from './domain/ending.ts';
import type { Transaction } from './domain/transaction.ts';
import { type TransactionDetail, viewTransaction } from './views.ts';

/**
 * Shows transactions in full, in their order. Each hash is computed with the secret of the owner.
 * @param options.wantsNotes a list leaves notes and the history of claims out: a page of them could be very long.
 */
export async function viewDetails(
  context: Context,
  transactions: readonly Transaction[],
  { wantsNotes = true } = {},
): Promise<TransactionDetail[]> {
  const ownerIds = transactions.map((transaction) => transaction.clientId);
  const owners = await context.dependencies.clients.findByIds(ownerIds);
  const details = transactions.map((transaction) =>
    buildDetail(context, transaction, requireOwner(owners.get(transaction.clientId), transaction)),
  );
  if (context.principal.role === 'merchant') return details;
  const viewDesk = await loadDeskView(context, transactions, wantsNotes);
  return details.map((detail, index) => Object.assign(detail, viewDesk(transactions[index] as Transaction)));
}

/** Shows one transaction in full. */
export async function viewDetail(context: Context, transaction: Transaction): Promise<TransactionDetail> {
  const [detail] = await viewDetails(context, [transaction]);
  return detail as TransactionDetail;
}

/** Clients are never deleted: a missing owner is an inconsistent database. */
export function requireOwner(owner: Client | undefined, { clientId }: { readonly clientId: string }): Client {
  if (!owner) throw new Error(`client ${clientId} is missing from the database`);
  return owner;
}

function buildDetail(
  { principal, dependencies: { publicUrl, runtime } }: Context,
  transaction: Transaction,
  owner: Client,
): TransactionDetail {
  const detail: TransactionDetail =
    transaction.type === 'deposit'
      ? Object.assign(viewTransaction(transaction, owner, publicUrl), viewAudit(transaction), {
          sentAt: transaction.sentAtMs === null ? null : formatTimestamp(transaction.sentAtMs),
          expiresAt: formatDue(runtime, transaction.expiresAtMs),
          reference: transaction.reference,
          ...viewEnding(transaction),
        })
      : Object.assign(
          viewTransaction(transaction, owner, publicUrl),
          viewAudit(transaction),
          viewEnding(transaction),
        );
  if (principal.role !== 'merchant') detail.appKey = owner.appKey;
  if (transaction.isTest) detail.test = true;
  if (principal.role === 'viewer') {
    delete detail.hash;
    if (detail.type === 'deposit') delete detail.url;
  }
  return detail;
}

function viewAudit(transaction: Transaction) {
  return {
    statusReason: transaction.statusReason,
    finalAmount: transaction.finalAmountMinor === null ? null : minorToAmount(transaction.finalAmountMinor),
    createdAt: formatTimestamp(transaction.createdAtMs),
    updatedAt: formatTimestamp(transaction.updatedAtMs),
    sequence: transaction.sequence,
  };
}

/** Follows the fields of the specification. */
function viewEnding(transaction: Transaction) {
  return {
    endedAs: transaction.status === 'unsuccessful' ? transaction.endedAs : null,
    isLate: isLate(transaction),
  };
}
