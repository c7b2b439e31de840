/**
 * Letters whose capitals depend on the language, or that have no decomposition. The Turkish ones come first: the plain
 * `toUpperCase` makes I of i, but İ keeps its dot.
 */
const LETTERS: Readonly<Record<string, string>> = {
  İ: 'I',
  ı: 'I',
  Ş: 'S',
  ş: 'S',
  Ğ: 'G',
  ğ: 'G',
  Ü: 'U',
  ü: 'U',
  Ö: 'O',
  ö: 'O',
  Ç: 'C',
  ç: 'C',
  Â: 'A',
  â: 'A',
  Î: 'I',
  î: 'I',
  Û: 'U',
  û: 'U',
  Æ: 'AE',
  æ: 'AE',
  Œ: 'OE',
  œ: 'OE',
  Ø: 'O',
  ø: 'O',
  Ł: 'L',
  ł: 'L',
  Đ: 'D',
  đ: 'D',
  ð: 'D',
  Ð: 'D',
  Þ: 'TH',
  þ: 'TH',
};

const IN_TABLE = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const NOT_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;

/**
 * Returns a text with ASCII capitals instead of letters, for comparing: `İŞIL`, `Işıl` and `isil` become equal. Digits,
 * blanks, punctuation and letters without an ASCII form are not changed.
 */
export function foldLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toUpperCase();
  return text
    .replace(IN_TABLE, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase();
}

const WORDS_ONLY = /^[A-Z0-9 ]*$/;

/** The words of a text as banks print them: `foldLetters` with blanks in place of everything but letters and digits. */
export function foldWords(text: string): string {
  return WORDS_ONLY.test(text) ? text : foldLetters(text.normalize('NFC')).replace(/[^A-Z0-9 ]/g, ' ');
}

/** Blanks that take no place, and other characters without a shape. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text as people see it: full-width characters and ligatures as their letters, nothing that shows nothing. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC').trim();
}
