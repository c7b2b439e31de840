import { foldWords } from '../fold-letters.ts';
import { isOneSlip } from './one-slip.ts';
import type { NameGrade } from './reasons.ts';

/** A name in words of ASCII capitals. */
export interface Name {
  readonly tokens: readonly string[];
  /** The text is as long as some bank cuts names, so words can be missing at its end. */
  readonly isCut: boolean;
  /** It has letters that no ASCII capital stands for, so two different names can look the same. */
  readonly isLossy: boolean;
}

/** How long the names are that banks cut: fields of 25 to 35 characters, twice 27, SEPA, ISO 20022. */
const CUT_LENGTHS = new Set([25, 26, 27, 28, 30, 32, 33, 34, 35, 54, 70, 140]);
const ANONYMOUS_COMPANY = /\bANONIM (?:SIRKETI|SIRKET|STI)\b| A S$/g;
const BEYOND_LATIN = /[^\0-\u024f]/;
export const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/u;
const MAX_CHARACTERS = 200;
const MAX_TOKENS = 12;
/** Shorter words differ by one letter too often: KAYA and KARA. */
const MIN_SLIP_LETTERS = 6;

/** The short forms of the words in names of companies. A word without a form says nothing at all. */
const COMPANY_WORDS: Readonly<Record<string, string>> = {
  AS: 'AS',
  LTD: 'LTD',
  LIMITED: 'LTD',
  STI: 'STI',
  SIRKET: 'STI',
  SIRKETI: 'STI',
  SAN: 'SAN',
  SANAYI: 'SAN',
  TIC: 'TIC',
  TICARET: 'TIC',
  PAZ: 'PAZ',
  PAZARLAMA: 'PAZ',
  ITH: 'ITH',
  ITHALAT: 'ITH',
  IHR: 'IHR',
  IHRACAT: 'IHR',
  INS: 'INS',
  INSAAT: 'INS',
  VE: '',
};

/** Reads a name as somebody wrote it or a bank printed it. */
export function readName(text: string): Name {
  const cut = text.trim().slice(0, MAX_CHARACTERS);
  const words = nameWordsOf(cut);
  const tokens = inShortForms(words.slice(0, MAX_TOKENS));
  const isLossy = words.length > MAX_TOKENS || (BEYOND_LATIN.test(cut) && OTHER_LETTERS.test(cut));
  return { tokens, isCut: CUT_LENGTHS.has(text.trim().length), isLossy };
}

/** The words of a text, with one word for initials with dots and for an Anonim Şirket. */
export function nameWordsOf(text: string): readonly string[] {
  // Single letters with dots between them are one word: A.Ş. is AS.
  const undotted = !text.includes('.')
    ? text
    : text.replace(/(?<!\p{L})\p{L}(?:\.\p{L})+(?!\p{L})/gu, (initials) => initials.replaceAll('.', ''));
  const folded = foldWords(undotted.replace(/['’`]/g, '').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
  return folded
    .replace(ANONYMOUS_COMPANY, ' AS')
    .split(' ')
    .filter((word) => word !== '');
}

/** Words with the short forms of those in names of companies, and without those that say nothing. */
export function inShortForms(words: readonly string[]): readonly string[] {
  return words.map((word) => COMPANY_WORDS[word] ?? word).filter((word) => word !== '');
}

/** Whether a word, in its short form, is one of the words in names of companies. */
export function isOfCompany(token: string): boolean {
  return Object.hasOwn(COMPANY_WORDS, token);
}

/**
 * Compares the name of a transaction with the name that a bank printed. Only `exact`, the same words in any order, means
 * the same name; no measure of likeness separates one person from another.
 */
export function gradeName(expected: Name, printed: Name): NameGrade {
  if (expected.tokens.length === 0 || printed.tokens.length === 0) return 'no';
  if (isSameSet(expected.tokens, printed.tokens)) {
    if (expected.isLossy || printed.isLossy) return 'maybe';
    return printed.isCut ? 'compatible' : 'exact';
  }
  if (expected.tokens.join('') === printed.tokens.join('')) return 'compatible';
  const asked = withoutCompanyWords(expected.tokens);
  const given = withoutCompanyWords(printed.tokens);
  const isCompany = asked.length < expected.tokens.length || given.length < printed.tokens.length;
  return gradeAlignment(asked, given, { isCut: printed.isCut, isCompany });
}

interface Alignment {
  readonly isCut: boolean;
  readonly isCompany: boolean;
}

/** Gives each word of the shorter side a word of its own on the other side, the surest pairs first. */
function gradeAlignment(
  asked: readonly string[],
  given: readonly string[],
  { isCut, isCompany }: Alignment,
): NameGrade {
  const cutWord = isCut ? given.at(-1) : undefined;
  const tests: readonly ((a: string, g: string) => boolean)[] = [
    (a, g) => a === g,
    (a, g) => g === cutWord && a.startsWith(g),
    (a, g) => (a.length === 1 && g.startsWith(a)) || (g.length === 1 && a.startsWith(g)),
    (a, g) => Math.min(a.length, g.length) >= MIN_SLIP_LETTERS && isOneSlip(a, g),
  ];
  const pairs = new Map<number, { readonly at: number; readonly test: number }>();
  const taken = new Set<number>();
  for (const [test, fits] of tests.entries())
    for (const [place, word] of asked.entries()) {
      if (pairs.has(place)) continue;
      const at = given.findIndex((other, index) => !taken.has(index) && fits(word, other));
      if (at === -1) continue;
      pairs.set(place, { at, test });
      taken.add(at);
    }
  if (pairs.size < Math.min(asked.length, given.length)) return 'no';
  if (pairs.size < (isCompany ? 1 : 2)) return 'no';
  const kinds = [...pairs.values()].map(({ test }) => test);
  const slips = kinds.filter((test) => test === 3).length;
  if (slips > 1 || !kinds.includes(0)) return 'no';
  // The surname stands last in the name of a transaction, and the main word of a company first.
  const main = pairs.get(isCompany ? 0 : asked.length - 1);
  if (main === undefined || main.test === 2) return 'no';
  return slips === 1 ? 'maybe' : 'compatible';
}

function withoutCompanyWords(tokens: readonly string[]): readonly string[] {
  const rest = tokens.filter((token) => !isOfCompany(token));
  return rest.length > 0 ? rest : tokens;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && [...some].sort().join(' ') === [...others].sort().join(' ');
}
