import { normalizeIban } from '../../kernel/iban.ts';
import { TRANSACTION_ID } from '../../kernel/ids.ts';
import { parsePrintedAmount } from '../../kernel/money.ts';
import { convertName } from '../../kernel/names.ts';
import { readReference } from './reference.ts';

/** A part of a typed query, with everything that it can mean. A transaction matches if it has one of the meanings. */
export interface QueryTerm {
  /** The typed text, without the punctuation around it. */
  readonly text: string;
  /** The requested or the final amount. */
  readonly amountMinor: number | undefined;
  /**
   * Beginnings of words of the name, each list in the order of the name; one matching list is enough. They belong to an
   * amount that these letters follow without a blank: `500ay`. Empty for other terms.
   */
  readonly nameStarts: readonly (readonly string[])[];
  /** The last digits of the IBAN of a withdrawal, at least four. */
  readonly ibanEnd: string | undefined;
  /** A whole IBAN: of a withdrawal, or of the account of a deposit. */
  readonly iban: string | undefined;
  /** The forms of a reference. */
  readonly references: readonly string[];
  /** A transactionId. Any text can be a processId or a userId. */
  readonly transactionId: string | undefined;
  /**
   * True for a term that is looked up exactly: an amount, a reference, a whole IBAN, a transactionId. The end of an IBAN can
   * be a number in a name.
   */
  readonly isExact: boolean;
}

/** The most different words of a query: each of them is compared with every row that a search examines. */
export const MAX_TERMS = 10;

const BLANKS = /[\s\u00a0\u2007\u202f]+/;
/** Includes invisible characters, which text copied from a page or a chat can have at its ends. */
const PUNCTUATION = /^[\s,;:"'()\u200b\u200e\u200f\u2060]+|[\s,;:"'()\u200b\u200e\u200f\u2060]+$/g;
const CURRENCY_MARK = /^(?:[₺€$£]|TL|TRY|EUR|USD|GBP)$/i;
const CURRENCY_AT_AN_END = /^(?:[₺€$£]|TL|TRY|EUR)|(?:[₺€$£]|TL|TRY|EUR)$/gi;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const DIGITS = /^\d+$/;
const IBAN_END = /^\d{4,30}$/;
const AMOUNT_AND_LETTERS = /^(\d[\d.,'\u2019]*)(\p{L}{1,12})$/u;

/**
 * Reads what somebody typed or pasted into the search field. A transaction is found if it matches every term. A
 * repeated word is one term.
 */
export function parseQuery(query: string): readonly QueryTerm[] {
  const whole = query.replace(PUNCTUATION, '') || query.trim();
  const words = whole.split(BLANKS);
  const joined = words.join('');
  if (words.length > 1) {
    const term = termOf(joined);
    const isNumber = words.every((word) => DIGITS.test(word)) && term.ibanEnd !== undefined;
    const amountMinor = readAmount(whole);
    const found = { ...term, amountMinor };
    if (isNumber || isCertain(found)) return [{ ...found, isExact: isCertain(found) }];
  }
  const kept = words.filter((word) => LETTER_OR_DIGIT.test(word) && !CURRENCY_MARK.test(word));
  const terms = (kept.length > 0 ? kept : words).map((word) => word.replace(PUNCTUATION, '') || word);
  return [...new Map(terms.map((term) => [term.toLowerCase(), term])).values()].map(termOf);
}

function termOf(text: string): QueryTerm {
  const term = plainTermOf(text);
  const [, digits = '', letters = ''] = AMOUNT_AND_LETTERS.exec(text) ?? [];
  const amountMinor = readAmount(digits);
  if (term.isExact || amountMinor === undefined) return term;
  return { ...term, amountMinor, nameStarts: startsOf(Array.from(letters, convertName)) };
}

/** All letters begin one word, or the first ones a word and the others another: initials are found, too. */
function startsOf(letters: readonly string[]): string[][] {
  const splits = letters.slice(1).map((_, index) => {
    const [first, other] = [letters.slice(0, index + 1), letters.slice(index + 1)];
    return [first.join(''), other.join('')];
  });
  return [[letters.join('')], ...splits, ...splits.map((split) => split.toReversed())];
}

/** True if a name has words with these beginnings. @param slug the `convertedName`. */
export function hasStarts(slug: string, nameStarts: QueryTerm['nameStarts']): boolean {
  return nameStarts.some((starts) => {
    let place = 0;
    return starts.every((start) => {
      const found = `-${slug}`.indexOf(`-${start}`, place);
      place = found + 1;
      return found >= 0;
    });
  });
}

function plainTermOf(text: string): QueryTerm {
  const amountMinor = readAmount(text);
  const ibanEnd = IBAN_END.test(text) ? text : undefined;
  const iban = normalizeIban(text);
  const references = readReference(text);
  const lower = text.toLowerCase();
  const transactionId = TRANSACTION_ID.test(lower) ? lower : undefined;
  const meanings = { amountMinor, iban, references, transactionId };
  return { ...meanings, text, nameStarts: [], ibanEnd, isExact: isCertain(meanings) };
}

/** True for a term with a meaning that is looked up exactly. */
function isCertain({
  amountMinor,
  iban,
  references,
  transactionId,
}: Pick<QueryTerm, 'amountMinor' | 'iban' | 'references' | 'transactionId'>): boolean {
  return [amountMinor, iban, references[0], transactionId].some((part) => part !== undefined);
}

function readAmount(text: string): number | undefined {
  return parsePrintedAmount(
    text
      .replace(CURRENCY_AT_AN_END, '')
      .trim()
      .replace(/^[+\u2212-]/, ''),
  );
}

/** True if an exact look-up comes first: a word of letters alone is a name far more often than an id. */
export function couldBeId({ text }: QueryTerm): boolean {
  return /\d/.test(text);
}

const NOT_ASCII = /[^\0-\x7f]+/g;
const MARKS = /\p{M}+/gu;

/** The text in lower case, without accents, with its punctuation; the Turkish ı and İ become i. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').replace(NOT_ASCII, convertName).toLowerCase();
}

/** The slug of a text; null for ASCII, which `lower` in SQL folds as `foldText` does. */
export function foldedOrNull(text: string): string | null {
  return text.match(NOT_ASCII) ? convertName(text).toLowerCase() : null;
}

/**
 * The part of a `convertedName` that a term can match; undefined for punctuation alone, which slugs replace by words.
 */
export function slugOf({ text }: QueryTerm): string | undefined {
  return LETTER_OR_DIGIT.test(text) ? convertName(text) : undefined;
}
