/** Ways in which the letters of names reach a statement. They know nothing of how the service folds letters. */

const BASE: Readonly<Record<string, string>> = {
  ı: 'I',
  ß: 'SS',
  ø: 'O',
  Ø: 'O',
  ł: 'L',
  Ł: 'L',
  æ: 'AE',
  Æ: 'AE',
};
const GERMAN: Readonly<Record<string, string>> = { ö: 'OE', ü: 'UE', ä: 'AE', Ö: 'OE', Ü: 'UE', Ä: 'AE' };

/** ASCII capitals. */
export function ascii(text: string): string {
  return Array.from(text, (letter) => BASE[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase();
}

/** Turkish capitals, or those of the name's own script. */
export function capitals(text: string): string {
  return text.toLocaleUpperCase('tr');
}

/** `ö` as `OE`. */
export function german(text: string): string {
  return ascii(Array.from(text, (letter) => GERMAN[letter] ?? letter).join(''));
}

const OF_1254: Readonly<Record<string, string>> = { Ş: 'Þ', İ: 'Ý', Ğ: 'Ð', ş: 'þ', ı: 'ý', ğ: 'ð' };
/** The Turkish letters that Latin-1 does not have. */
const BEYOND_LATIN_1 = /[ŞİĞşığ]/g;

/** Bytes of the Turkish code page of Windows, read as Latin-1. */
export function as1254(text: string): string {
  return capitals(text).replace(BEYOND_LATIN_1, (letter) => OF_1254[letter] ?? letter);
}

/** UTF-8 read as Latin-1. */
export function utf8AsLatin1(text: string): string {
  return Buffer.from(capitals(text)).toString('latin1');
}

/** Replaces letters that got lost. */
export function lost(text: string, by: string): string {
  return capitals(text).replace(by === ' ' || by === '' ? BEYOND_LATIN_1 : /[^\0-\x7f]/g, by);
}

/** The words of a text as a set that does not depend on their order. */
export function wordSet(text: string): string {
  return ascii(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}
