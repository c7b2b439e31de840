/** Statements of bank accounts, in the form that the readers in src/statements produce and that is stored. */

/**
 * `statement` is final (camt.053, MT940, an export of a bank). `notification` (camt.054) and `intraday` (camt.052,
 * MT942) come before it and can contain lines that are still pending; a later statement repeats these lines.
 */
export const STATEMENT_KINDS = ['statement', 'notification', 'intraday'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** The account as the file names it. A file can name it by an IBAN, by another number, or not at all. */
export interface StatementAccount {
  /** Normalized: capitals, without spaces. */
  readonly iban: string | null;
  /** Any other number, trimmed. */
  readonly number: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
}

/** A balance; below zero if the account is overdrawn. */
export interface Balance {
  readonly amountMinor: number;
  /** The calendar day, `2026-11-22`. */
  readonly date: string | null;
}

/** The beginning of a statement. Lines follow, then its end. */
export interface StatementHeader {
  readonly kind: StatementKind;
  readonly account: StatementAccount;
  /** The id that the bank gave the statement, `Stmt/Id`, or its message: `:20:` with `:28C:`. */
  readonly statementId: string | null;
  /** The number in the bank's sequence of statements: `ElctrncSeqNb`, `LglSeqNb`, `:28C:`. */
  readonly sequenceNumber: string | null;
  /** The page of a statement that the bank splits; 1 for a whole one. */
  readonly page: number;
  readonly opening: Balance | null;
  /** The days that it covers, if the file states them: `FrToDt`. */
  readonly period?: Period | undefined;
}

/** Days of the calendar, both included. */
export interface Period {
  readonly firstDate: string;
  readonly lastDate: string;
}

/** The end of a statement. */
export interface StatementEnd {
  readonly closing: Balance | null;
  /** Whether the only closing balance is in another currency, which the lines do not explain. */
  readonly hasOtherClosing?: boolean;
  readonly isLastPage: boolean;
}

export const LINE_DIRECTIONS = ['credit', 'debit'] as const;
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

/** A movement of money on an account. Missing texts are null, never empty. */
export interface StatementLine {
  /** Its place in the file, for people: `entry 3, transaction 2`, `line 17`, `row 12`. */
  readonly place: string;
  /** Calendar days, `2026-11-22`. */
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  /** The real direction, also of a reversal. `credit` is money that the account receives. */
  readonly direction: LineDirection;
  /** Above zero, computed from the digits of the file without floating point. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** A pending line may never be booked. It settles nothing. */
  readonly status: 'booked' | 'pending';
  /**
   * Whether it may not be a single payment: the sum of several that the bank booked together, or an entry whose
   * beginning a payer can have written. It settles nothing automatically.
   */
  readonly isCollective: boolean;
  readonly isReversal: boolean;
  /** The code or the words of a return: `AC04`, `IADE`. */
  readonly returnReason: string | null;
  readonly counterpartyName: string | null;
  /** The person for whom the owner of the other account paid or was paid. */
  readonly ultimateName: string | null;
  /** The other account, normalized if it is an IBAN. */
  readonly counterpartyIban: string | null;
  /** The texts of the payer, in the order of the file. */
  readonly remittance: readonly string[];
  /**
   * Whether the first of these comes from below the entry (MT940), in addition to other texts. The key is made without
   * it.
   */
  readonly isSupplemented: boolean;
  /** A creditor reference that the file names as such: ISO 11649, or of the bank's country. */
  readonly structuredReference: string | null;
  /** Null for `NOTPROVIDED` and similar words. */
  readonly endToEndId: string | null;
  /** The payment of the operator's file (`PmtInfId`) whose debits the bank has booked in this line. */
  readonly paymentId: string | null;
  /** How many transactions the line stands for, according to the bank; null if it does not say. */
  readonly paymentCount: number | null;
  /** The bank's own id of the line. */
  readonly bankReference: string | null;
  /** Whether that id is unique to this line at this bank. */
  readonly isBankReferenceTrusted: boolean;
  /** `PMNT-RCDT-ESCT`, `NTRF 166`, or the word of the bank. */
  readonly transactionCode: string | null;
  /** The balance of the account after the line, if the file has balances for lines. */
  readonly balanceAfterMinor: number | null;
  /** The line as the file has it, cut to `MAX_RAW` characters. */
  readonly raw: string;
}

/**
 * The largest amount, in minor units, of a line and of lines that settle a transaction together, so that sums stay
 * exact.
 */
export const MAX_LINE_MINOR = 1_000_000_000_000;

/** The longest `raw` text of a line, in characters. */
export const MAX_RAW = 4000;

/** The reasons why a file, or a part of it, cannot be read. */
export const PROBLEM_CODES = [
  'not-a-statement',
  'old-excel',
  'unknown-columns',
  'unknown-account',
  'too-large',
  'too-many-lines',
  'too-many-statements',
  'too-deep',
  'too-slow',
  'forbidden-content',
  'broken-file',
  'bad-amount',
  'bad-currency',
  'bad-date',
  'bad-direction',
  'bad-status',
  'missing-field',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** A problem that a user can find in the file. Its sentence contains the remedy, and quotes at most 40 characters. */
export interface StatementProblem {
  readonly code: ProblemCode;
  /** Which problem with that code it is, for translations of the sentence. */
  readonly reason: string;
  /** The values from the file that the sentence names, in its order. */
  readonly values: readonly string[];
  /** As in `StatementLine`; null for the whole file. */
  readonly place: string | null;
  readonly message: string;
}

/** How the table of a file is read, for people. */
export interface StatementTable {
  readonly profileId: string;
  /** The row of its header; 0 without one. */
  readonly headerRow: number;
  /** The names of its columns as the file has them, and the role of each; null for a column that is not read. */
  readonly columns: readonly { readonly name: string; readonly role: string | null }[];
}

/**
 * A part of a file, in the order of the file: the beginning of a statement, its lines, its end. A file contains any
 * number of statements. A table begins with the description of how it is read. A problem replaces the part that could
 * not be read; a file with problems is not imported.
 */
export type StatementPart =
  | { readonly kind: 'table'; readonly table: StatementTable }
  | { readonly kind: 'begin'; readonly header: StatementHeader }
  | { readonly kind: 'line'; readonly line: StatementLine }
  | { readonly kind: 'end'; readonly end: StatementEnd }
  | ProblemPart;

export interface ProblemPart {
  readonly kind: 'problem';
  readonly problem: StatementProblem;
}

/** The limits of one file. A reader stops with a problem at the first limit that the file exceeds. */
export interface ReadLimits {
  readonly maxBytes: number;
  readonly maxLines: number;
  /** Statements, or pages of them. */
  readonly maxStatements: number;
  /** Levels of XML elements. */
  readonly maxDepth: number;
  /** Characters of one text. */
  readonly maxText: number;
  /** Bytes of an XLSX file after unpacking. */
  readonly maxUnpackedBytes: number;
  /** How many times larger an XLSX file can become when it is unpacked. */
  readonly maxRatio: number;
  /** The number of problems after which a reader stops. */
  readonly maxProblems: number;
}

export const READ_LIMITS: ReadLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxLines: 250_000,
  maxStatements: 2000,
  maxDepth: 64,
  maxText: 10_000,
  maxUnpackedBytes: 512 * 1024 * 1024,
  maxRatio: 200,
  maxProblems: 20,
};

/**
 * A reader of one format: from the bytes of a whole file to its parts, one after another, so that a long file is never
 * in memory as objects. It is pure and never throws: whatever the bytes are, it yields lines or problems.
 */
export type StatementReader = (bytes: Uint8Array, limits: ReadLimits) => Generator<StatementPart, void, void>;
