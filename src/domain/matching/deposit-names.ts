import { shortReference } from '../reference.ts';
import type { LineLookups } from './model.ts';

/** The names by which payments know a deposit. */
export interface DepositNames {
  readonly transactionId: string;
  readonly reference: string | null;
}

/** The other name of each of some deposits: of an id the reference without RF, and of that the id. */
export type OtherNames = ReadonlyMap<string, string>;

export function otherNamesOf(deposits: readonly DepositNames[]): OtherNames {
  return new Map(
    deposits.flatMap(({ transactionId, reference }) => {
      if (reference === null) return [];
      const short = shortReference(reference);
      return [[transactionId, short] as const, [short, transactionId] as const];
    }),
  );
}

/** Names with the other name of each: a line that names a deposit by its id finds those that name it by its reference. */
export function withOtherNames(names: readonly string[], others: OtherNames): readonly string[] {
  return [...new Set([...names, ...names.flatMap((name) => others.get(name) ?? [])])];
}

/** The same for what lines look up. */
export function lookUpOtherNames(
  lookups: readonly LineLookups[],
  others: OtherNames,
): readonly LineLookups[] {
  return lookups.map((one) => ({
    ...one,
    references: withOtherNames([...one.references, ...one.transactionIds], others),
  }));
}
