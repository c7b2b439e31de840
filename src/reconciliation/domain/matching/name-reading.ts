import { readWord, repairUtf8, type Word } from './name-letters.ts';
import { type Company, FOR_ANOTHER, JOINING_WORDS, readCompany, TITLES } from './name-words.ts';
import { PLACEHOLDERS } from './payment-words.ts';

/** A name as somebody wrote it or a bank printed it. */
export interface Name {
  /** Its words without titles, each once if the whole name is repeated; empty if the text names no person. */
  readonly words: readonly Word[];
  /** Whether the text names no person: `-`, `NOTPROVIDED`, `GELEN HAVALE`. */
  readonly isEmpty: boolean;
  /** The words of each holder of a joint account; those of the name if it has one holder. */
  readonly holders: readonly (readonly Word[])[];
  readonly company: Company | null;
  /** Its length in characters, as it was written. */
  readonly length: number;
  /** All letters joined, in each spelling of `Word.forms`; and the same with the last word first. */
  readonly joined: readonly string[];
  readonly joinedSurnameFirst: readonly string[];
  /** Whether it has letters of another script without an ASCII form. */
  readonly isForeign: boolean;
  /** Whether it is longer than is read. */
  readonly isCut: boolean;
  /** Whether it says that somebody pays for somebody else. */
  readonly isForAnother: boolean;
}

const MAX_CHARACTERS = 200;
const MAX_WORDS = 12;
const PLAIN = /^(?!.*XX)[A-Za-z ]*$/i;
const APOSTROPHES = /['’‘`´ʼ]/g;
/** Invisible characters that do not split a word. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Characters in place of a lost letter: those of converters, and of code pages 850 and 857 read as 1252. */
const LOST = /[�¿€¦§™˜‡†‰¤¬°±#$@^~¨\u0080-\u009f]/g;
/** Words with digits: numbers, IBANs, words with a number attached. */
const WITH_DIGITS = /[\p{L}*]*\d[\p{L}\d*]*/gu;
/** Words that have lost all their letters. */
const ALL_LOST = /\?{2,}/;
const NOT_AVAILABLE = /(?<!\p{L})N\/A(?!\p{L})/giu;
const MIN_LETTERS_BESIDE_DIGITS = 3;
/** Letters hidden as X, as in some exports; no Turkish name ends like this. */
const HIDDEN_BY_X = /(?<=\p{L})[Xx]{2,}(?!\p{L})/gu;
const BETWEEN_HOLDERS = /[/&+;|]/;
const WORD = /[\p{L}\p{M}?*]*\p{L}[\p{L}\p{M}?*]*|\*+/gu;
const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/u;
const BEYOND_LATIN = /[^\0-\u024f]/;

/** Reads a name. It reads only the first 200 characters and 12 words; a longer name fits no user. */
export function readName(text: string): Name {
  const trimmed = text.trim();
  const cut = trimmed.slice(0, MAX_CHARACTERS);
  return PLAIN.test(cut)
    ? nameOf([wordsOf(cut)], { text: cut, length: trimmed.length })
    : readSpecial(cut, trimmed.length);
}

function readSpecial(text: string, length: number): Name {
  const clean = repairUtf8(text.normalize('NFC'))
    .replace(APOSTROPHES, '')
    .replace(INVISIBLE, '')
    .replace(NOT_AVAILABLE, ' ')
    .replace(WITH_DIGITS, lettersAroundDigits)
    .replace(LOST, '?')
    .replace(HIDDEN_BY_X, '*');
  return nameOf(clean.split(BETWEEN_HOLDERS).map(wordsOf), { text: clean, length });
}

/** Returns a word with `?` for each digit between its letters; nothing for a number, or a word with too few letters. */
function lettersAroundDigits(word: string): string {
  const letters = word.replace(/[\d*]/g, '').length;
  return letters < MIN_LETTERS_BESIDE_DIGITS ? ' ' : word.replace(/^\d+|\d+$/g, ' ').replace(/\d/g, '?');
}

function wordsOf(text: string): readonly Word[] {
  return (text.match(WORD) ?? []).map(readWord).filter(({ text: word }) => word !== '');
}

function nameOf(
  parts: readonly (readonly Word[])[],
  { text, length }: { readonly text: string; readonly length: number },
): Name {
  const all = parts.flat();
  const texts = all.map((word) => word.text);
  const company = readCompany(texts);
  const joint = company ? [all] : parts.flatMap(splitJoint);
  const holders = joint.map(withoutTitles).filter((words) => words.length > 0);
  const isEmpty = company === null && texts.every((word) => PLACEHOLDERS.has(word)) && !ALL_LOST.test(text);
  const words = isEmpty ? [] : holders.length === 1 ? (holders[0] ?? []) : holders.flat();
  const surnameFirst = [...words.slice(-1), ...words.slice(0, -1)];
  return {
    words: words.slice(0, MAX_WORDS),
    isEmpty,
    holders: holders.slice(0, MAX_WORDS),
    company,
    length,
    joined: joinForms(words),
    joinedSurnameFirst: joinForms(surnameFirst),
    isForeign: BEYOND_LATIN.test(text) && OTHER_LETTERS.test(text),
    isCut: length > MAX_CHARACTERS || words.length > MAX_WORDS,
    isForAnother: texts.some((word) => FOR_ANOTHER.has(word)),
  };
}

/** Splits words that `VE` joins into holders. A holder without a surname has that of the last one. */
function splitJoint(words: readonly Word[]): readonly (readonly Word[])[] {
  const holders: Word[][] = [[]];
  for (const word of words) {
    if (JOINING_WORDS.has(word.text)) holders.push([]);
    else holders.at(-1)?.push(word);
  }
  const surname = holders.at(-1)?.at(-1);
  const isShared = surname !== undefined && (holders.at(-1)?.length ?? 0) > 1;
  return holders.map((holder) => (holder.length === 1 && isShared ? [...holder, surname] : holder));
}

/** Removes titles in front of a name, and the second half of a name that is repeated. */
function withoutTitles(words: readonly Word[]): readonly Word[] {
  let first = 0;
  while (first < words.length - 2 && TITLES.has(words[first]?.text ?? '')) first += 1;
  const rest = words.slice(first);
  const half = rest.length / 2;
  const isTwice = half > 1 && rest.slice(0, half).every(({ text }, at) => text === rest[at + half]?.text);
  return isTwice ? rest.slice(0, half) : rest;
}

function joinForms(words: readonly Word[]): readonly string[] {
  if (words.every(({ forms }) => forms.length === 1)) return [words.map(({ text }) => text).join('')];
  const forms = [0, 1, 2].map((form) => words.map((word) => word.forms[form] ?? word.text).join(''));
  return [...new Set(forms)];
}
