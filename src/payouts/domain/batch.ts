import { foldPerson } from '../../kernel/person.ts';
import type { BankStatus, PayoutFacts } from './payout-state.ts';
import type { StatusReason } from './status-report.ts';

export const BATCH_STATES = ['prepared', 'approved', 'rejected', 'exported', 'refused', 'paid'] as const;
/**
 * A batch waits for approval, and is then exported for the bank. It is `paid` once booked debits have settled all its
 * withdrawals except those that the bank has refused, and `refused` if the bank has refused all of them. A rejected
 * batch has released its withdrawals.
 */
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * A row is `in` while the batch is going to pay it. It ends as `out` when it was taken out, `refused` when the bank does not
 * pay it, and `paid` when a booked debit has settled its withdrawal; `returned` when that money came back.
 */
export const PAYOUT_ROW_STATES = ['in', 'out', 'refused', 'paid', 'returned'] as const;
export type PayoutRowState = (typeof PAYOUT_ROW_STATES)[number];

/** What a row pays: a merchant's withdrawal, or a refund of a line's money to its payer. */
export const PAYOUT_KINDS = ['withdrawal', 'refund'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/** A withdrawal or a refund in a batch, with the payment that it asks for. */
export interface PayoutRow {
  /** Its place in the batch, from 1. It keeps its number when rows before it are taken out. */
  readonly rowNumber: number;
  /** The withdrawal, or the refund. */
  readonly transactionId: string;
  readonly kind: PayoutKind;
  /** The credit whose money a refund gives back; null for a withdrawal. */
  readonly refundedLineId: string | null;
  readonly endToEndId: string;
  readonly state: Exclude<PayoutRowState, 'out'>;
  /** The status that counts of all that the bank has said about it; null before it has said anything. */
  readonly bankStatus: BankStatus | null;
  /** Whether the bank has said that it executed the payment. */
  readonly isExecuted: boolean;
  readonly bankReasons: readonly StatusReason[];
  /** The statement line that has shown its debit. */
  readonly lineId: string | null;
  /** Hundredths. */
  readonly amountMinor: number;
  readonly accountName: string;
  readonly iban: string;
  /** Whether the desk has named the payee, instead of the merchant or the bank's line. */
  readonly isChangedPayee: boolean;
}

/** Whether a batch was neither exported nor rejected: it can still change. */
export function isBeforeExport({ state }: { readonly state: BatchState }): boolean {
  return state === 'prepared' || state === 'approved';
}

/** The holder and the IBAN of the paying account, as the bank file has them. */
export interface Payer {
  readonly name: string;
  /** Normalized. */
  readonly iban: string;
}

/** The fields that all rows of a batch share. */
export interface PayoutHead {
  readonly number: number;
  /** The paying account. */
  readonly accountId: string;
  readonly payer: Payer;
  /** ISO 4217. */
  readonly currency: string;
  /** The day on which the bank is to pay, YYYY-MM-DD. */
  readonly executionDay: string;
}

/** A batch as it is stored, without its rows. */
export interface PayoutBatch extends PayoutHead {
  readonly id: string;
  readonly state: BatchState;
  readonly rowCount: number;
  /** Hundredths. */
  readonly sumMinor: number;
  readonly contentHash: string;
  /** The person who has prepared it: see `personOf`. */
  readonly maker: string;
  /** The key that they used: a person who renames that key is still the maker. */
  readonly makerClientId: string;
  readonly createdAtMs: number;
  /** The name of the person who rejected it, as it was on their key. */
  readonly rejectedBy: string | null;
  readonly rejectReason: string | null;
}

/** An approval of what a batch contained at that time: see `countsFor`. */
export interface PayoutApproval {
  readonly approver: string;
  /** The key that they used. */
  readonly approverClientId: string;
  readonly contentHash: string;
  readonly approvedAtMs: number;
  /** Whether its key is allowed to approve now. */
  readonly canApprove: boolean;
}

/**
 * Returns the person that a key belongs to. Keys with the same name, however it is written, belong to one person, who
 * cannot prepare a batch with one key and approve it with another.
 */
export function personOf(client: { readonly name: string }): string {
  return foldPerson(client.name);
}

/** Why a withdrawal cannot be put into a batch. */
export type UnfitReason =
  | 'missing'
  | 'no-withdrawal'
  | 'not-pending'
  /** A restore holds all payouts: this one, or one that it repeats, may have been paid since the backup. */
  | 'restored'
  | 'claimed'
  | 'planned'
  /** A booked debit for it has not come back. */
  | 'paid-again'
  | 'blacklisted'
  | 'merchant-disabled'
  | 'in-payout'
  | 'other-currency'
  | 'own-account';

export interface Unfit {
  readonly transactionId: string;
  readonly reason: UnfitReason;
  /** The number of the live batch that contains it. */
  readonly batchNumber?: number | undefined;
}

/** The bank file of a batch, as it is downloaded. */
export interface PayoutFile {
  readonly name: string;
  readonly mediaType: string;
  /** The hash of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Returns what is known about a payout whose file was written. */
export function factsOf({ state, bankStatus, isExecuted }: RowFacts): PayoutFacts {
  const isReturned = state === 'returned';
  return { bankStatus, isExecuted, isDebited: state === 'paid' || isReturned, isReturned };
}

interface RowFacts {
  readonly state: PayoutRowState;
  readonly bankStatus: BankStatus | null;
  readonly isExecuted: boolean;
}
