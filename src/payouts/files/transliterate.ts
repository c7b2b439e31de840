import anyAscii from 'any-ascii';
import { isInWindows1254 } from './windows-1254.ts';

/**
 * The characters that a bank accepts. `sepa`: letters and digits of ASCII, `/-?:().,'+` and spaces. `latin`: all of
 * ASCII and the letters of windows-1254, which include the Turkish ones. `unicode`: every printable character.
 */
export const CHARACTER_SETS = ['sepa', 'latin', 'unicode'] as const;
export type CharacterSet = (typeof CHARACTER_SETS)[number];

const SEPA = /^[a-zA-Z0-9/\-?:().,'+ ]*$/;
const NOT_SEPA = /[^a-zA-Z0-9/\-?:().,'+ ]/gu;
const NOT_ASCII = /[^\x20-\x7e]/gu;
const BLANKS = /[\p{Z}\p{Cc}]+/gu;
/** Direction marks, halves of surrogate pairs, and code points without a character. */
const UNPRINTED = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufffd]/gu;
/** Their ASCII forms are names such as `:grinning:`, which do not belong in a payment. */
const PICTURES = /\p{Extended_Pictographic}/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** Replacements that the EPC recommends for signs of ASCII outside SEPA. All others become a full stop. */
const SEPA_SIGNS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '"': "'",
  '`': "'",
  ';': ',',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  '\\': '/',
  '|': '/',
};

/** Writes a text in the characters of a set, in one line and trimmed. The result can be empty. */
export function transliterate(text: string, characters: CharacterSet): string {
  return writeIn(characters, text.normalize('NFC').replace(BLANKS, ' ').replace(UNPRINTED, '')).trim();
}

function writeIn(characters: CharacterSet, text: string): string {
  if (characters === 'unicode' || SEPA.test(text)) return text.replace(/ {2,}/g, ' ');
  const plain = text.replace(PICTURES, ' ').replace(NOT_ASCII, characters === 'sepa' ? toAscii : toLatin);
  return (characters === 'sepa' ? plain.replace(NOT_SEPA, toSepa) : plain).replace(/ {2,}/g, ' ');
}

function toLatin(character: string): string {
  return LETTER.test(character) && isInWindows1254(character) ? character : toAscii(character);
}

/** Writes a letter without an ASCII form as a full stop, so that nobody takes the rest for the whole name. */
function toAscii(character: string): string {
  return anyAscii(character) || (LETTER.test(character) ? '.' : '');
}

function toSepa(sign: string): string {
  return SEPA_SIGNS[sign] ?? '.';
}

/** Returns the first code points of a text, without a space at the end. @param maximum how many. */
export function cutTo(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return Array.from(text).slice(0, maximum).join('').trimEnd();
}
