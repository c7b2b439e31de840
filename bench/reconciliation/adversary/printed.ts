import type { Random } from '../../../test/support/random.ts';
import type { Identity } from './identity.ts';
import { as1254, ascii, capitals, german, lost, utf8AsLatin1 } from './letters.ts';
import { TURKISH } from './name-lists.ts';

/** A name as a bank printed it. */
export interface Printed {
  readonly text: string;
  /**
   * Whether a person who knows the deposit's name recognises it at once. This is our own judgement: the share of right
   * payments that settle counts these alone.
   */
  readonly isRecognisable: boolean;
}

/** A way in which banks print the name of a payer. */
export interface Form {
  readonly name: string;
  /** Whether all names of the payer are there and unbroken, so that everybody can read who it is. */
  readonly isWhole: boolean;
  /** Null where the form says nothing new of such a name. */
  print(person: Identity, random: Random): Printed | null;
}

const TITLES = ['SN.', 'SAYIN', 'BAY', 'BAYAN', 'DR.', 'PROF. DR.', 'AV.', 'HERR', 'FRAU', 'MR', 'MRS'];
const CUTS = [18, 20, 22, 24, 25, 26, 27, 28, 29, 30, 32, 33, 34, 35, 40];
const MIN_LETTERS_OF_CUT = 3;
const MIN_LETTERS_OF_SLIP = 6;

const known = (text: string): Printed => ({ text, isRecognisable: true });
const doubtful = (text: string): Printed => ({ text, isRecognisable: false });
const initialOf = (word: string) => ascii(word).charAt(0);
/** The name that a form could not change is no case of it. */
const ifChanged = (text: string, { name }: Identity, isRecognisable = true): Printed | null =>
  text === ascii(name) || text === capitals(name) ? null : { text, isRecognisable };

/** A form that changes the name by itself. */
function whole(name: string, print: (person: Identity, random: Random) => string | null): Form {
  return {
    ...{ name, isWhole: true },
    print: (person, random) => {
      const text = print(person, random);
      return text === null ? null : known(text);
    },
  };
}

function broken(name: string, print: (person: Identity, random: Random) => Printed | null): Form {
  return { name, isWhole: false, print };
}

const ofPeople =
  (print: (person: Identity, random: Random) => Printed | null) => (person: Identity, random: Random) =>
    person.isCompany ? null : print(person, random);

/** A name that ends within the surname: recognisable as long as something of the surname is left. */
function cutTo({ name, first, last }: Identity, length: number): Printed | null {
  const text = ascii(name);
  if (text.length <= length) return null;
  const cut = text.slice(0, length).trim();
  const least = [...first, ...last.slice(0, 1)].join(' ').length;
  const before = first.length === 0 ? 0 : first.join(' ').length + 1;
  return { text: cut, isRecognisable: cut.length >= Math.min(least, before + MIN_LETTERS_OF_CUT) };
}

function slip(random: Random, { name }: Identity): Printed {
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

function masked(name: string, shown: number, stars?: number): string {
  const mask = (word: string) => word.slice(0, shown) + '*'.repeat(stars ?? Math.max(1, word.length - shown));
  return ascii(name).split(' ').map(mask).join(' ');
}

/** Every form. The kinds M1 to M8 are those that a rule for names has failed at before. */
export const FORMS: readonly Form[] = [
  whole('capitals', ({ name }) => ascii(name)),
  whole('Turkish capitals', ({ name }) => capitals(name)),
  whole('as given', ({ name }) => name),
  whole('lower case', ({ name }) => ascii(name).toLowerCase()),
  whole('lower case of another language', ({ name }) => capitals(name).toLowerCase()),
  whole('surname first', ({ first, last, isCompany }) =>
    isCompany ? null : ascii([...last, ...first].join(' ')),
  ),
  whole('surname, comma', ({ first, last, isCompany }) =>
    isCompany ? null : `${ascii(last.join(' '))}, ${ascii(first.join(' '))}`,
  ),
  whole('title', ({ name, isCompany }, random) =>
    isCompany ? null : `${random.pick(TITLES)} ${ascii(name)}`,
  ),
  whole('twice', ({ name }) => `${ascii(name)} ${ascii(name)}`),
  whole('number behind it', ({ name, iban }, random) => {
    const number = String(10_000_000 + random.below(89_999_999));
    return `${ascii(name)} ${random.pick([number, iban, `${number.slice(0, 3)}******${number.slice(-2)}`])}`;
  }),
  whole('decomposed letters', ({ name }) => (name === name.normalize('NFD') ? null : name.normalize('NFD'))),
  whole('other blanks', ({ name }, random) =>
    ascii(name).replaceAll(' ', random.pick(['  ', '\u00a0', ' \u200b', '\t'])),
  ),
  whole('M6 oe, ue', (person) => ifChanged(german(person.name), person)?.text ?? null),
  broken('joint account', ofPeople(joint)),
  broken('M1 dotted initials', ofPeople(dotted)),
  broken(
    'initials',
    ofPeople(({ first, last }) => known(`${first.map(initialOf).join(' ')} ${ascii(last.join(' '))}`)),
  ),
  broken(
    'first name, initial of the surname',
    ofPeople(({ first, last }) => doubtful(`${ascii(first.join(' '))} ${initialOf(last.at(-1) ?? '')}.`)),
  ),
  broken('middle name missing', ofPeople(withoutMiddle)),
  broken(
    'a middle name more',
    ofPeople(({ first, last }, random) =>
      known(ascii([...first, random.pick(TURKISH.first), ...last].join(' '))),
    ),
  ),
  broken(
    'a surname more',
    ofPeople(({ name }, random) => known(ascii(`${name} ${random.pick(TURKISH.last)}`))),
  ),
  broken('M2 cut at a length', (person, random) => cutTo(person, random.pick(CUTS))),
  broken('M2 cut by some letters', (person, random) =>
    cutTo(person, ascii(person.name).length - 1 - random.below(6)),
  ),
  broken(
    'M2 cut before the surname',
    ofPeople(({ first }) => (first.length < 2 ? null : doubtful(ascii(first.join(' '))))),
  ),
  broken(
    'M3 last word missing',
    ofPeople(({ first, last }) =>
      last.length < 2 ? null : known(ascii([...first, ...last.slice(0, -1)].join(' '))),
    ),
  ),
  broken('M4 all words glued', ({ name }) => known(ascii(name).replaceAll(' ', ''))),
  broken('M4 two words glued', ({ name }) => {
    const words = ascii(name).split(' ');
    return words.length < 3 ? null : known(`${words[0]}${words.slice(1).join(' ')}`);
  }),
  broken('M5 1254 as Latin-1', (person) => ifChanged(as1254(person.name), person)),
  broken('M5 lost as ?', (person) => ifChanged(lost(person.name, '?'), person)),
  broken('M5 lost as the sign of lost letters', (person) => ifChanged(lost(person.name, '\ufffd'), person)),
  broken('M5 lost as blanks', (person) => ifChanged(lost(person.name, ' ').trim(), person, false)),
  broken('M5 lost letters', (person) => ifChanged(lost(person.name, ''), person, false)),
  broken('M5 UTF-8 as Latin-1', (person) => ifChanged(utf8AsLatin1(person.name), person, false)),
  broken('M7 masked', ({ name }, random) =>
    doubtful(
      random.pick([
        masked(name, 2),
        masked(name, 1),
        masked(name, 3),
        masked(name, 2, 3),
        masked(name, 1, 2),
      ]),
    ),
  ),
  broken('M7 masked wholly', ({ name }) => doubtful(masked(name, 0))),
  broken(
    'M7 masked surname',
    ofPeople(({ first, last }) => doubtful(`${ascii(first.join(' '))} ${masked(last.join(' '), 2)}`)),
  ),
  broken('M8 one wrong letter', (person, random) => slip(random, person)),
  broken(
    'M8 surname alone',
    ofPeople(({ last }) => doubtful(ascii(last.join(' ')))),
  ),
  broken(
    'first name alone',
    ofPeople(({ first }) => doubtful(ascii(first[0] ?? ''))),
  ),
  broken('letters apart', ({ name }) => doubtful(Array.from(ascii(name)).join(' '))),
  broken('letters of another script', ({ name }) => doubtful(asHomoglyphs(ascii(name)))),
  broken('company, short', ({ last, isCompany }) =>
    isCompany ? known(ascii(last.slice(0, 2).join(' '))) : null,
  ),
  broken('company, other form', ({ name, isCompany }) =>
    isCompany
      ? known(
          ascii(name)
            .replace('LIMITED SIRKETI', 'LTD STI')
            .replace('ANONIM SIRKETI', 'AS')
            .replaceAll('.', ''),
        )
      : null,
  ),
];

function joint({ first, last, name }: Identity, random: Random): Printed {
  const other = `${random.pick(TURKISH.first)} ${random.below(2) === 0 ? last.join(' ') : random.pick(TURKISH.last)}`;
  const [one, two] = random.below(2) === 0 ? [name, other] : [other, name];
  const short = `${first.join(' ')} VE ${random.pick(TURKISH.first)} ${last.join(' ')}`;
  return known(
    ascii(random.pick([`${one} VE ${two}`, `${one} - ${two}`, `${one} / ${two}`, `${one}, ${two}`, short])),
  );
}

function dotted({ first, last }: Identity, random: Random): Printed {
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

function withoutMiddle({ first, last }: Identity, random: Random): Printed | null {
  if (first.length < 2) return null;
  const kept = random.below(2) === 0 ? first[0] : first.at(-1);
  return known(ascii([kept, ...last].join(' ')));
}

const LIKE_LATIN: Readonly<Record<string, string>> = { A: 'А', E: 'Е', K: 'К', M: 'М', O: 'О', T: 'Т' };

function asHomoglyphs(text: string): string {
  return Array.from(text, (letter) => LIKE_LATIN[letter] ?? letter).join('');
}
