import {
  type ByBatchOnly,
  type NotClaimed,
  notClaimed,
  refuseUnclaimed,
} from '../../transactions/domain/claim.ts';
import type { Transaction } from '../../transactions/domain/transaction.ts';

/** How a withdrawal was paid, as the operator who paid it says. */
interface GivenPayment {
  readonly paidFromAccountId?: string | undefined;
  /** The bank's number of the transfer. */
  readonly bankReference?: string | undefined;
}

/** The same, as the event of the transition keeps it. */
export interface KeptPayment {
  readonly paidFromAccountId: string | null;
  readonly bankReference: string | null;
}

export const NO_PAYMENT: KeptPayment = { paidFromAccountId: null, bankReference: null };

/**
 * The proof that a withdrawal was paid. The word of an operator alone is not enough to report it to the client as paid.
 */
export interface PaymentProof extends GivenPayment {
  /** True where a booked line of a bank shows the payment. */
  readonly isByLine?: boolean | undefined;
  /** True for one of several that are settled together. */
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
  /** No account pays a deposit or a test. */
  | { readonly type: 'payment-unwanted'; readonly given: readonly (keyof GivenPayment)[] };

const FIELDS = ['paidFromAccountId', 'bankReference'] as const satisfies readonly (keyof GivenPayment)[];

interface PaidBy {
  readonly clientId: string | null;
  readonly steadyNowMs: number;
  /** Whether the policy of payouts lets withdrawals be paid by hand. */
  readonly isByHandAllowed?: boolean | undefined;
}

/**
 * Refuses to call a withdrawal paid without proof. To settle it, an operator must have claimed it and say from which
 * account it was paid; a line of a bank needs neither. An ended one can no longer be claimed, so that the correction
 * names the bank's number of the transfer as well. Where the policy wants batches, corrections by hand are refused, and
 * withdrawals that were claimed before can still be settled. No money moves in a test.
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

export function keepPayment({ paidFromAccountId, bankReference }: GivenPayment): KeptPayment {
  return { paidFromAccountId: paidFromAccountId ?? null, bankReference: bankReference ?? null };
}
