import type { StatementProblem } from '../../reconciliation/domain/statement.ts';

/** The bank's answer to a file of payouts (pain.002), as its reader returns it. Missing texts are null, never empty. */

/** A reason of a status, in the bank's words. */
export interface StatusReason {
  /** A code of the external list of ISO 20022, `AC04`; not checked. */
  readonly code: string | null;
  /** A code of the bank. */
  readonly proprietary: string | null;
  /** All lines of its explanation, joined into one. */
  readonly text: string | null;
}

/** A level of the answer: the whole file, a payment of it, or a transaction. */
export interface StatusLevel {
  /** As the bank wrote it, `ACSP`; null if the level has no status of its own. */
  readonly status: string | null;
  readonly reasons: readonly StatusReason[];
}

export interface ReportedTransaction extends StatusLevel {
  /** Null for `NOTPROVIDED` and similar words. */
  readonly endToEndId: string | null;
  readonly instructionId: string | null;
  /** The instructed amount that the bank repeats, in hundredths, from 0; null without one. */
  readonly amountMinor: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** The account of the payee; normalized if it is valid. That of a refused payment need not be. */
  readonly iban: string | null;
}

export interface ReportedPayment extends StatusLevel {
  readonly paymentInformationId: string;
  readonly transactions: readonly ReportedTransaction[];
}

export interface StatusReport {
  readonly messageId: string;
  /** As the bank wrote it: some banks do not use the format of ISO 8601. */
  readonly createdAt: string | null;
  /** The id of the file that the report answers. */
  readonly originalMessageId: string;
  /** The kind of that file, `pain.001.001.09`. */
  readonly originalMessageName: string | null;
  /** Null if the file as a whole has neither a status nor a reason. */
  readonly group: StatusLevel | null;
  /** In the order of the file. Several can have the same id. */
  readonly payments: readonly ReportedPayment[];
}

/** The kinds of parts of a report that people must look at, with their names in the API. */
export const UNMATCHED = {
  'unknown-payment': 'unknown_payment',
  'unknown-transaction': 'unknown_payout',
  /** The bank's amount or currency differs from that of the payout. */
  'other-amount': 'other_amount',
  'unknown-status': 'unknown_status',
  /** The bank refuses a duplicate of something it has accepted, so the payout may be under way. */
  duplicate: 'duplicate',
  'refused-but-paid': 'refused_but_paid',
  'refused-but-executed': 'refused_but_executed',
  /**
   * The bank pays a payout that was refused or taken back, or it has the file. But since then the withdrawal is in
   * another file, or was claimed or decided in another way.
   */
  'let-go': 'let_go',
} as const;

/** A part of a report that changes nothing, or contradicts what is known of a payout. */
export interface UnmatchedPart {
  readonly kind: keyof typeof UNMATCHED;
  /** The payout or payment that it names; null for a status of the whole file. */
  readonly id: string | null;
  /** As the bank wrote it. */
  readonly status: string | null;
}

/** The result of reading a file. If a file has any problem, no part of it is applied. */
export type StatusReading =
  | { readonly kind: 'report'; readonly report: StatusReport }
  | { readonly kind: 'problems'; readonly problems: readonly StatementProblem[] };

/** Returns the problems because of which a file is not imported. */
export function problemsOfReport(reading: StatusReading): readonly StatementProblem[] {
  return reading.kind === 'report' ? [] : reading.problems;
}

/** The limits of one file. Its reader stops with a problem at the first that is exceeded. */
export interface StatusLimits {
  readonly maxBytes: number;
  /** Levels of XML elements. */
  readonly maxDepth: number;
  /** Characters of one text, and of the explanation of one reason. */
  readonly maxText: number;
  readonly maxPayments: number;
  /** In the whole file. */
  readonly maxTransactions: number;
  /** On one level. */
  readonly maxReasons: number;
  /** The reader stops after this many problems. */
  readonly maxProblems: number;
}

export const STATUS_LIMITS: StatusLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxDepth: 64,
  maxText: 4000,
  maxPayments: 5000,
  maxTransactions: 50_000,
  maxReasons: 50,
  maxProblems: 20,
};
