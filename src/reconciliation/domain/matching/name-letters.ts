import { foldLetters } from '../../../kernel/fold-letters.ts';

/** A word of a name, with all readings of its letters. */
export interface Word {
  /** ASCII capitals; `?` for a lost letter, `*` for letters that a bank hides. */
  readonly text: string;
  /** The text first, then those with `oe` for `ö`, and with the letters of windows-1254 that were read as Latin-1. */
  readonly forms: readonly string[];
  /** The pattern of the words that the text can be, if letters are missing. */
  readonly pattern: WordPattern | null;
  /** Its letters, as bits. */
  readonly letters: number;
  /** Its consonants as they sound, for names that were transliterated. */
  readonly sound: string;
}

export interface WordPattern {
  /** Each lost letter is one that ASCII does not have. */
  readonly strict: RegExp;
  readonly loose: RegExp;
  /** The number of letters that are not missing. */
  readonly known: number;
  readonly isMasked: boolean;
}

/** How systems without umlauts write these letters: DIN 5007-2, and the transliteration in passports (ICAO 9303). */
const GERMAN: Readonly<Record<string, string>> = {
  ä: 'AE',
  Ä: 'AE',
  ö: 'OE',
  Ö: 'OE',
  ü: 'UE',
  Ü: 'UE',
  ø: 'OE',
  Ø: 'OE',
  å: 'AA',
  Å: 'AA',
};
/** The bytes of six Turkish letters in windows-1254 (ISO 8859-9), read as Latin-1. */
const TURKISH_AS_LATIN_1: Readonly<Record<string, string>> = {
  Þ: 'S',
  þ: 'S',
  Ý: 'I',
  ý: 'I',
  Ð: 'G',
  ð: 'G',
};
const UMLAUTS = /[äÄöÖüÜøØåÅ]/g;
const ICELANDIC = /[ÞþÝýÐð]/g;
const ASCII_WORD = /^[A-Za-z]*$/;

/** The characters of windows-1252 in place of Latin-1's control characters, from 0x80. */
const OF_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Two bytes of UTF-8 for a Latin letter beyond ASCII, read as Latin-1 or windows-1252. */
const UTF8_PAIR = new RegExp(`[\u00c3-\u00c5][\u0080-\u00bf${OF_1252}]`, 'g');

/** Restores the letters of UTF-8 that was read byte by byte: `ÅžAHÄ°N` is ŞAHİN. */
export function repairUtf8(text: string): string {
  return text.replace(UTF8_PAIR, (pair) => {
    const at = OF_1252.indexOf(pair.charAt(1));
    const second = at === -1 ? pair.charCodeAt(1) : 0x80 + at;
    return String.fromCharCode(((pair.charCodeAt(0) & 0x1f) << 6) | (second & 0x3f));
  });
}

const HAS_GAP = /[?*]/;
const MAX_GAPS = 6;

/** Reads a word of letters, `?` and `*`. */
export function readWord(raw: string): Word {
  const forms = ASCII_WORD.test(raw) ? [raw.toUpperCase()] : formsOf(raw);
  const text = forms[0] ?? '';
  return {
    text,
    forms,
    pattern: HAS_GAP.test(text) ? patternOf(text) : null,
    letters: lettersOf(text),
    sound: soundOf(text),
  };
}

function formsOf(raw: string): readonly string[] {
  const fold = (text: string) => foldLetters(text).replace(/[^\p{L}?*]/gu, '');
  return [
    ...new Set([
      fold(raw),
      fold(raw.replace(UMLAUTS, (letter) => GERMAN[letter] ?? letter)),
      fold(raw.replace(ICELANDIC, (letter) => TURKISH_AS_LATIN_1[letter] ?? letter)),
    ]),
  ];
}

/**
 * Builds the pattern of a word with lost letters, which were Turkish letters beyond ASCII: Ç Ğ İ ı Ö Ş Ü. Two marks can
 * be the two bytes of one in UTF-8.
 */
function patternOf(text: string): WordPattern {
  const parts = text.match(/\?+|\*+|[^?*]+/g) ?? [];
  const isBroken = parts.length > 2 * MAX_GAPS;
  const expression = (lost: string) =>
    parts
      .map((part) => {
        if (part.startsWith('*')) return '.*';
        return part.startsWith('?') ? `${lost}{${Math.ceil(part.length / 2)},${part.length}}` : part;
      })
      .join('');
  return {
    // With more gaps, a word says nothing.
    strict: isBroken ? /$.^/ : new RegExp(`^${expression('[CGIOSU]')}$`),
    loose: isBroken ? /^/ : new RegExp(`^${expression('.')}`),
    known: isBroken ? 0 : text.replace(/[?*]/g, '').length,
    isMasked: text.includes('*'),
  };
}

/** Counts the bits that are set. */
export function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Returns the letters of a text, as bits. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/**
 * Letters that stand for the same sound in other languages, for names that were transliterated from Arabic or Cyrillic
 * (BGN/PCGN, ICAO 9303): Shahin and Şahin, Yousef and Yusuf. Vowels, and H after another letter, are left out.
 */
const SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    S: 'SCJZ',
    K: 'KQXG',
    F: 'FVW',
    T: 'TD',
    P: 'PB',
    M: 'M',
    N: 'N',
    L: 'L',
    R: 'R',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound] as const)),
);

function soundOf(text: string): string {
  let sounds = '';
  let last = '';
  for (const letter of text) {
    const sound = SOUNDS.get(letter) ?? '';
    if (sound !== '' && sound !== last) sounds += sound;
    if (letter !== 'H') last = sound;
  }
  return sounds;
}
