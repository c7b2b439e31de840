import { foldWords } from '../../../kernel/fold-letters.ts';
import { isReference, referencesNear } from '../../../transactions/domain/reference.ts';

/** The references in texts, without RF. */
export interface FoundReferences {
  /** Separate words with correct check characters. */
  readonly whole: readonly string[];
  /**
   * Whole words joined across blanks or hyphens, or references attached to a word of letters. These can occur by
   * chance, so one counts only if it is the reference of a deposit.
   */
  readonly loose: readonly string[];
  /** The references that were meant if the payer made one slip, with the text that was typed. */
  readonly near: ReadonlyMap<string, string>;
  /** Whether the texts are longer than is read, so a reference can be missing. */
  readonly isCut: boolean;
}

const LENGTH = 8;
const WITH_RF = LENGTH + 4;
/** A reference split into more pieces is not recognized. */
const MAX_PIECES = LENGTH;
/** How many characters of a line's texts are read. Banks give a payer 140, and few lines have 400. */
export const MAX_CHARACTERS = 1000;
const MAX_TOKENS = 500;
const MAX_FOUND = 32;
const MAX_NEAR = 2 * MAX_FOUND;
/** How many texts of a line are compared with references that differ by one slip. */
const MAX_SLIPS = 64;
/** With fewer letters around it, a reference has an added character rather than a word attached to it. */
const MIN_GLUED_LETTERS = 2;
/** All kinds of blanks and hyphens with which people split what they type. */
const SOFT = /^[\s\u00a0\u2007\u202f\u2010-\u2015-]+$/;
const DIGITS = /^\d+$/;

interface Token {
  readonly text: string;
  /** Whether only blanks and hyphens are between it and the previous token. */
  readonly isNextTo: boolean;
}

interface Collector {
  readonly whole: Set<string>;
  readonly loose: Set<string>;
  readonly near: Map<string, string>;
  /** The texts that could differ from a reference by one slip. */
  slips: number;
  /** Words that are the beginning of a reference with RF. Alone they can look like a reference without RF. */
  readonly beginnings: Set<string>;
}

/**
 * Finds the service's references in texts. Words stay whole: characters of different words never form a reference,
 * unless the words are pieces of it from the first to the last character. The same applies where one text ends and the
 * next begins.
 * @param currency an amount in front of it ("345 67 TRY") is not a reference.
 */
export function findReferences(texts: readonly string[], currency: string): FoundReferences {
  const found: Collector = {
    whole: new Set(),
    loose: new Set(),
    near: new Map(),
    slips: 0,
    beginnings: new Set(),
  };
  let left = MAX_CHARACTERS;
  let before: Token | undefined;
  for (const text of texts) {
    const tokens = split(text.slice(0, Math.max(left, 0)));
    left -= text.length;
    readSeam(before, tokens[0], found.loose);
    before = tokens.at(-1) ?? before;
    for (const [place, token] of tokens.entries()) {
      readToken(token.text, found);
      readPieces(tokens.slice(place, place + MAX_PIECES + 2), currency, found);
    }
  }
  const whole = [...found.whole].filter((reference) => !found.beginnings.has(reference));
  const loose = [...found.loose].filter((reference) => !whole.includes(reference));
  return {
    whole: whole.slice(0, MAX_FOUND),
    loose: loose.slice(0, MAX_FOUND),
    near: new Map([...found.near].slice(0, MAX_NEAR)),
    isCut:
      left < 0 ||
      found.slips > MAX_SLIPS ||
      found.near.size > MAX_NEAR ||
      Math.max(whole.length, loose.length) > MAX_FOUND,
  };
}

function split(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const isNextTo = tokens.length > 0 && SOFT.test(text.slice(end, match.index));
    tokens.push({ text: foldWords(match[0]).replaceAll(' ', ''), isNextTo });
    end = match.index + match[0].length;
    if (tokens.length === MAX_TOKENS) break;
  }
  return tokens;
}

function readToken(token: string, found: Collector): void {
  const { whole, loose, near } = found;
  if (isReference(token)) {
    whole.add(token.slice(-LENGTH));
    return;
  }
  const hasRf = /^RF\d\d/.test(token) && Math.abs(token.length - WITH_RF) <= 1;
  const body = hasRf ? token.slice(4) : token;
  if (hasRf && isReference(body)) near.set(body, token);
  if (!DIGITS.test(body)) addNear(body, token, found);
  if (!hasRf) for (const length of [LENGTH, WITH_RF]) readGlued(token, length, loose);
}

/** Adds the references that somebody who typed this text can have meant. */
function addNear(text: string, typed: string, found: Collector): void {
  if (Math.abs(text.length - LENGTH) > 1) return;
  found.slips += 1;
  if (found.slips > MAX_SLIPS) return;
  for (const reference of referencesNear(text)) found.near.set(reference, typed);
}

/** Reads references out of a longer word, if only letters surround them: each contains all digits of the word. */
function readGlued(token: string, length: number, loose: Set<string>): void {
  if (token.length < length + MIN_GLUED_LETTERS) return;
  const firstDigit = token.search(/\d/);
  const lastDigit = token.search(/\d\D*$/);
  const last = Math.min(token.length - length, firstDigit === -1 ? token.length : firstDigit);
  for (let start = Math.max(0, lastDigit + 1 - length); start <= last; start += 1) {
    const part = token.slice(start, start + length);
    if (isReference(part)) loose.add(part.slice(-LENGTH));
  }
}

/**
 * Reads a reference that begins in one text and ends in the next, since banks cut the text of a payer into several,
 * even within a word.
 */
function readSeam(last: Token | undefined, first: Token | undefined, loose: Set<string>): void {
  const joined = (last?.text ?? '') + (first?.text ?? '');
  const isWhole = joined.length === LENGTH || joined.length === WITH_RF;
  if (last && first && isWhole && !DIGITS.test(joined) && isReference(joined))
    loose.add(joined.slice(-LENGTH));
}

/** Joins the first token with those after it, as long as they can be pieces of one reference. */
function readPieces(tokens: readonly Token[], currency: string, found: Collector): void {
  const { loose, beginnings } = found;
  const first = tokens[0]?.text ?? '';
  let joined = first;
  for (const [place, { text, isNextTo }] of tokens.entries()) {
    if (place === 0) continue;
    joined += text;
    if (!isNextTo || joined.length > WITH_RF || text === currency) return;
    if (joined.length < LENGTH || DIGITS.test(joined)) continue;
    if (isReference(joined)) {
      loose.add(joined.slice(-LENGTH));
      if (joined.length === WITH_RF) beginnings.add(first);
    }
    // People split a reference in the middle; other near pieces occur by chance.
    else if (place === 1 && text.length === LENGTH / 2 && joined.length === LENGTH)
      addNear(joined, joined, found);
  }
}
