import { foldLetters } from '../../kernel/fold-letters.ts';
import { convertName } from '../../kernel/names.ts';
import { hasStarts, type QueryTerm } from '../../transactions/domain/query.ts';

/** The fields of a line that a search compares. */
export interface SearchedLine {
  readonly amountMinor: number;
  readonly counterpartyName: string | null;
  readonly ultimateName: string | null;
  readonly counterpartyIban: string | null;
  readonly texts: readonly (string | null)[];
}

const DIGITS = /^\d+$/;
/** Shorter numbers are found only as a whole: `50` would be in almost every id of a bank. */
const MIN_PART_DIGITS = 6;
/** Shorter parts of an IBAN are found only at its end. */
const MIN_IBAN_PART = 6;

/** Builds the condition that a line matches every term, by amount, name, IBAN or text. */
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

/** Checks the name that is given with an amount. */
function isNamed(
  { counterpartyName, ultimateName }: Omit<SearchedLine, 'texts'>,
  { nameStarts }: QueryTerm,
): boolean {
  if (nameStarts.length === 0) return true;
  return [counterpartyName, ultimateName].some(
    (name) => name !== null && hasStarts(convertName(name), nameStarts),
  );
}

/** Builds the condition that the other party of a line matches every term, by name or IBAN. */
export function partyCondition(
  terms: readonly QueryTerm[],
): (line: Omit<SearchedLine, 'texts' | 'amountMinor'>) => boolean {
  const conditions = terms.map((term) => [containing(term.text), ibanCondition(term)] as const);
  return ({ counterpartyName, ultimateName, counterpartyIban }) =>
    conditions.every(
      ([contains, hasIban]) => hasIban(counterpartyIban) || contains([counterpartyName, ultimateName]),
    );
}

/** Builds the condition that a text contains another, ignoring case and accents. */
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
