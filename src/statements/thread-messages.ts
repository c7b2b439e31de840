import type { ReadLimits, StatementPart } from '../domain/statement.ts';
import type { FileFormat, ReaderTerms } from './readers.ts';

/** A file to read. */
export interface FileToRead extends ReaderTerms {
  readonly bytes: Uint8Array;
  readonly format: FileFormat;
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
