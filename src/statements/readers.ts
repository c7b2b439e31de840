import { problemsOfReport, STATUS_LIMITS, type StatusReading } from '../payouts/domain/status-report.ts';
import type { ProblemPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { readPain002 } from './pain002.ts';
import { readPasted } from './paste.ts';
import { problemPart } from './read-failure.ts';
import type { ReaderTerms } from './reader-terms.ts';
import { createTableReader } from './table.ts';

/** The reader of each format. */
export const READERS = {
  camt: () => readCamt,
  // It has no lines: see the reading of reports.
  pain002: () => readReportProblems,
  mt940: () => readMt940,
  csv: ({ profiles }) => createTableReader(profiles),
  xlsx: ({ profiles }) => createTableReader(profiles),
  pasted: (terms) => (bytes, limits) => readPasted(new TextDecoder().decode(bytes), terms, limits),
} as const satisfies Record<string, (terms: ReaderTerms) => StatementReader>;

export type FileFormat = keyof typeof READERS;

/** Reads the bank's answer to a file of payouts. */
export function readReport(bytes: Uint8Array): StatusReading {
  return readPain002(bytes, STATUS_LIMITS);
}

/** The problems for which such an answer is not imported; nothing for one that is. */
function* readReportProblems(bytes: Uint8Array): Generator<ProblemPart, void, void> {
  yield* problemsOfReport(readReport(bytes)).map(problemPart);
}
