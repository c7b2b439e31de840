export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = ['pending', 'successful', 'unsuccessful'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** How a transaction became unsuccessful. */
export const ENDED_KINDS = ['expired', 'cancelled', 'rejected', 'reversed'] as const;
export type EndedKind = (typeof ENDED_KINDS)[number];

/**
 * The text in place of a forgotten person's names and IBANs. No name is converted to it, so a `convertedName` of this
 * text says that the transaction was forgotten.
 */
export const FORGOTTEN = '[forgotten]';

/** A validated request that is not stored yet. */
interface DraftBase {
  readonly clientId: string;
  readonly processId: string;
  readonly bankId: string;
  readonly amountMinor: number;
  readonly userId: string;
  readonly userName: string;
  readonly name: string;
  readonly convertedName: string;
  /** True for a draft of a test key. */
  readonly isTest?: boolean | undefined;
}

export interface DepositDraft extends DraftBase {
  readonly type: 'deposit';
  /** The URL to which the payment page leads the payer back; by default that of the client's settings. */
  readonly returnUrl?: string | null | undefined;
}

export interface WithdrawalDraft extends DraftBase {
  readonly type: 'withdrawal';
  readonly accountName: string;
  /** As the client sent it. */
  readonly iban: string;
  readonly ibanNormalized: string;
}

export type TransactionDraft = DepositDraft | WithdrawalDraft;

interface StoredFields {
  readonly id: string;
  /** Whether a test key created it. Then no money moves, and no live key sees it. */
  readonly isTest: boolean;
  readonly bankName: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly statusReason: string | null;
  /** How it last became unsuccessful; null if it never did. A later correction leaves it. */
  readonly endedAs: EndedKind | null;
  /** The amount that was actually paid; null until settled. */
  readonly finalAmountMinor: number | null;
  /** 1 on creation, and one more with each transition. */
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Deposit extends Omit<DepositDraft, 'isTest'>, StoredFields {
  /** Null for the default of the client. */
  readonly returnUrl: string | null;
  readonly bankAccountId: string;
  readonly bankAccountName: string;
  readonly bankAccountIban: string;
  /** The secret half of the payment link: 16 random bytes in base64url. */
  readonly payToken: string;
  /** The text that the payer writes into the transfer; null for a deposit from before references existed. */
  readonly reference: string | null;
  /** The time when a pending deposit expires, by the steady clock (`steadyNowMs`). */
  readonly expiresAtMs: number;
  /** The time when the payer first reported the money as sent; null until then. */
  readonly sentAtMs: number | null;
}

/** The last claim of a withdrawal: who is paying it, or was. It is kept after its end; see claim.ts. */
export interface ClaimFields {
  /** The client of the key that claimed it last; null if it was never claimed. */
  readonly claimHolderId: string | null;
  /** The time when the holder first claimed it, by the wall clock. */
  readonly claimedAtMs: number | null;
  /** The end of the claim, by the steady clock; null for one that does not end by itself. */
  readonly claimEndsAtMs: number | null;
  /** The time when a holder said that the transfer was handed to the bank, by the wall clock. A later claim keeps it. */
  readonly sentToBankAtMs: number | null;
}

/** The claim fields of a withdrawal that was never claimed. */
export const UNCLAIMED: ClaimFields = {
  claimHolderId: null,
  claimedAtMs: null,
  claimEndsAtMs: null,
  sentToBankAtMs: null,
};

export interface Withdrawal extends Omit<WithdrawalDraft, 'isTest'>, StoredFields, ClaimFields {}

export type Transaction = Deposit | Withdrawal;
