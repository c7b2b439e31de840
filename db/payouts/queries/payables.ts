import type { PayoutKind } from '../../../src/payouts/domain/batch.ts';
import type { Refund } from '../../../src/payouts/domain/refund.ts';
import type { Withdrawal } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { findPayees, findRefunds, type StoredPayee } from './refunds.ts';

interface PaidRow {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly currency: string;
  /** Hundredths. */
  readonly amountMinor: number;
  readonly accountName: string;
  /** Normalized. */
  readonly iban: string;
  /** The payee that the desk has named; undefined if the payee is that of the withdrawal. */
  readonly payee: StoredPayee | undefined;
  readonly isPending: boolean;
  readonly createdAtMs: number;
}

/** What a batch can pay, with the payee who gets it. */
export type Payable = PaidRow &
  (
    | { readonly kind: 'withdrawal'; readonly transaction: Withdrawal }
    | { readonly kind: 'refund'; readonly refund: Refund }
  );

/** Finds withdrawals with real money, and refunds, by their ids. */
export async function findPayables(db: Database, ids: readonly string[]): Promise<Map<string, Payable>> {
  const payees = await findPayees(db, ids);
  const withdrawals = (await findTransactions(db, ids)).flatMap((transaction) => {
    if (transaction.type !== 'withdrawal' || transaction.isTest) return [];
    const { id, currency, amountMinor, createdAtMs, status } = transaction;
    const payee = payees.get(id);
    const own = { accountName: transaction.accountName, iban: transaction.ibanNormalized };
    const { accountName, iban } = payee ?? own;
    const paid = { id, currency, amountMinor, createdAtMs, payee, accountName, iban };
    return [{ ...paid, kind: 'withdrawal', isPending: status === 'pending', transaction } as const];
  });
  const refunds = (await findRefunds(db, ids)).flatMap((refund) => {
    const { id, currency, amountMinor, createdAtMs, state } = refund;
    const payee = payees.get(id);
    if (!payee) return [];
    const { accountName, iban } = payee;
    const paid = { id, currency, amountMinor, createdAtMs, payee, accountName, iban };
    return [{ ...paid, kind: 'refund', isPending: state === 'open', refund } as const];
  });
  return new Map([...withdrawals, ...refunds].map((one) => [one.id, one]));
}
