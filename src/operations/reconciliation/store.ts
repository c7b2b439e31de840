import type { AccountDayFacts } from '../../domain/account-days.ts';
import type { AuditOrigin } from '../../domain/audit.ts';
import type { BrokenChain } from '../../domain/balance-chain.ts';
import type { DebitKind, LineDecision, LineState } from '../../domain/matching/model.ts';
import type {
  StatementEnd,
  StatementHeader,
  StatementKind,
  StatementLine,
  StatementPart,
} from '../../domain/statement.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Actor, TransitionRefusal } from '../../domain/transition.ts';
import type { TransitionOutcome } from '../transactions/store.ts';
import type { MatchPolicyStore } from './policy-store.ts';
import type { StatementPreviews } from './preview-store.ts';
import type { PreviewTurns } from './preview-turns.ts';
import type { BankProfiles, StoredProfile } from './profile-store.ts';

export const STATEMENT_FORMATS = ['camt', 'mt940', 'xlsx', 'csv', 'pasted'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** A file that was imported, or is being imported. */
export interface StatementFile {
  readonly id: string;
  /** As the importer named it, for people. */
  readonly name: string;
  /** Of its bytes, in hex: the same bytes are imported once. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: StatementFormat;
  /** The profile by which a table was read; null for formats that need none. */
  readonly profileId: string | null;
  /** The client of the key that imported it; null for the command line and the watched folder. */
  readonly clientId: string | null;
  /** The lines of the file. */
  readonly lineCount: number;
  /** Those that no earlier file had. */
  readonly addedCount: number;
  readonly createdAtMs: number;
}

/** A statement of a file that is being imported. Its `accountId` is one of ours. */
export interface StagedStatement {
  readonly id: string;
  readonly accountId: string;
  readonly header: StatementHeader;
}

/** The end of a staged statement, with what its lines have shown. */
export interface StagedEnd {
  readonly id: string;
  readonly end: StatementEnd;
  /** The days of its first and its last line; null without dated lines. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly lineCount: number;
  /** Why nothing of it settles until an operator says why it may. */
  readonly broken: BrokenChain | undefined;
}

/** A line with its identity: see line-key.ts. */
export interface StagedLine {
  readonly id: string;
  readonly statementId: string;
  readonly accountId: string;
  readonly key: string;
  readonly occurrence: number;
  readonly line: StatementLine;
  /** The references and ids of transactions that it names: see lookups of matching. */
  readonly references: readonly string[];
  /** Null for money in. */
  readonly debitKind: DebitKind | null;
}

/** A part of a file, which is stored at once. */
export interface StagedPart {
  readonly statements: readonly StagedStatement[];
  readonly lines: readonly StagedLine[];
  readonly ends: readonly StagedEnd[];
}

/** An imported file with what its statements are. */
export interface ListedFile extends StatementFile {
  /** The time when all its lines had been decided about; null until then. */
  readonly matchedAtMs: number | null;
  /** The accounts that its statements are of. */
  readonly accountIds: readonly string[];
  readonly statementCount: number;
  /** The statements of which nothing settles now. */
  readonly heldCount: number;
}

export type BeginOutcome =
  | { readonly kind: 'begun' }
  /** The same bytes were imported before. */
  | { readonly kind: 'repeat'; readonly file: StatementFile }
  /** Another import is under way. */
  | { readonly kind: 'busy' };

export interface StatementImports {
  /**
   * Begins an import: only one is under way at a time, in all processes. One that was abandoned is removed first.
   * @throws ServiceError error_unavailable.
   */
  begin(file: Omit<StatementFile, 'lineCount' | 'addedCount'>): Promise<BeginOutcome>;
  /**
   * Stores a part of the file. Nothing of it counts until the import is finished.
   * @returns how many of the lines are new, or undefined when the import was removed meanwhile: it took too long.
   */
  stage(fileId: string, part: StagedPart): Promise<number | undefined>;
  /** Makes the whole file count, in one commit. @returns the file; undefined when it was removed meanwhile. */
  finish(fileId: string, audit: AuditOrigin | undefined): Promise<StatementFile | undefined>;
  /** Removes what was stored of a file that is not finished. */
  drop(fileId: string): Promise<void>;
  /** Tells which keys of lines are known, by account: for a preview. */
  findKnown(
    lines: readonly Pick<StagedLine, 'accountId' | 'key' | 'occurrence'>[],
  ): Promise<readonly boolean[]>;
}

/** The outcome of one step of the matching. */
export interface MatchRound {
  /** The lines that it looked at; none when the file is done. */
  readonly lineCount: number;
  /** Those that it decided about. The others wait: something else has just changed their transactions. */
  readonly decidedCount: number;
  /** The states of those that it decided about. */
  readonly states: readonly StoredLineState[];
  readonly outcomes: readonly TransitionOutcome[];
}

export interface StatementMatching {
  /** Finds a file with lines that nothing has decided about. */
  findUnmatched(): Promise<string | undefined>;
  /** Decides about the next lines of a file. What is certain settles in the same commit. */
  matchNext(fileId: string): Promise<MatchRound>;
}

/** A file as somebody hands it in. */
export interface GivenFile {
  /** For people. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The profile of its bank, for a table; by default the one whose columns fit. */
  readonly profileId?: string | undefined;
  /** A profile that need not be stored, instead of all others. */
  readonly profile?: StoredProfile | undefined;
  /** The account that it is of; by default the one that the file names. */
  readonly accountId?: string | undefined;
  /** Whether it is text that was pasted. */
  readonly isPasted?: boolean | undefined;
}

/** Reads files, each in a thread with limits: a hostile one costs nobody else anything. */
export interface StatementReading {
  /** The format by the first bytes. What is no statement is found when it is read. */
  formatOf(file: GivenFile): StatementFormat;
  /**
   * Reads the parts of a file, in order. Whatever the bytes are, it gives parts or problems.
   * @throws ServiceError error_unavailable when the process reads as many files as it may.
   */
  read(file: GivenFile): AsyncIterable<readonly StatementPart[]>;
}

/** All that operations need for bank statements. */
export interface Statements {
  readonly reading: StatementReading;
  readonly imports: StatementImports;
  readonly matching: StatementMatching;
  readonly desk: LineDesk;
  readonly policies: MatchPolicyStore;
  readonly reads: StatementReads;
  readonly previews: StatementPreviews;
  readonly previewTurns: PreviewTurns;
  readonly profiles: BankProfiles;
}

/** The states of a line at the desk: those of matching, and what operators do. */
export type StoredLineState =
  | LineState
  /** It has no decision yet. */
  | 'new'
  /** An operator took its match back: it is free again, and never settles by itself. */
  | 'undone'
  /** An operator put it away with a note: nothing is to be done about it. */
  | 'put-away'
  /** It was pending, and another line has booked it. */
  | 'replaced';

/** Why an operator's decision about a line is refused, as facts. */
export type LineRefusal =
  | { readonly type: 'line-missing' }
  /** An operator, or the matching, has decided about it already. */
  | { readonly type: 'line-decided'; readonly state: StoredLineState }
  /** The bank has not booked it. */
  | { readonly type: 'line-pending' }
  /** Its statement is held. */
  | { readonly type: 'line-held'; readonly statementId: string }
  | { readonly type: 'line-not-matched' }
  | { readonly type: 'transaction-missing' }
  /** Money in pays deposits, money out pays withdrawals. */
  | { readonly type: 'wrong-direction' }
  | { readonly type: 'other-currency'; readonly currency: string }
  /** Another line has paid it. */
  | { readonly type: 'paid-by-another'; readonly lineId: string }
  /** The line pays several withdrawals, so its amount is that of none of them. */
  | { readonly type: 'line-of-batch' }
  | TransitionRefusal;

export type LineOutcome =
  | {
      readonly kind: 'stored';
      /** The transaction after the transition that was made; undefined without one. */
      readonly transaction: Transaction | undefined;
      /** Whether only the desk knows of the transition so far. */
      readonly isHeld: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: LineRefusal };

/** An operator's decision. */
interface ByOperator {
  readonly lineId: string;
  /** The client of the operator's key. */
  readonly clientId: string;
  readonly audit: AuditOrigin | undefined;
}

export interface LineDesk {
  /**
   * Says that the money of a line is that of a transaction: a pending one is settled, an ended one corrected, with the
   * amount received; a withdrawal that came back is reversed.
   */
  confirm(
    request: ByOperator & { readonly transactionId: string; readonly reason?: string | undefined },
  ): Promise<LineOutcome>;
  /** Puts a line away with a note. */
  putAway(request: ByOperator & { readonly note: string }): Promise<LineOutcome>;
  /** Takes a match back: the transaction is reversed, or corrected, with the reason, and the line is free again. */
  undo(request: ByOperator & { readonly reason: string }): Promise<LineOutcome>;
  /** Says why a held statement may settle all the same. Its lines are decided about anew. @returns false without one. */
  releaseStatement(request: {
    readonly statementId: string;
    readonly reason: string;
    readonly clientId: string;
    readonly audit: AuditOrigin | undefined;
  }): Promise<boolean>;
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
  /** Null where its balances add up, and once it was released. */
  readonly heldReason: string | null;
  readonly releaseReason: string | null;
}

/** A line as it is stored. */
export interface StoredLine {
  readonly id: string;
  readonly statementId: string;
  /** The file that brought it first. */
  readonly fileId: string;
  readonly accountId: string;
  readonly line: Omit<StatementLine, 'isBankReferenceTrusted'>;
  readonly state: StoredLineState;
  readonly stateAtMs: number;
  readonly transactionId: string | null;
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
  /** Null unless an operator took it back. */
  readonly undone: { readonly atMs: number; readonly clientId: string; readonly reason: string } | null;
}

export interface LineFilter {
  readonly states?: readonly StoredLineState[] | undefined;
  readonly accountId?: string | undefined;
  readonly fileId?: string | undefined;
  /** Calendar days, both included: as the bank has booked the line, or else its value day. */
  readonly fromDay?: string | undefined;
  readonly toDay?: string | undefined;
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

export interface StateCount {
  readonly state: StoredLineState;
  readonly count: number;
  readonly sumMinor: number;
}

/** The days of an account. Dates are calendar days, both included. */
export interface AccountDaysQuery {
  readonly accountId: string;
  /** ISO 4217, of the account. */
  readonly currency: string;
  /** The zone by whose days the transactions count. */
  readonly timeZone: string;
  readonly fromDate: string;
  readonly toDate: string;
  /** The first day that is looked at for the balance before the range. */
  readonly earliestDate: string;
}

export interface FoundAccountDays {
  /** The day from which the facts are: the first of the range, or the last one before it with a stated balance. */
  readonly since: string;
  readonly facts: AccountDayFacts;
  readonly scannedRows: number;
}

export interface StatementReads {
  /** @param fileId only this one. */
  listFiles(
    filter: { readonly fileId?: string | undefined },
    page: LinePageRequest,
  ): Promise<PageOf<ListedFile>>;
  accountDays(query: AccountDaysQuery): Promise<FoundAccountDays>;
  /** @param isHeld only those that are held now. */
  listStatements(
    filter: { readonly isHeld?: boolean | undefined; readonly fileId?: string | undefined },
    page: LinePageRequest,
  ): Promise<PageOf<StoredStatement>>;
  listLines(filter: LineFilter, page: LinePageRequest): Promise<PageOf<StoredLine>>;
  findLine(id: string): Promise<StoredLine | undefined>;
  /** All decisions about a line, newest first. */
  findDecisions(lineId: string): Promise<readonly StoredDecision[]>;
  /** Counts open lines by their states. */
  countOpen(): Promise<readonly StateCount[]>;
}
