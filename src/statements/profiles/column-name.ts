import { foldLetters } from '../../kernel/fold-letters.ts';
import { currencyOf } from '../amount-text.ts';

const NOT_IN_NAMES = /[^A-Z0-9]+/g;

/**
 * Returns the name of a column in the form in which names are compared: capitals and digits, one blank between words.
 * It leaves out a currency at the end: `İşlem Tutarı (TL)` is `ISLEM TUTARI`. Folding it again changes nothing.
 */
export function foldName(text: string): string {
  const words = foldLetters(text.slice(0, 200)).replace(NOT_IN_NAMES, ' ').trim().split(' ');
  while (words.length > 1 && currencyOf(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

/** The whole text of a cell in capitals, including what `foldName` leaves out. Headers are compared by it. */
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
