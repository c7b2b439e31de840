import type { BankStatus, PayoutFacts } from './payout-state.ts';
import type { StatusReason } from './status-report.ts';

export const BATCH_STATES = ['prepared', 'approved', 'rejected', 'exported', 'refused', 'paid'] as const;
/**
 * A batch waits for approval, and is then exported for the bank. It is `paid` once booked debits have settled all of its
 * withdrawals but those that the bank has refused, and `refused` if the bank has refused all of them. A rejected batch has
 * let go of its withdrawals.
 */
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * A row is `in` while the batch is going to pay it. It ends as `out` when it was taken out, `refused` when the bank does not
 * pay it, and `paid` when a booked debit has settled its withdrawal; `returned` when that money came back.
 */
export const PAYOUT_ROW_STATES = ['in', 'out', 'refused', 'paid', 'returned'] as const;
export type PayoutRowState = (typeof PAYOUT_ROW_STATES)[number];

/** What a row pays: a withdrawal of a merchant, or money of a line that goes back to who has paid it. */
export const PAYOUT_KINDS = ['withdrawal', 'refund'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/** A withdrawal or a refund of a batch, with what is paid. */
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
  /** Of what the bank has said about it, what counts; null before it has said anything. */
  readonly bankStatus: BankStatus | null;
  /** Whether the bank has said that it executed the payment. */
  readonly isExecuted: boolean;
  readonly bankReasons: readonly StatusReason[];
  /** The line of a statement that has shown its debit. */
  readonly lineId: string | null;
  /** Hundredths. */
  readonly amountMinor: number;
  readonly accountName: string;
  readonly iban: string;
  /** Whether the desk has named the payee, and neither the merchant nor the line of the bank. */
  readonly isChangedPayee: boolean;
}

/** Whether a batch was neither exported nor rejected: it can still change. */
export function isBeforeExport({ state }: { readonly state: BatchState }): boolean {
  return state === 'prepared' || state === 'approved';
}

/** The holder and the number of the account that pays, as the file for the bank has them. */
export interface Payer {
  readonly name: string;
  /** Normalized. */
  readonly iban: string;
}

/** The fields that all rows of a batch share. */
export interface PayoutHead {
  readonly number: number;
  /** The account that pays. */
  readonly accountId: string;
  readonly payer: Payer;
  /** ISO 4217. */
  readonly currency: string;
  /** The day on which the bank shall pay, YYYY-MM-DD. */
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
  /** The key with which that was done: whoever renames it is still the maker. */
  readonly makerClientId: string;
  readonly createdAtMs: number;
  /** The name of who has rejected it, as it was on their key. */
  readonly rejectedBy: string | null;
  readonly rejectReason: string | null;
}

/** An approval of what a batch contained then: see `countsFor`. */
export interface PayoutApproval {
  readonly approver: string;
  /** The key with which that was done. */
  readonly approverClientId: string;
  readonly contentHash: string;
  readonly approvedAtMs: number;
  /** Whether its key may approve at this moment. */
  readonly mayApprove: boolean;
}

/**
 * The person that a key belongs to. Keys with the same name belong to one person, who cannot approve with the second
 * what was prepared with the first.
 */
export function personOf(client: { readonly name: string }): string {
  return client.name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Why a withdrawal cannot be put into a batch. */
export type UnfitReason =
  | 'missing'
  | 'no-withdrawal'
  | 'not-pending'
  /** A restore holds all payouts: it, or one that it repeats, may have been paid since the backup. */
  | 'restored'
  | 'claimed'
  | 'planned'
  /** A booked debit of it has not come back. */
  | 'paid-again'
  | 'blacklisted'
  | 'merchant-disabled'
  | 'in-payout'
  | 'other-currency'
  | 'own-account';

export interface Unfit {
  readonly transactionId: string;
  readonly reason: UnfitReason;
  /** The number of the live batch that has it. */
  readonly batchNumber?: number | undefined;
}

/** The file of a batch for a bank, as it was given out. */
export interface PayoutFile {
  readonly name: string;
  readonly mediaType: string;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** What is known of a payout whose file was made. */
export function factsOf({ state, bankStatus, isExecuted }: RowFacts): PayoutFacts {
  const isReturned = state === 'returned';
  return { bankStatus, isExecuted, isDebited: state === 'paid' || isReturned, isReturned };
}

interface RowFacts {
  readonly state: PayoutRowState;
  readonly bankStatus: BankStatus | null;
  readonly isExecuted: boolean;
}
