import { foldLetters } from '../../kernel/fold-letters.ts';
import { currencyOf } from '../amount-text.ts';

const NOT_IN_NAMES = /[^A-Z0-9]+/g;

/**
 * The name of a column as names are compared: capitals and digits, one blank between words. Marks of currencies at its
 * end are no part of it: `İşlem Tutarı (TL)` is `ISLEM TUTARI`. A name that is folded twice is the same.
 */
export function foldName(text: string): string {
  const words = foldLetters(text.slice(0, 200)).replace(NOT_IN_NAMES, ' ').trim().split(' ');
  while (words.length > 1 && currencyOf(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** The whole text of a cell in capitals, with all that `foldName` leaves out: two headers are the same by it. */
export function wholeName(text: string): string {
  return foldLetters(text.slice(0, 200)).replace(/\s+/g, ' ').trim();
}

/** The currency at the end of the name of a column: `İşlem Tutarı (TL)`. */
export function currencyInName(text: string): string | undefined {
  const words = text
    .slice(0, 200)
    .trim()
    .split(/[^\p{L}\p{N}€$£₺]+/u)
    .filter(Boolean);
  return words.length > 1 ? currencyOf(words.at(-1) ?? '') : undefined;
}
