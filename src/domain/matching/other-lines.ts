import { type OtherNames, withOtherNames } from './deposit-names.ts';
import { lookupsOf } from './lookups.ts';
import type { DebitKind, LineFacts } from './model.ts';

/**
 * The most other lines of one amount or one name that are compared with a line. Where there are more, an operator
 * decides: so a file of equal lines takes no more work than one of different lines.
 */
export const MOST_OTHERS = 100;
/** One more shows that there are too many. */
export const ENOUGH_OTHERS = MOST_OTHERS + 1;

const REFERENCE_LENGTH = 8;
const WITH_RF = REFERENCE_LENGTH + 4;

/** By what lines find each other: what each is found by, and what it asks for. */
export interface LineKeys {
  readonly found: readonly string[];
  readonly asked: readonly string[];
}

interface Named {
  /** References in all forms, and ids of transactions. */
  readonly references: readonly string[];
  readonly debitKind: DebitKind | null;
}

/** References without RF, and ids of transactions, each once. */
export function namesIn(references: readonly string[]): readonly string[] {
  const names = references.map((one) => (one.length === WITH_RF ? one.slice(-REFERENCE_LENGTH) : one));
  return [...new Set(names)];
}

/**
 * The keys of a line. Money in asks for booked payments that name what it names, and for money out of its amount that is
 * marked as a return. Money out asks for nothing.
 */
export function keysOf(facts: LineFacts, { references, debitKind }: Named): LineKeys {
  const { bankAccountId, line } = facts;
  const back = `back ${bankAccountId} ${line.amountMinor}`;
  if (line.direction === 'debit') return { found: debitKind === 'return' ? [back] : [], asked: [] };
  const names = namesIn(references);
  return { found: line.status === 'booked' ? names : [], asked: [back, ...names] };
}

/** The key of money in by its amount: see `firstCredits`. */
export function creditKey({ bankAccountId, line }: LineFacts): string {
  return `credit ${bankAccountId} ${line.amountMinor}`;
}

/**
 * The others that decide about lines: for each key that a line asks for, the first by their ids, as many as are enough.
 * The lines themselves count among these.
 * @param more how many of the others may be left out afterwards.
 * @param otherNames those of the deposits that lines name.
 */
export function firstOthers(
  lines: readonly LineFacts[],
  others: readonly LineFacts[],
  { more = 0, otherNames }: { readonly more?: number; readonly otherNames: OtherNames },
): readonly LineFacts[] {
  const keyed = (facts: LineFacts) => {
    const { references, transactionIds, debitKind } = lookupsOf(facts.line);
    const { found, asked } = keysOf(facts, { references: [...references, ...transactionIds], debitKind });
    return { found, asked: withOtherNames(asked, otherNames) };
  };
  return firstOfEach({ lines, others, more }, keyed);
}

/** The same of money in with the amounts of lines. */
export function firstCredits(
  lines: readonly LineFacts[],
  others: readonly LineFacts[],
  more = 0,
): readonly LineFacts[] {
  return firstOfEach({ lines, others, more }, (facts) => {
    const key = facts.line.direction === 'credit' ? [creditKey(facts)] : [];
    return { found: key, asked: key };
  });
}

interface Group {
  readonly lines: readonly LineFacts[];
  readonly others: readonly LineFacts[];
  readonly more: number;
}

function firstOfEach({ lines, others, more }: Group, keysOfLine: (facts: LineFacts) => LineKeys) {
  const own = new Map(lines.map((facts) => [facts.lineId, keysOfLine(facts)]));
  const asked = new Set([...own.values()].flatMap((keys) => keys.asked));
  const all = [...new Map([...others, ...lines].map((facts) => [facts.lineId, facts])).values()];
  const counts = new Map<string, number>();
  return all
    .sort((a, b) => (a.lineId < b.lineId ? -1 : 1))
    .filter((facts) => {
      const { found } = own.get(facts.lineId) ?? keysOfLine(facts);
      const wanted = found.filter((key) => asked.has(key));
      for (const key of wanted) counts.set(key, (counts.get(key) ?? 0) + 1);
      const isFirst = wanted.some((key) => (counts.get(key) ?? 0) <= ENOUGH_OTHERS + more);
      return isFirst && !own.has(facts.lineId);
    });
}
