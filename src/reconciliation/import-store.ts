import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Fault } from '../kernel/problems.ts';
import type { StatusReading } from '../payouts/domain/status-report.ts';
import type { BrokenChain } from './domain/balance-chain.ts';
import type { KeyedPart } from './domain/keyed-line.ts';
import type { StoredLines } from './domain/lines-of-key.ts';
import type { DebitKind } from './domain/matching/model.ts';
import type { FiledStatement } from './domain/pages.ts';
import type { StatementLine, StatementPart } from './domain/statement.ts';
import type { StoredProfile } from './profile-store.ts';

/** `pain002` is the bank's answer to a file of payouts, which has no lines. */
export const STATEMENT_FORMATS = ['camt', 'mt940', 'xlsx', 'csv', 'pasted', 'pain002'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** A file that was imported, or is being imported. */
export interface StatementFile {
  readonly id: string;
  /** The name that the importer gave it, for people. */
  readonly name: string;
  /** The SHA-256 of its bytes, in hex. The same bytes are imported only once. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: StatementFormat;
  /** The profile with which a table was read; null for formats that need none. */
  readonly profileId: string | null;
  /** The client of the key that imported it; null for the command line and the watched folder. */
  readonly clientId: string | null;
  readonly lineCount: number;
  /** The lines that no earlier statement had, in an earlier file or in this one. */
  readonly addedCount: number;
  readonly createdAtMs: number;
}

/**
 * A statement of a file that is being imported, with what was learned from its lines. Its `accountId` is one of the
 * bank accounts.
 */
export interface StagedStatement extends FiledStatement {
  readonly id: string;
  /** The first and the last day that it covers; null if unknown. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  readonly lineCount: number;
  /** Why none of its lines settles until an operator releases it with a reason. */
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
  /** Null for a credit. */
  readonly debitKind: DebitKind | null;
}

/** A part of a file, which is stored in one step. */
export interface StagedPart {
  readonly statements: readonly StagedStatement[];
  /** The lines that no earlier statement had. */
  readonly lines: readonly StagedLine[];
  /** Lines of earlier statements, and the statements of the file that contain them too. */
  readonly sightings: readonly LineSighting[];
  readonly lineCount: number;
}

export interface LineSighting {
  readonly lineId: string;
  readonly statementId: string;
}

/** The key of a line within its account. */
export type LineKey = Pick<StagedLine, 'accountId' | 'key'>;

/** The stored lines with one key. */
export type EqualLines = LineKey & StoredLines;

export type BeginOutcome =
  | { readonly kind: 'begun' }
  /** The same bytes were imported before. */
  | { readonly kind: 'repeat'; readonly file: StatementFile }
  /** Another import is under way. */
  | { readonly kind: 'busy' };

export type TakeBackOutcome =
  | { readonly kind: 'taken-back' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly fault: Fault };

interface TakeBackRequest {
  readonly fileId: string;
  readonly reason: string;
  /** The client of the operator's key. */
  readonly clientId: string;
  readonly audit: AuditOrigin | undefined;
}

export interface StatementImports {
  /**
   * Begins an import. Only one can be under way at a time, in all processes. An abandoned one is removed first.
   * @throws ServiceError error_unavailable.
   */
  begin(file: Omit<StatementFile, 'lineCount' | 'addedCount'>): Promise<BeginOutcome>;
  /**
   * Stores a part of the file. Nothing of it counts until the import is finished.
   * @returns how many of the lines are new; undefined if the import took too long and has been removed.
   */
  stage(fileId: string, part: StagedPart): Promise<number | undefined>;
  /** Completes the import of the whole file, in one commit. @returns the file; undefined if it has been removed. */
  finish(fileId: string, by: ImportedBy): Promise<StatementFile | undefined>;
  /**
   * Takes back the import of a file: its lines are removed, and its bytes can be imported again. A file that was taken
   * back before stays so.
   * @returns `busy` if another import is under way.
   */
  takeBack(request: TakeBackRequest): Promise<TakeBackOutcome | { readonly kind: 'busy' }>;
  /** Removes what was stored of a file that is not finished. */
  drop(fileId: string): Promise<void>;
  /** Finds the stored lines with these keys. Keys without lines are left out. */
  findEqual(keys: readonly LineKey[]): Promise<readonly EqualLines[]>;
}

/** The person who imports a file. */
export interface ImportedBy {
  readonly audit: AuditOrigin | undefined;
  /** Null for the command line and the watched folder. */
  readonly importer: { readonly person: string; readonly clientId: string } | null;
}

/** A file as it is sent. */
export interface GivenFile {
  /** For people to read. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The bank's profile, for a table; by default the one whose columns fit. */
  readonly profileId?: string | undefined;
  /** A profile to use instead of all stored ones. */
  readonly profile?: StoredProfile | undefined;
  /** The account that it belongs to; by default the one that the file names. */
  readonly accountId?: string | undefined;
  readonly isPasted?: boolean | undefined;
  /** Whether statements of unknown accounts are left out; false by default. */
  readonly skipUnknownAccounts?: boolean | undefined;
}

/** Reads files, each in a separate thread with limits, so that a hostile file affects no other request. */
export interface StatementReading {
  /** Detects the format by the first bytes. Only reading the file shows whether it is a statement. */
  formatOf(file: GivenFile): StatementFormat;
  /**
   * Reads the parts of a file, in order. Whatever the bytes are, it yields parts or problems.
   * @throws ServiceError error_unavailable if the process already reads as many files as it can, or is stopping.
   */
  read(file: GivenFile): AsyncIterable<readonly StatementPart[]>;
  /** Reads like `read`, and keys the lines. */
  readKeyed(file: GivenFile): AsyncIterable<readonly KeyedPart[]>;
  /** Reads a file of the format `pain002`. @throws ServiceError error_unavailable, like `read`. */
  readReport(file: GivenFile): Promise<StatusReading>;
  /**
   * Stops reading, so that a process that stops does not wait for a long file. Reads that are under way end at their
   * next batch.
   */
  close(): void;
}
