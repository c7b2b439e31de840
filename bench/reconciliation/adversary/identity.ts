import type { Random } from '../../../test/support/random.ts';
import { randomIban } from '../people.ts';
import {
  BEYOND_LATIN,
  COMPANY_FORMS,
  FOREIGN,
  type NameList,
  SHORT,
  TRADES,
  TURKISH,
  WORDS_AS_NAMES,
  WORDS_AS_SURNAMES,
} from './name-lists.ts';

/** Somebody who pays or has a deposit. `first` is empty for a company. */
export interface Identity {
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** As the user gave it. */
  readonly name: string;
  readonly iban: string;
  readonly isCompany: boolean;
  /** Whether the name has letters beyond Latin. */
  readonly isBeyondLatin: boolean;
}

/** How two people are related by their names. */
export const RELATIONS = [
  'stranger',
  'same surname',
  'same first name',
  'same initials',
  'one letter apart',
  'one name begins the other',
  'a middle name more',
  'a middle name less',
  'a surname more',
  'first name and surname exchanged',
  'the first name is the other’s surname',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** Relations in which anybody can distinguish the two by their whole names. */
export const PLAINLY_OTHERS: ReadonlySet<Relation> = new Set(['stranger', 'same surname', 'same first name']);

const NEIGHBOURS = [
  ['Yılmaz', 'Yıldız'],
  ['Arslan', 'Aslan'],
  ['Kaya', 'Kara'],
  ['Çelik', 'Çetin'],
  ['Kılıç', 'Kılınç'],
  ['Çakır', 'Çakar'],
  ['Sarı', 'Sarp'],
  ['Aydın', 'Aydan'],
  ['Erdoğan', 'Erdoğdu'],
  ['Şimşek', 'Şimşir'],
] as const;
const BEGINNINGS = [
  ['Demir', 'Demirci'],
  ['Kara', 'Karaca'],
  ['Taş', 'Taşkın'],
  ['Can', 'Canpolat'],
  ['Ak', 'Aksoy'],
  ['Er', 'Erdem'],
  ['Koç', 'Koçak'],
  ['Öz', 'Özdemir'],
] as const;

function createIdentity(
  random: Random,
  parts: { first: readonly string[]; last: readonly string[] },
): Identity {
  const name = [...parts.first, ...parts.last].join(' ');
  return {
    ...parts,
    name,
    iban: randomIban(random),
    isCompany: false,
    isBeyondLatin: /[^\0-\u024f]/.test(name),
  };
}

/** A person as they come: most Turkish, a third with several first names, one in eight with two surnames. */
export function anybody(random: Random): Identity {
  return personOf(random, random.below(5) === 0 ? random.pick(FOREIGN) : TURKISH);
}

export function personOf(random: Random, list: NameList): Identity {
  const firsts = [1, 1, 1, 2, 2, 3][random.below(6)] ?? 1;
  const first = Array.from({ length: firsts }, () => random.pick(list.first));
  const last = [random.pick(list.last)];
  if (random.below(8) === 0) last.push(random.pick(list.last));
  return createIdentity(random, { first: [...new Set(first)], last: [...new Set(last)] });
}

export function beyondLatin(random: Random): Identity {
  return personOf(random, random.pick(BEYOND_LATIN));
}

export function ofShortName(random: Random): Identity {
  return createIdentity(random, { first: [random.pick(SHORT.first)], last: [random.pick(SHORT.last)] });
}

/** Somebody whose surname, or whose whole name, is words of banks and payers. */
export function calledLikeWords(random: Random): Identity {
  const [firsts, lasts] = random.pick([
    [TURKISH.first, WORDS_AS_SURNAMES],
    [TURKISH.first, WORDS_AS_NAMES.last],
    [WORDS_AS_NAMES.first, WORDS_AS_NAMES.last],
  ] as const);
  return createIdentity(random, { first: [random.pick(firsts)], last: [random.pick(lasts)] });
}

export function company(random: Random, main = random.pick(TURKISH.last)): Identity {
  const words = [main, random.pick(TRADES), random.pick(COMPANY_FORMS)];
  const named = createIdentity(random, { first: [], last: words });
  return { ...named, isCompany: true };
}

/** Two people with names in a relation. */
export function pairOf(random: Random, relation: Relation): readonly [Identity, Identity] {
  const one = random.below(4) === 0 ? anybody(random) : personOf(random, TURKISH);
  const make = (first: readonly string[], last: readonly string[]) => createIdentity(random, { first, last });
  const other = (not: readonly string[], names: readonly string[]) => {
    for (;;) {
      const name = random.pick(names);
      if (!not.includes(name)) return name;
    }
  };
  const first = () => other(one.first, TURKISH.first);
  const turn = random.below(2);
  switch (relation) {
    case 'same surname':
      return [one, make([first()], one.last)];
    case 'same first name':
      return [one, make(one.first, [other(one.last, TURKISH.last)])];
    case 'same initials': {
      const initial = one.first[0]?.charAt(0) ?? '';
      const alike = TURKISH.first.filter((name) => name.startsWith(initial) && !one.first.includes(name));
      return [one, make([alike.length > 0 ? random.pick(alike) : first()], one.last)];
    }
    case 'one letter apart': {
      const pair = random.pick(NEIGHBOURS);
      return [make(one.first, [pair[turn] as string]), make(one.first, [pair[1 - turn] as string])];
    }
    case 'one name begins the other': {
      const pair = random.pick(BEGINNINGS);
      return [make(one.first, [pair[turn] as string]), make(one.first, [pair[1 - turn] as string])];
    }
    case 'a middle name more':
      return [make([...one.first, first()], one.last), one];
    case 'a middle name less':
      return [one, make([...one.first, first()], one.last)];
    case 'a surname more':
      return [make(one.first, [...one.last, other(one.last, TURKISH.last)]), one];
    case 'first name and surname exchanged':
      return [one, make(one.last.slice(0, 1), [...one.first.slice(0, 1), ...one.last.slice(1)])];
    case 'the first name is the other’s surname':
      return [one, make([first()], one.first.slice(0, 1))];
    default:
      return [one, make([first()], [other(one.last, TURKISH.last)])];
  }
}
