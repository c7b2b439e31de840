import {
  READ_LIMITS,
  type ReadLimits,
  type StatementEnd,
  type StatementHeader,
  type StatementLine,
  type StatementProblem,
  type StatementReader,
} from '../../../src/reconciliation/domain/statement.ts';

/** The parts of a file, by kind. */
export interface ReadParts {
  readonly headers: StatementHeader[];
  readonly lines: StatementLine[];
  readonly ends: StatementEnd[];
  readonly problems: StatementProblem[];
}

/** Reads a whole file. Text is given to the reader as UTF-8. */
export function readParts(
  reader: StatementReader,
  file: string | Uint8Array,
  limits: Partial<ReadLimits> = {},
): ReadParts {
  const parts: ReadParts = { headers: [], lines: [], ends: [], problems: [] };
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  for (const part of reader(bytes, { ...READ_LIMITS, ...limits })) {
    if (part.kind === 'begin') parts.headers.push(part.header);
    else if (part.kind === 'line') parts.lines.push(part.line);
    else if (part.kind === 'end') parts.ends.push(part.end);
    else if (part.kind === 'problem') parts.problems.push(part.problem);
  }
  return parts;
}
