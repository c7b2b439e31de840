export const REFUND_STATES = ['open', 'paid', 'cancelled', 'returned'] as const;
/**
 * A refund is `open` until a booked debit has `paid` it, or an operator has cancelled it. It is `returned` if that
 * money came back; then its line waits again.
 */
export type RefundState = (typeof REFUND_STATES)[number];

/** Money of a line that is given back. */
export interface Refund {
  readonly id: string;
  /** The credit whose money it gives back. */
  readonly lineId: string;
  /** Hundredths. */
  readonly amountMinor: number;
  readonly state: RefundState;
  readonly reason: string;
  /** The name of the person who created it, as it was on their key. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  /** The account that received the money. */
  readonly accountId: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A payee whom the desk has named. */
export interface Payee {
  readonly accountName: string;
  /** Normalized. */
  readonly iban: string;
  /** Whether neither the merchant nor the line of the bank has named it. */
  readonly isChanged: boolean;
}

/** The outcome of naming another payee. */
export type ChangedPayee =
  | { readonly kind: 'stored'; readonly payee: Payee }
  | { readonly kind: 'missing' | 'not-pending' | 'not-refused' | 'blacklisted' }
  | { readonly kind: 'in-payout'; readonly batchNumber: number };
