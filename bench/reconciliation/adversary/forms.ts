import { as1254, ascii, capitals, german, lost, utf8AsLatin1 } from './letters.ts';
import { TURKISH } from './name-lists.ts';
import {
  asHomoglyphs,
  broken,
  CUTS,
  cutTo,
  dotted,
  doubtful,
  type Form,
  ifChanged,
  initialOf,
  joint,
  known,
  masked,
  ofPeople,
  slip,
  whole,
  withoutMiddle,
} from './printed.ts';

const TITLES = ['SN.', 'SAYIN', 'BAY', 'BAYAN', 'DR.', 'PROF. DR.', 'AV.', 'HERR', 'FRAU', 'MR', 'MRS'];

/** Every form. Rules for names have failed before on the kinds M1 to M8. */
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
    ofPeople(({ name }, random) => doubtful(ascii(`${name} ${random.pick(TURKISH.last)}`))),
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
