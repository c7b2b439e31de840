export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = ['pending', 'successful', 'unsuccessful'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** What a client asks for, checked, not yet stored. */
interface DraftBase {
  readonly clientId: string;
  readonly processId: string;
  readonly bankId: string;
  readonly amountMinor: number;
  readonly userId: string;
  readonly userName: string;
  readonly name: string;
  readonly convertedName: string;
}

export interface DepositDraft extends DraftBase {
  readonly type: 'deposit';
}

export interface WithdrawalDraft extends DraftBase {
  readonly type: 'withdrawal';
  readonly accountName: string;
  /** As the client sent it. */
  readonly iban: string;
  readonly ibanNormalized: string;
}

export type TransactionDraft = DepositDraft | WithdrawalDraft;

interface Lifecycle {
  readonly id: string;
  readonly bankName: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly statusReason: string | null;
  /** What was really paid; null until settled. */
  readonly finalAmountMinor: number | null;
  /** Raised by one with every change; 1 on creation. */
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Deposit extends DepositDraft, Lifecycle {
  readonly bankAccountId: string;
  readonly bankAccountName: string;
  readonly bankAccountIban: string;
  /** The secret half of the payment link: 16 random bytes in base64url. */
  readonly payToken: string;
  /** When it expires if it is still pending, by the clock that never jumps (`steadyNowMs`). */
  readonly expiresAtMs: number;
  /** When the payer first said that the money was sent; null until then. */
  readonly sentAtMs: number | null;
}

export interface Withdrawal extends WithdrawalDraft, Lifecycle {}

export type Transaction = Deposit | Withdrawal;
