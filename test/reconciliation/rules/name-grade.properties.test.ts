import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLetters } from '../../../src/kernel/fold-letters.ts';
import {
  gradeNames,
  gradeText,
  type NameGrade,
  readName,
  remainingText,
} from '../../../src/reconciliation/domain/matching/name-grade.ts';
import { FIRST_NAMES, SURNAMES } from '../../support/turkish-names.ts';

interface Person {
  readonly first: readonly string[];
  readonly surname: string;
}

const person: fc.Arbitrary<Person> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...FIRST_NAMES), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...SURNAMES),
  )
  .filter(([first, surname]) => !first.includes(surname))
  .map(([first, surname]) => ({ first, surname }));

const nameOf = ({ first, surname }: Person) => [...first, surname].join(' ');
const capitals = (text: string) => text.toLocaleUpperCase('tr');
const wordsOf = (text: string) => foldLetters(text).split(' ');
const german = (text: string) =>
  foldLetters(text.replace(/[öüÖÜ]/g, (letter) => (/[öÖ]/.test(letter) ? 'OE' : 'UE')));
const grade = (printed: string, user: Person) => gradeNames(readName(printed), readName(nameOf(user)));

type Disguise = (user: Person, seed: number) => string;
const initialsOf = (words: readonly string[]) => words.map((word) => `${foldLetters(word).charAt(0)}.`);

/** Forms in which a person knows the user at once. */
const RECOGNISABLE: Readonly<Record<string, Disguise>> = {
  'ASCII capitals': (user) => foldLetters(nameOf(user)),
  'Turkish capitals': (user) => capitals(nameOf(user)),
  'lower case': (user) => foldLetters(nameOf(user)).toLowerCase(),
  'combining marks': (user) => nameOf(user).normalize('NFD'),
  'surname first': ({ first, surname }) => foldLetters([surname, ...first].join(' ')),
  comma: ({ first, surname }) => `${surname}, ${first.join(' ')}`,
  title: (user) => `SN. ${capitals(nameOf(user))}`,
  twice: (user) => `${capitals(nameOf(user))} ${foldLetters(nameOf(user))}`,
  'joint, last': (user) => `ZUHAL OKYANUS VE ${capitals(nameOf(user))}`,
  'joint, first': (user) => `${capitals(nameOf(user))} / ZUHAL OKYANUS`,
  'no middle name': ({ first, surname }) => foldLetters(`${first[0]} ${surname}`),
  'oe, ue': (user) => german(nameOf(user)),
  'windows-1254 as Latin-1': (user) =>
    capitals(nameOf(user)).replace(
      /[ŞİĞ]/g,
      (letter) => (({ Ş: 'Þ', İ: 'Ý', Ğ: 'Ð' }) as Record<string, string>)[letter] ?? letter,
    ),
  'UTF-8 as Latin-1': (user) => Buffer.from(capitals(nameOf(user))).toString('latin1'),
};

/** Forms that only a surname of some letters lets anybody know. */
const NEEDS_LETTERS: Readonly<Record<string, Disguise>> = {
  initials: ({ first, surname }) => `${initialsOf(first).join('')}${foldLetters(surname)}`,
  'initials with blanks': ({ first, surname }) => `${initialsOf(first).join(' ')} ${foldLetters(surname)}`,
  glued: (user) => foldLetters(nameOf(user)).replaceAll(' ', ''),
};

const maskWord = (word: string, shown: number) => word.slice(0, shown).padEnd(word.length, '*');
const without = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);

/** Everything else that banks make of a name. */
const UNRECOGNISABLE: Readonly<Record<string, Disguise>> = {
  'first name alone': ({ first }) => foldLetters(first[0] ?? ''),
  'surname alone': ({ surname }) => foldLetters(surname),
  'no surname': ({ first }) => foldLetters(first.join(' ')),
  'initial of the surname': ({ first, surname }) =>
    `${foldLetters(first.join(' '))} ${initialsOf([surname]).join('')}`,
  'initials alone': (user) => initialsOf(nameOf(user).split(' ')).join(''),
  masked: (user, seed) =>
    wordsOf(nameOf(user))
      .map((word) => maskWord(word, seed % 4))
      .join(' '),
  'masked surname': ({ first, surname }, seed) =>
    `${foldLetters(first[0] ?? '')} ${maskWord(foldLetters(surname), seed % 3)}`,
  'masked to the same length': (user, seed) =>
    wordsOf(nameOf(user))
      .map((word) => `${word.slice(0, 1 + (seed % 2))}***`)
      .join(' '),
  '? for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '?'),
  '?? for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '??'),
  'a mark for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '\ufffd'),
  'letters lost': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, ''),
  'blanks for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, ' '),
  cut: (user, seed) => {
    const whole = foldLetters(nameOf(user));
    return whole.slice(0, Math.max(3, whole.length - (seed % 8)));
  },
  'each word cut': (user, seed) =>
    wordsOf(nameOf(user))
      .map((word) => word.slice(0, 1 + (seed % 5)))
      .join(' '),
  'one slip': (user, seed) => {
    const whole = foldLetters(nameOf(user));
    return whole.replace(whole.charAt(seed % whole.length), 'E');
  },
  'a letter missing in each word': (user, seed) =>
    wordsOf(nameOf(user))
      .map((word) => (word.length > 3 ? without(word, seed % word.length) : word))
      .join(' '),
  'letters exchanged': (user, seed) => {
    const whole = foldLetters(nameOf(user));
    const at = seed % (whole.length - 1);
    return whole.slice(0, at) + whole.charAt(at + 1) + whole.charAt(at) + whole.slice(at + 2);
  },
  'glued in part': ({ first, surname }) =>
    foldLetters(`${first.slice(0, -1).join(' ')} ${first.at(-1)}${surname}`),
  'a surname more': (user) => `${foldLetters(nameOf(user))} OKYANUS`,
  'a first name more': (user) => `ZUHAL ${foldLetters(nameOf(user))}`,
  'for somebody': (user) => `${foldLetters(nameOf(user))} ADINA`,
  'letters apart': (user) => Array.from(foldLetters(nameOf(user))).join(' '),
};

const ALL = { ...RECOGNISABLE, ...NEEDS_LETTERS, ...UNRECOGNISABLE };

describe('every form of a name is never somebody else', () => {
  test.each(Object.entries(ALL))('%s', (_, disguise) => {
    fc.assert(
      fc.property(person, fc.nat(1_000), (user, seed) => {
        expect(grade(disguise(user, seed), user), disguise(user, seed)).not.toBe(
          'differs' satisfies NameGrade,
        );
      }),
    );
  });
});

describe('every form that people know at once fits', () => {
  test.each(Object.entries(RECOGNISABLE))('%s', (_, disguise) => {
    fc.assert(
      fc.property(person, (user) => {
        expect(grade(disguise(user, 0), user), disguise(user, 0)).toBe('fits');
      }),
    );
  });

  test.each(Object.entries(NEEDS_LETTERS))('%s', (_, disguise) => {
    fc.assert(
      fc.property(person, (user) => {
        fc.pre(foldLetters(user.surname).length > 2 && foldLetters(nameOf(user)).length > 6);
        expect(grade(disguise(user, 0), user), disguise(user, 0)).toBe('fits');
      }),
    );
  });
});

/**
 * Whether the printed name is one that both persons have: with their first and last words, by initials, or cut by the bank
 * within the surname.
 */
function canBeBoth(one: Person, other: Person): boolean {
  const [surname, otherSurname] = [foldLetters(one.surname), foldLetters(other.surname)];
  return (
    (surname.startsWith(otherSurname) || otherSurname.startsWith(surname)) &&
    one.first[0]?.charAt(0) === other.first[0]?.charAt(0)
  );
}

describe('two persons never fit', () => {
  test.each(Object.entries(ALL))('%s', (_, disguise) => {
    fc.assert(
      fc.property(person, person, fc.nat(1_000), (payer, user, seed) => {
        fc.pre(!canBeBoth(payer, user));
        expect(grade(disguise(payer, seed), user), disguise(payer, seed)).not.toBe('fits');
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['of one surname', (user: Person, other: Person) => ({ first: other.first, surname: user.surname })],
    ['of one first name', (user: Person, other: Person) => ({ first: user.first, surname: other.surname })],
  ])('%s', (_, relate) => {
    fc.assert(
      fc.property(person, person, (user, other) => {
        const payer = relate(user, other);
        fc.pre(!canBeBoth(payer, user) && !payer.first.includes(payer.surname));
        for (const print of Object.values(RECOGNISABLE))
          expect(grade(print(payer, 0), user), print(payer, 0)).not.toBe('fits');
      }),
    );
  });
});

test('a text with the name, and with words of banks and payers, fits; with that of another it does not', () => {
  fc.assert(
    fc.property(person, person, (user, other) => {
      const asText = (printed: string) =>
        remainingText([`FAST GELEN ${printed} siparis odemesi`], { references: [] });
      const name = readName(nameOf(user));
      expect(gradeText(asText(foldLetters(nameOf(user))), name), nameOf(user)).toBe('fits');
      fc.pre(!canBeBoth(other, user));
      expect(gradeText(asText(foldLetters(nameOf(other))), name), nameOf(other)).not.toBe('fits');
      expect(asText(foldLetters(nameOf(other))).isEmpty, nameOf(other)).toBe(false);
    }),
  );
});

test('most names of two persons are told apart', () => {
  const pairs = fc.sample(fc.tuple(person, person), { numRuns: 2_000, seed: 1 });
  const differing = pairs.filter(([payer, user]) => grade(foldLetters(nameOf(payer)), user) === 'differs');
  expect(differing.length / pairs.length).toBeGreaterThan(0.7);
});
