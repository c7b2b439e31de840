import type { Actor } from '../transactions/domain/transition.ts';
import type { AccountDayFacts } from './domain/account-days.ts';
import type { StoredLineState } from './domain/line-states.ts';
import type { LineDecision } from './domain/matching/model.ts';
import type { LineDirection, StatementKind, StatementLine } from './domain/statement.ts';
import type { StatementFile } from './import-store.ts';

/** An imported file with a summary of its statements. */
export interface ListedFile extends StatementFile {
  /** The time when all its lines had been decided about; null before that. */
  readonly matchedAtMs: number | null;
  /** The accounts of its statements. */
  readonly accountIds: readonly string[];
  readonly statementCount: number;
  /** How many statements are held now, so that none of their lines settles. */
  readonly heldCount: number;
  /** How many of the lines that it contained first wait for a person. */
  readonly waitingCount: number;
  /** Null unless an operator took the import back. */
  readonly takenBack: {
    readonly atMs: number;
    readonly clientId: string;
    readonly reason: string;
  } | null;
}

/** A statement as it is stored. Amounts are minor units. */
export interface StoredStatement {
  readonly id: string;
  readonly fileId: string;
  readonly accountId: string;
  readonly kind: StatementKind;
  /** The id and the number that the bank gave it. */
  readonly bankStatementId: string | null;
  readonly sequenceNumber: string | null;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly lineCount: number;
  /** Null if its balances add up, or after it was released. */
  readonly heldReason: string | null;
  readonly releaseReason: string | null;
}

/** A line as it is stored. */
export interface StoredLine {
  readonly id: string;
  readonly statementId: string;
  /** The first file that contained it. */
  readonly fileId: string;
  readonly accountId: string;
  readonly line: Omit<StatementLine, 'isBankReferenceTrusted'>;
  readonly state: StoredLineState;
  readonly stateAtMs: number;
  readonly transactionId: string | null;
}

/** Lines that wait with proposals, and what could speak against these now. */
export interface ProposedLines {
  readonly lines: readonly { readonly stored: StoredLine; readonly decision: StoredDecision }[];
  /** The open credits of the same accounts and amounts, including the lines themselves. */
  readonly otherLines: readonly StoredLine[];
  /** The ids of the open credits that name one of the deposits, by the id of the deposit. */
  readonly naming: ReadonlyMap<string, ReadonlySet<string>>;
  /** The deposits of the same accounts and amounts that wait. */
  readonly deposits: readonly {
    readonly transactionId: string;
    readonly reference: string | null;
    readonly accountId: string;
    readonly amountMinor: number;
    /** Null for a person who was forgotten. */
    readonly name: string | null;
  }[];
}

/** A decision about a line, as it is stored. */
export interface StoredDecision {
  readonly id: string;
  readonly state: StoredLineState;
  readonly rule: LineDecision['rule'] | 'operator';
  readonly evidence: LineDecision['evidence'];
  readonly candidates: LineDecision['candidates'];
  readonly transactionId: string | null;
  readonly actor: Actor;
  readonly note: string | null;
  readonly decidedAtMs: number;
  /** Null unless an operator undid it. */
  readonly undone: {
    readonly atMs: number;
    readonly clientId: string;
    readonly reason: string | null;
  } | null;
}

/** The lines that have paid a transaction, or may pay it. */
export interface LinePayments {
  readonly transactionId: string;
  /** The lines that have paid it, with matches that were not undone. */
  readonly paying: readonly StoredLine[];
  /**
   * The open booked lines that name the same transaction as a given line, including that line. They have the same
   * account, currency and direction, and their money is not in doubt.
   */
  readonly naming: readonly StoredLine[];
}

export interface LineFilter {
  readonly states?: readonly StoredLineState[] | undefined;
  readonly accountId?: string | undefined;
  readonly fileId?: string | undefined;
  /** Calendar days, both included, for the booking day of a line, or else its value day. */
  readonly fromDay?: string | undefined;
  readonly toDay?: string | undefined;
  /** The text of a search field: see query.ts. */
  readonly query?: string | undefined;
}

/** A page of lines, newest first. A page of a search can be short, or even empty, before the end. */
export interface LinePage {
  readonly items: readonly StoredLine[];
  /** The id after which the next page begins; undefined at the end. */
  readonly next: string | undefined;
  readonly scannedRows: number;
}

/** Where a line comes from, and who decided about it last. */
export interface LineOrigin {
  readonly lineId: string;
  readonly fileName: string;
  /** Undefined for a line without a decision. */
  readonly decision: Pick<StoredDecision, 'rule' | 'actor' | 'note' | 'decidedAtMs'> | undefined;
}

/** A part of a list, newest first. */
export interface LinePageRequest {
  /** The id of the last row that the reader knows. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** Lines with the same state, direction and currency. */
export interface StateCount {
  readonly state: StoredLineState;
  readonly direction: LineDirection;
  readonly currency: string;
  readonly count: number;
  readonly sumMinor: number;
}

/** A request for the days of an account. Dates are calendar days, both included. */
export interface AccountDaysQuery {
  readonly accountId: string;
  /** The currency of the account, ISO 4217. */
  readonly currency: string;
  /** The time zone whose days the transactions are counted by. */
  readonly timeZone: string;
  readonly fromDate: string;
  readonly toDate: string;
  /** The first day to search for the balance before the range. */
  readonly earliestDate: string;
}

export interface FoundAccountDays {
  /** The day from which facts are given: the first of the range, or the last one before it with a stated balance. */
  readonly since: string;
  readonly facts: AccountDayFacts;
  readonly scannedRows: number;
}
