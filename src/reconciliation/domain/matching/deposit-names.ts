import { shortReference } from '../../../transactions/domain/reference.ts';
import { lookupsOf } from './lookups.ts';
import type { LineFacts, LineLookups } from './model.ts';

/** The names with which payments refer to a deposit. */
export interface DepositNames {
  readonly transactionId: string;
  readonly reference: string | null;
}

/**
 * The other name of a deposit, by either of its names: its reference without RF by its id, and its id by that
 * reference.
 */
export type OtherNames = ReadonlyMap<string, string>;

const REFERENCE_LENGTH = 8;
const WITH_RF = REFERENCE_LENGTH + 4;

/** Returns references without RF, and ids of transactions, each once. */
export function namesIn(references: readonly string[]): readonly string[] {
  const names = references.map((one) => (one.length === WITH_RF ? one.slice(-REFERENCE_LENGTH) : one));
  return [...new Set(names)];
}

/** Returns the names of deposits in the credits among some lines. */
export function namesOfCredits(lines: readonly LineFacts[]): readonly string[] {
  const credits = lines.filter(({ line }) => line.direction === 'credit').map(({ line }) => lookupsOf(line));
  return namesIn(credits.flatMap(({ references, transactionIds }) => [...references, ...transactionIds]));
}

/** Whether a line names a deposit. */
export function namesDeposit(
  { references, transactionIds }: Pick<LineLookups, 'references' | 'transactionIds'>,
  { transactionId, reference }: DepositNames,
): boolean {
  return transactionIds.includes(transactionId) || (reference !== null && references.includes(reference));
}

export function otherNamesOf(deposits: readonly DepositNames[]): OtherNames {
  return new Map(
    deposits.flatMap(({ transactionId, reference }) => {
      if (reference === null) return [];
      const short = shortReference(reference);
      return [[transactionId, short] as const, [short, transactionId] as const];
    }),
  );
}

/** Adds the other name of each deposit, so that a line with its id finds lines with its reference. */
export function withOtherNames(names: readonly string[], others: OtherNames): readonly string[] {
  return [...new Set([...names, ...names.flatMap((name) => others.get(name) ?? [])])];
}
