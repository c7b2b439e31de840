import type { Random } from '../../../test/support/random.ts';
import type { Identity } from './identity.ts';
import { ascii, capitals } from './letters.ts';
import { TURKISH } from './name-lists.ts';

/** A name as a bank printed it. */
export interface Printed {
  readonly text: string;
  /**
   * Whether a person who knows the deposit's name recognises it at once. This is a judgement: the share of correct
   * payments that settle counts only these.
   */
  readonly isRecognisable: boolean;
}

/** A way in which banks print the name of a payer. */
export interface Form {
  readonly name: string;
  /** Whether all names of the payer are there and unbroken, so that everybody can read who it is. */
  readonly isWhole: boolean;
  /** Null if the form does not change such a name. */
  print(person: Identity, random: Random): Printed | null;
}

export const CUTS = [18, 20, 22, 24, 25, 26, 27, 28, 29, 30, 32, 33, 34, 35, 40];
const MIN_LETTERS_OF_CUT = 3;
const MAX_LETTERS_MISSING = 2;
const MIN_LETTERS_OF_SLIP = 6;

export const known = (text: string): Printed => ({ text, isRecognisable: true });
export const doubtful = (text: string): Printed => ({ text, isRecognisable: false });
export const initialOf = (word: string) => ascii(word).charAt(0);
/** Returns null for a name that the form could not change. */
export const ifChanged = (text: string, { name }: Identity, isRecognisable = true): Printed | null =>
  text === ascii(name) || text === capitals(name) ? null : { text, isRecognisable };

/** A form that changes the name by itself. */
export function whole(name: string, print: (person: Identity, random: Random) => string | null): Form {
  return {
    name,
    isWhole: true,
    print: (person, random) => {
      const text = print(person, random);
      return text === null ? null : known(text);
    },
  };
}

export function broken(name: string, print: (person: Identity, random: Random) => Printed | null): Form {
  return { name, isWhole: false, print };
}

export const ofPeople =
  (print: (person: Identity, random: Random) => Printed | null) => (person: Identity, random: Random) =>
    person.isCompany ? null : print(person, random);

/** A name that ends within the surname: recognisable as long as something of the surname is left. */
export function cutTo({ name, first, last }: Identity, length: number): Printed | null {
  const text = ascii(name);
  if (text.length <= length) return null;
  const cut = text.slice(0, length).trim();
  const least = [...first, ...last.slice(0, 1)].join(' ').length;
  const before = first.length === 0 ? 0 : first.join(' ').length + 1;
  if (cut.length < MIN_LETTERS_OF_CUT) return null;
  const isAlmostWhole = text.length - cut.length <= MAX_LETTERS_MISSING;
  const isSurnameBegun = cut.length >= Math.min(least, before + MIN_LETTERS_OF_CUT);
  return { text: cut, isRecognisable: isSurnameBegun && (isAlmostWhole || CUTS.includes(length)) };
}

export function slip(random: Random, { name }: Identity): Printed {
  const words = ascii(name).split(' ');
  const at = random.below(words.length);
  const word = words[at] ?? '';
  const place = random.below(Math.max(1, word.length - 1));
  const own = word.charAt(place);
  const letter = random.pick([...'AEIOUKLMNRST'].filter((other) => other !== own));
  const [before, after] = [word.slice(0, place), word.slice(place + 1)];
  const wrong = [before + letter + after, before + after, before + own + own + after][random.below(3)] ?? '';
  words[at] = wrong;
  return { text: words.join(' '), isRecognisable: word.length >= MIN_LETTERS_OF_SLIP };
}

export function masked(name: string, shown: number, stars?: number): string {
  const mask = (word: string) => word.slice(0, shown) + '*'.repeat(stars ?? Math.max(1, word.length - shown));
  return ascii(name).split(' ').map(mask).join(' ');
}

export function joint({ first, last, name }: Identity, random: Random): Printed {
  const other = `${random.pick(TURKISH.first)} ${random.below(2) === 0 ? last.join(' ') : random.pick(TURKISH.last)}`;
  const [one, two] = random.below(2) === 0 ? [name, other] : [other, name];
  const short = `${first.join(' ')} VE ${random.pick(TURKISH.first)} ${last.join(' ')}`;
  return known(
    ascii(random.pick([`${one} VE ${two}`, `${one} - ${two}`, `${one} / ${two}`, `${one}, ${two}`, short])),
  );
}

export function dotted({ first, last }: Identity, random: Random): Printed {
  const [initials, surname] = [first.map(initialOf), ascii(last.join(' '))];
  const rest = first.slice(1).map(initialOf);
  const begun = rest.length > 0 ? `${ascii(first[0] ?? '')} ${rest.join('.')}. ${surname}` : null;
  const glued = `${initials.join('.')}.${surname}`;
  return known(
    random.pick([
      glued,
      `${initials.join('.')}. ${surname}`,
      `${initials.join('. ')}. ${surname}`,
      begun ?? glued,
    ]),
  );
}

export function withoutMiddle({ first, last }: Identity, random: Random): Printed | null {
  if (first.length < 2) return null;
  const isFirst = random.below(2) === 0;
  const text = ascii([isFirst ? first[0] : first.at(-1), ...last].join(' '));
  return { text, isRecognisable: isFirst };
}

const LIKE_LATIN: Readonly<Record<string, string>> = { A: 'А', E: 'Е', K: 'К', M: 'М', O: 'О', T: 'Т' };

export function asHomoglyphs(text: string): string {
  return Array.from(text, (letter) => LIKE_LATIN[letter] ?? letter).join('');
}
