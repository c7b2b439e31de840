import type { ProblemCode, StatementPart } from '../../reconciliation/domain/statement.ts';

/** A problem as a part of a file. @param line the line of the file; null for the whole file. */
export function problemPart(code: ProblemCode, line: number | null, message: string): StatementPart {
  return { kind: 'problem', problem: { code, place: line === null ? null : `line ${line}`, message } };
}
