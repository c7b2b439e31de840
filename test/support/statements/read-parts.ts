import {
  READ_LIMITS,
  type ReadLimits,
  type StatementEnd,
  type StatementHeader,
  type StatementLine,
  type StatementPart,
  type StatementProblem,
  type StatementReader,
} from '../../../src/reconciliation/domain/statement.ts';
import { readPasted } from '../../../src/statements/paste.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../../src/statements/profiles/index.ts';
import type { BankProfile } from '../../../src/statements/profiles/profile.ts';
import type { ReaderTerms } from '../../../src/statements/reader-terms.ts';
import { createTableReader } from '../../../src/statements/table.ts';

/** The parts of a file, in order and by kind. */
export interface ReadParts {
  readonly parts: readonly StatementPart[];
  readonly headers: readonly StatementHeader[];
  readonly lines: readonly StatementLine[];
  readonly ends: readonly StatementEnd[];
  readonly problems: readonly StatementProblem[];
}

/** Sorts the parts of a file by their kinds. */
export function sortParts(given: Iterable<StatementPart>): ReadParts {
  const parts = [...given];
  return {
    parts,
    headers: parts.flatMap((part) => (part.kind === 'begin' ? [part.header] : [])),
    lines: parts.flatMap((part) => (part.kind === 'line' ? [part.line] : [])),
    ends: parts.flatMap((part) => (part.kind === 'end' ? [part.end] : [])),
    problems: parts.flatMap((part) => (part.kind === 'problem' ? [part.problem] : [])),
  };
}

/** Reads a whole file. Text is given to the reader as UTF-8. */
export function readParts(
  read: StatementReader,
  file: string | Uint8Array,
  limits: Partial<ReadLimits> = {},
): ReadParts {
  return sortParts(read(bytesOf(file), { ...READ_LIMITS, ...limits }));
}

/** Reads a table, by default with the profiles of all banks. */
export function readTableParts(
  bytes: Uint8Array,
  profile: BankProfile | readonly BankProfile[] = BANK_PROFILES,
  limits: Partial<ReadLimits> = {},
): ReadParts {
  return readParts(createTableReader(profile), bytes, limits);
}

/** Reads lines that were pasted, by default with the profiles of all banks. */
export function readPastedParts(text: string, terms: Partial<ReaderTerms> = {}): ReadParts {
  const all = { profiles: BANK_PROFILES, generic: GENERIC_PROFILE, currency: undefined, ...terms };
  return sortParts(readPasted(text, all, READ_LIMITS));
}

/** The codes of the problems with their places: `bad-amount row 3`. */
export function codesOf({ problems }: Pick<ReadParts, 'problems'>): readonly string[] {
  return problems.map(({ code, place }) => (place === null ? code : `${code} ${place}`));
}

/** The balances after the statements of a file, in minor units. */
export function closingsOf({ ends }: Pick<ReadParts, 'ends'>): readonly (number | null)[] {
  return ends.map(({ closing }) => closing?.amountMinor ?? null);
}

/** Text as UTF-8, or bytes as they are. */
export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? new TextEncoder().encode(file) : file;
}

/** Bytes that count how often a piece of them is read. */
export class CountedBytes extends Uint8Array {
  taken = 0;

  override subarray(begin?: number, end?: number): Uint8Array<ArrayBuffer> {
    this.taken += 1;
    return new Uint8Array(this.slice(begin, end));
  }

  // A piece of them is plain bytes.
  static get [Symbol.species]() {
    return Uint8Array;
  }
}
