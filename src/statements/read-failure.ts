import { type FileReason, fileProblem, type ValuesOf } from '../reconciliation/domain/file-problems.ts';
import type { ProblemPart, StatementProblem } from '../reconciliation/domain/statement.ts';

/** Thrown within a reader for what it cannot read, and caught by the same reader: it becomes a problem of the file. */
export class ReadFailure extends Error {
  readonly problem: StatementProblem;

  constructor(problem: StatementProblem) {
    super(problem.message);
    this.name = 'ReadFailure';
    this.problem = problem;
  }
}

/** A failure after which the rest of the file is not read. */
export class FatalFailure extends ReadFailure {}

/** Ends the reading when there are as many problems as a reader reports. */
export class EnoughProblems extends Error {}

/** @param place as in `StatementLine`; null for the whole file, and where the reader adds it. */
export function failure<R extends FileReason>(
  reason: R,
  place: string | null,
  ...values: ValuesOf<R>
): ReadFailure {
  return new ReadFailure(fileProblem(reason, place, ...values));
}

/** A failure that ends the reading. */
export function fatal<R extends FileReason>(
  reason: R,
  place: string | null,
  ...values: ValuesOf<R>
): FatalFailure {
  return new FatalFailure(fileProblem(reason, place, ...values));
}

/** The problem in place of a part that could not be read. */
export function problemPart(problem: StatementProblem): ProblemPart {
  return { kind: 'problem', problem };
}

/** Converts an error that was thrown while a file was read. The text of any other error is not shown. */
export function problemOf(
  error: unknown,
  otherwise: 'damaged' | 'no_well_formed' = 'damaged',
): StatementProblem {
  return error instanceof ReadFailure ? error.problem : fileProblem(otherwise, null);
}

const MAX_QUOTE = 40;

/** A text of the file within quotation marks, in one line and cut to 40 characters. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, 400).replace(/\s+/g, ' ').trim()];
  const cut = characters.slice(0, characters.length > MAX_QUOTE ? MAX_QUOTE - 1 : MAX_QUOTE).join('');
  return `"${cut}${characters.length > MAX_QUOTE ? '…' : ''}"`;
}
