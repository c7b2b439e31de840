import type { ProblemCode, ProblemPart, StatementProblem } from '../reconciliation/domain/statement.ts';

/** Thrown within a reader where it cannot go on, and caught by the same reader: it becomes a problem of the file. */
export class ReadFailure extends Error {
  readonly problem: StatementProblem;

  constructor(code: ProblemCode, message: string, place: string | null = null) {
    super(message);
    this.name = 'ReadFailure';
    this.problem = { code, place, message };
  }
}

/** The problem in place of a part that could not be read. */
export function problemPart(problem: StatementProblem): ProblemPart {
  return { kind: 'problem', problem };
}

/** Converts an error that was thrown while a file was read. The text of a foreign error is not shown. */
export function problemOf(error: unknown): StatementProblem {
  if (error instanceof ReadFailure) return error.problem;
  return { code: 'broken-file', place: null, message: 'The file is damaged: download it again.' };
}

const MAX_QUOTE = 40;

/** A text of the file within quotation marks, in one line and cut to 40 characters. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE - 1)}…` : line}"`;
}
