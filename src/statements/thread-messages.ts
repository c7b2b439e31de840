import type { StatusReading } from '../payouts/domain/status-report.ts';
import type { KeyedPart } from '../reconciliation/domain/keyed-line.ts';
import type { ProblemPart, ReadLimits, StatementPart } from '../reconciliation/domain/statement.ts';
import type { ReaderTerms } from './reader-terms.ts';
import type { FileFormat } from './readers.ts';

/** A file to read. */
export interface FileToRead extends ReaderTerms {
  readonly bytes: Uint8Array;
  readonly format: FileFormat;
}

/** What is read of a file: its parts, with the keys of its lines if these are wanted. */
interface PartsRead {
  readonly plain: StatementPart;
  readonly keyed: KeyedPart;
  readonly report: ReportPart;
}

/** The bank's whole answer to a payout file. */
export interface ReportPart {
  readonly kind: 'report';
  readonly reading: StatusReading;
}

export type PartKind = keyof PartsRead;
/** A part of what is wanted. A problem is always one. */
export type PartOf<W extends PartKind> = PartsRead[W] | ProblemPart;

/** A file, and what is wanted of it. */
export interface ThreadInput extends FileToRead {
  readonly limits: ReadLimits;
  readonly wanted: PartKind;
}

/** A message to the thread: the next file, or the request for the next batch of the current one. */
export type ThreadRequest = ThreadInput | 'next';

/** One batch; the last one of a file says so. */
export interface Batch<P extends StatementPart | ReportPart = StatementPart | ReportPart> {
  readonly parts: readonly P[];
  readonly isLast: boolean;
}
