import {
  READ_LIMITS,
  type ReadLimits,
  type StatementHeader,
  type StatementLine,
  type StatementPart,
  type StatementProblem,
} from '../../../src/reconciliation/domain/statement.ts';
import { BANK_PROFILES } from '../../../src/statements/profiles/index.ts';
import type { BankProfile } from '../../../src/statements/profiles/profile.ts';
import { createTableReader } from '../../../src/statements/table.ts';

export interface ReadParts {
  readonly headers: readonly StatementHeader[];
  readonly lines: readonly StatementLine[];
  readonly closings: readonly (number | null)[];
  readonly problems: readonly StatementProblem[];
}

/** Sorts the parts of a file by their kinds. */
export function sortParts(parts: Iterable<StatementPart>): ReadParts {
  const all = [...parts];
  return {
    headers: all.flatMap((part) => (part.kind === 'begin' ? [part.header] : [])),
    lines: all.flatMap((part) => (part.kind === 'line' ? [part.line] : [])),
    closings: all.flatMap((part) => (part.kind === 'end' ? [part.end.closing?.amountMinor ?? null] : [])),
    problems: all.flatMap((part) => (part.kind === 'problem' ? [part.problem] : [])),
  };
}

/** Reads a table, by default with the profiles of all banks. */
export function readTableParts(
  bytes: Uint8Array,
  profile: BankProfile | readonly BankProfile[] = BANK_PROFILES,
  limits: Partial<ReadLimits> = {},
): ReadParts {
  return sortParts(createTableReader(profile)(bytes, { ...READ_LIMITS, ...limits }));
}

/** The codes of the problems with their places: `bad-amount row 3`. */
export function codesOf({ problems }: ReadParts): readonly string[] {
  return problems.map(({ code, place }) => (place === null ? code : `${code} ${place}`));
}
