import type { ReadLimits, StatementPart } from '../domain/statement.ts';
import type { BankProfile } from './profiles/profile.ts';
import type { FileFormat } from './readers.ts';

/** A file to read. */
export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly format: FileFormat;
  /** For tables: the profile, or those among which the header decides. Those of all known banks by default. */
  readonly profile?: BankProfile | readonly BankProfile[] | undefined;
  /** For pasted lines: the currency of those that name none. */
  readonly currency?: string | undefined;
}

/** The data that the thread is started with. */
export interface ThreadInput extends FileToRead {
  readonly limits: ReadLimits;
}

/** The message to the thread that asks for one batch. */
export type BatchRequest = 'next';

/** One batch; the last one of a file says so. */
export interface Batch {
  readonly parts: readonly StatementPart[];
  readonly isLast: boolean;
}
