import { groupBy } from '../../../src/kernel/group-by.ts';
import type { StoredPayment } from '../../../src/reconciliation/domain/payment-proof.ts';
import { CLAIM_OPERATIONS, type ClaimChange } from '../../../src/transactions/domain/claim-history.ts';
import type { AuditTable } from '../../audit/rows.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';

const selectPaymentEvents = compileForList((db, transactionIds) =>
  db
    .selectFrom('events')
    .select(['transaction_id', 'kind', 'paid_from_account_id', 'bank_reference'])
    .where('transaction_id', 'in', transactionIds)
    .orderBy('transaction_id')
    .orderBy('sequence'),
);

const selectClaimChanges = compileForList((db, transactionIds) =>
  db
    .selectFrom('audit')
    .select(['target_id', 'occurred_at_ms', 'operation', 'after_json'])
    .where('target_id', 'in', transactionIds)
    .where('operation', 'in', CLAIM_OPERATIONS)
    .orderBy('position'),
);

/**
 * Finds how operators say that they paid withdrawals, by transaction id. The values are null for a withdrawal that a
 * bank line has paid. Withdrawals that were never settled or corrected are left out.
 */
export async function findPayments(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPayment>> {
  const rows = await selectPaymentEvents(db, transactionIds);
  const payments = rows.filter(({ kind }) => kind === 'settle' || kind === 'correct');
  return new Map(
    payments.map(({ transaction_id, paid_from_account_id, bank_reference }) => [
      transaction_id,
      { paidFromAccountId: paid_from_account_id, bankReference: bank_reference },
    ]),
  );
}

/** Finds the changes to the claims on withdrawals in the audit log, by transaction id, oldest first. */
export async function findClaimChanges(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ClaimChange[]>> {
  const rows = groupBy(await selectClaimChanges(db, transactionIds), (row) => row.target_id);
  return new Map([...rows].map(([id, changes]) => [id, changes.map(changeOf)]));
}

function changeOf({ occurred_at_ms: atMs, operation, after_json: after }: ChangeRow): ClaimChange {
  const { claimedBy, claimEndsAt, sentToBankAt } = JSON.parse(after ?? '{}') as Partial<ClaimValues>;
  const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null);
  const times = { atMs, endsAtMs: timeOf(claimEndsAt), sentAtMs: timeOf(sentToBankAt) };
  return { operation, holder: claimedBy ?? '', ...times };
}

type ChangeRow = Pick<AuditTable, 'occurred_at_ms' | 'operation' | 'after_json'>;

/** The values of a claim, as `claimValues` writes them to the audit log. */
interface ClaimValues {
  readonly claimedBy: string | null;
  readonly claimEndsAt: string | null;
  readonly sentToBankAt: string | null;
}
