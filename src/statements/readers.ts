import { problemsOfReport, STATUS_LIMITS, type StatusReading } from '../payouts/domain/status-report.ts';
import type { ProblemPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { readPain002 } from './pain002.ts';
import { readPasted } from './paste.ts';
import type { BankProfile } from './profiles/profile.ts';
import { problemPart } from './read-failure.ts';
import { createTableReader } from './table.ts';

/** The facts that a reader needs in addition to the bytes. */
export interface ReaderTerms {
  /** The profiles that a table may have: a chosen one, or those among which the header decides. */
  readonly profiles: readonly BankProfile[];
  /** The profile for pasted lines whose header fits no other profile. */
  readonly generic: BankProfile;
  /** The currency of pasted lines that name none. */
  readonly currency: string | undefined;
}

/** The reader of each format. */
export const READERS = {
  camt: () => readCamt,
  // It has no lines: see the reading of reports.
  pain002: () => readReportProblems,
  mt940: () => readMt940,
  csv: ({ profiles }) => createTableReader(profiles),
  xlsx: ({ profiles }) => createTableReader(profiles),
  pasted: ({ profiles, generic, currency }) => {
    const [chosen, ...others] = profiles;
    const profile = others.length === 0 ? chosen : undefined;
    return (bytes, limits) =>
      readPasted(new TextDecoder().decode(bytes), profile, { limits, detected: profiles, generic, currency });
  },
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
