import type { KeptPayment } from '../../../src/reconciliation/domain/paying-out.ts';
import { CLAIM_OPERATIONS, type ClaimChange } from '../../../src/transactions/domain/claim-history.ts';
import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';

const selectPaying = compileForList((db, transactionIds) =>
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
    .select(['occurred_at_ms', 'operation', 'after_json'])
    .where('target_id', 'in', transactionIds)
    .where('operation', 'in', CLAIM_OPERATIONS)
    .orderBy('position'),
);

/**
 * Finds how operators have paid withdrawals, by their ids. Withdrawals that a line has paid, and unpaid ones, are left
 * out.
 */
export async function findPayments(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, KeptPayment>> {
  const rows = await selectPaying(db, transactionIds);
  const payments = rows.filter(({ kind }) => kind === 'settle' || kind === 'correct');
  return new Map(
    payments.map(({ transaction_id, paid_from_account_id, bank_reference }) => [
      transaction_id,
      { paidFromAccountId: paid_from_account_id, bankReference: bank_reference },
    ]),
  );
}

/** Finds the changes of the claims of a withdrawal in the audit log, the oldest first. */
export async function findClaimChanges(db: Database, transactionId: string): Promise<ClaimChange[]> {
  const rows = await selectClaimChanges(db, [transactionId]);
  return rows.map(({ occurred_at_ms: atMs, operation, after_json: after }) => {
    const { claimedBy, claimEndsAt, sentToBankAt } = JSON.parse(after ?? '{}') as Partial<ClaimValues>;
    const timeOf = (text: string | null | undefined) => (text ? Date.parse(text) : null);
    const holder = claimedBy ?? '';
    return {
      atMs,
      operation,
      holder,
      endsAtMs: timeOf(claimEndsAt),
      sentAtMs: timeOf(sentToBankAt),
    };
  });
}

/** As `claimValues` of the commands writes them. */
interface ClaimValues {
  readonly claimedBy: string | null;
  readonly claimEndsAt: string | null;
  readonly sentToBankAt: string | null;
}
