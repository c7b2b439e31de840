import {
  type ByBatchOnly,
  type NotClaimed,
  notClaimed,
  refuseUnclaimed,
} from '../../transactions/domain/claim.ts';
import type { Transaction } from '../../transactions/domain/transaction.ts';

/** How a withdrawal was paid, according to the operator who paid it. */
interface GivenPayment {
  readonly paidFromAccountId?: string | undefined;
  /** The bank's number of the transfer. */
  readonly bankReference?: string | undefined;
}

/** How a withdrawal was paid, in the form that the event of the transition stores. */
export interface StoredPayment {
  readonly paidFromAccountId: string | null;
  readonly bankReference: string | null;
}

export const NO_PAYMENT: StoredPayment = { paidFromAccountId: null, bankReference: null };

/** The proof that a withdrawal was paid. An operator's word alone is not enough to report it to the client as paid. */
export interface PaymentProof extends GivenPayment {
  /** True if a booked line of a bank statement shows the payment. */
  readonly isByLine?: boolean | undefined;
  /** True for one of several withdrawals that are settled together. */
  readonly isOneOfMany?: boolean | undefined;
}

export type PaymentRefusal =
  | NotClaimed
  | ByBatchOnly
  | {
      readonly type: 'payment-missing';
      readonly transactionId: string;
      readonly missing: readonly (keyof GivenPayment)[];
    }
  /** No account pays a deposit or a test transaction. */
  | { readonly type: 'payment-unwanted'; readonly given: readonly (keyof GivenPayment)[] };

const FIELDS = ['paidFromAccountId', 'bankReference'] as const satisfies readonly (keyof GivenPayment)[];

interface PaidBy {
  readonly clientId: string | null;
  readonly steadyNowMs: number;
  /** Whether the payout policy lets withdrawals be paid by hand. */
  readonly isByHandAllowed?: boolean | undefined;
}

/**
 * Refuses to report a withdrawal as paid without proof. To settle it, an operator must have claimed it and say from
 * which account it was paid; a line of a bank statement needs neither. A withdrawal that has ended can no longer be
 * claimed, so its correction must also name the bank's number of the transfer. If the policy requires batches,
 * corrections by hand are refused, but withdrawals that were claimed before can still be settled. Test transactions
 * move no money.
 */
export function refuseUnproven(
  transaction: Transaction,
  command: PaymentProof & { readonly kind: 'settle' | 'correct' },
  { clientId, steadyNowMs, isByHandAllowed = true }: PaidBy,
): PaymentRefusal | undefined {
  const { id: transactionId, type, isTest } = transaction;
  const given = FIELDS.filter((field) => command[field] !== undefined);
  if (type === 'deposit' || isTest) return given.length > 0 ? { type: 'payment-unwanted', given } : undefined;
  if (command.isByLine) return undefined;
  const isSettle = command.kind === 'settle';
  if (isSettle && command.isOneOfMany) return notClaimed(transaction);
  const unclaimed = isSettle && refuseUnclaimed(transaction, clientId, steadyNowMs);
  if (unclaimed) return unclaimed;
  if (!isSettle && !isByHandAllowed) return { type: 'error_payout_by_batch_only', transactionId };
  const needed = isSettle ? (['paidFromAccountId'] as const) : FIELDS;
  const missing = needed.filter((field) => command[field] === undefined);
  return missing.length > 0 ? { type: 'payment-missing', transactionId, missing } : undefined;
}

/** Returns the payment that the event of a transition stores. */
export function paymentToStore({ paidFromAccountId, bankReference }: GivenPayment): StoredPayment {
  return { paidFromAccountId: paidFromAccountId ?? null, bankReference: bankReference ?? null };
}
