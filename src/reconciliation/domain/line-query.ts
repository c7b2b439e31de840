import { foldLetters } from '../../kernel/fold-letters.ts';
import { convertName } from '../../kernel/names.ts';
import { hasStarts, type QueryTerm } from '../../transactions/domain/query.ts';

/** What a search looks at in a line. */
export interface SearchedLine {
  readonly amountMinor: number;
  readonly counterpartyName: string | null;
  readonly ultimateName: string | null;
  readonly counterpartyIban: string | null;
  readonly texts: readonly (string | null)[];
}

const DIGITS = /^\d+$/;
/** A shorter number is found only as a whole: `50` would be in almost every id of a bank. */
const MIN_PART_DIGITS = 6;
/** A shorter part of an IBAN is found only at its end. */
const MIN_IBAN_PART = 6;

/** Makes the condition that a line meets every term: by its amount, its names, its IBAN or its texts. */
export function lineCondition(terms: readonly QueryTerm[]): (line: SearchedLine) => boolean {
  const conditions = terms.map((term) => {
    const contains = containing(term.text);
    const hasIban = ibanCondition(term);
    return ({ texts, ...line }: SearchedLine) =>
      (line.amountMinor === term.amountMinor && isNamed(line, term)) ||
      hasIban(line.counterpartyIban) ||
      contains([line.counterpartyName, line.ultimateName, ...texts]);
  });
  return (line) => conditions.every((meets) => meets(line));
}

/** The condition on a name that goes with an amount. */
function isNamed(
  { counterpartyName, ultimateName }: Omit<SearchedLine, 'texts'>,
  { nameStarts }: QueryTerm,
): boolean {
  if (nameStarts.length === 0) return true;
  return [counterpartyName, ultimateName].some(
    (name) => name !== null && hasStarts(convertName(name), nameStarts),
  );
}

/** Makes the condition that the other side of a line meets every term, by its names or its IBAN. */
export function partyCondition(
  terms: readonly QueryTerm[],
): (line: Omit<SearchedLine, 'texts' | 'amountMinor'>) => boolean {
  const conditions = terms.map((term) => [containing(term.text), ibanCondition(term)] as const);
  return ({ counterpartyName, ultimateName, counterpartyIban }) =>
    conditions.every(
      ([contains, hasIban]) => hasIban(counterpartyIban) || contains([counterpartyName, ultimateName]),
    );
}

/** In any case and with any accents. */
function containing(text: string): (texts: readonly (string | null)[]) => boolean {
  const part = foldLetters(text);
  const whole =
    DIGITS.test(part) && part.length < MIN_PART_DIGITS ? new RegExp(`(?<!\\d)${part}(?!\\d)`) : undefined;
  return (texts) =>
    texts.some((one) => {
      if (one === null) return false;
      const folded = foldLetters(one);
      return folded.includes(part) && (whole === undefined || whole.test(folded));
    });
}

function ibanCondition({ text, iban, ibanEnd }: QueryTerm): (found: string | null) => boolean {
  const end = iban ?? ibanEnd;
  const part = text.length >= MIN_IBAN_PART ? text.toUpperCase() : undefined;
  return (found) =>
    found !== null &&
    ((end !== undefined && found.endsWith(end)) || (part !== undefined && found.includes(part)));
}
