import type { Word } from './name-letters.ts';
import type { Name } from './name-reading.ts';
import { beginsCompanyWord, type Company, isSameForm } from './name-words.ts';
import { isSlipOfFingers } from './one-slip.ts';

/**
 * The lengths at which banks cut names: fields of 20 to 35 characters in their own exports, 27 and 54 in MT940 (`?32`,
 * `?33`), 70 in SEPA, 140 in ISO 20022.
 */
const CUT_LENGTHS = new Set([20, 24, 25, 26, 27, 28, 29, 30, 32, 33, 34, 35, 40, 54, 70, 140]);
const MIN_JOINED = 6;
const MIN_SURNAME_BEHIND_INITIALS = 3;

/** Whether a printed name is that of a person with at least two names, in a form that leaves no doubt. */
export function fitsPerson(printed: Name, user: Name): boolean {
  if (user.words.length < 2 || user.holders.length > 1) return false;
  return (
    printed.holders.some((holder) => fitsHolder(holder, user.words)) ||
    isGlued(printed, user) ||
    isCutOf(printed, user)
  );
}

/**
 * Whether a name has the same letters with other blanks between them: `MAHMUTKOC`, as line breaks in `:86:` leave it.
 */
function isGlued({ joined }: Name, user: Name): boolean {
  return joined.some(
    (one) => one.length >= MIN_JOINED && (user.joined.includes(one) || user.joinedSurnameFirst.includes(one)),
  );
}

/** Whether a name is the beginning of the whole name, at a length at which banks cut names. */
function isCutOf({ words, holders, length }: Name, user: Name): boolean {
  if (holders.length !== 1 || words.length < 2) return false;
  const printed = words.map(({ text }) => text).join(' ');
  const surnameFirst = [...user.words.slice(-1), ...user.words.slice(0, -1)];
  return [user.words, surnameFirst].some((order) => {
    const whole = order.map((word) => word.forms[0] ?? '').join(' ');
    if (whole.length <= printed.length || !whole.startsWith(printed)) return false;
    // A blank at the end of a field is not printed.
    return CUT_LENGTHS.has(length) || (whole[printed.length] === ' ' && CUT_LENGTHS.has(length + 1));
  });
}

type Fit = 'exact' | 'lost' | 'initial' | 'slip';
const FITS: readonly (readonly [Fit, (printed: Word, word: Word) => boolean])[] = [
  ['exact', isSame],
  ['lost', hasLost],
  ['initial', isInitial],
  ['slip', isSlip],
];

/**
 * Whether a name is the whole name with one more word between the first name and the surname: many users give only one
 * of their first names, and banks print all.
 */
function hasMiddleMore(printed: readonly Word[], words: readonly Word[]): boolean {
  if (printed.length !== words.length + 1) return false;
  const surnameFirst = [...printed.slice(1), ...printed.slice(0, 1)];
  return [printed, surnameFirst].some((order) =>
    order.some((_, more) => {
      const rest = order.filter((__, at) => at !== more);
      const isMiddle = more > 0 && more < order.length - 1;
      return isMiddle && rest.every((one, at) => isSame(one, words[at] ?? one));
    }),
  );
}

/**
 * Whether every printed word fits a different word of the name. The first name must be present, at least as an initial,
 * and the surname in full; a middle name may be missing. One slip is allowed if all other words are equal.
 */
function fitsHolder(printed: readonly Word[], words: readonly Word[]): boolean {
  if (printed.length < 2) return false;
  if (printed.length > words.length) return hasMiddleMore(printed, words);
  const found = pairWords(printed, words);
  if (found.size < printed.length) return false;
  const first = found.get(0);
  const surname = found.get(words.length - 1);
  if (first === undefined || surname === undefined) return false;
  const fits = [...found.values()];
  if (fits.includes('slip'))
    return fits.length === words.length && fits.filter((fit) => fit !== 'exact').length === 1;
  if (surname === 'initial') return false;
  return !fits.includes('initial') || (words.at(-1)?.text.length ?? 0) >= MIN_SURNAME_BEHIND_INITIALS;
}

/** Pairs the words of a name with the printed ones, by place. The most certain pairs are made first. */
function pairWords(printed: readonly Word[], words: readonly Word[]): ReadonlyMap<number, Fit> {
  const found = new Map<number, Fit>();
  const paired = new Set<Word>();
  for (const [fit, test] of FITS)
    for (const one of printed) {
      if (paired.has(one)) continue;
      const at = words.findIndex((word, place) => !found.has(place) && test(one, word));
      if (at === -1) continue;
      found.set(at, fit);
      paired.add(one);
    }
  return found;
}

/** Whether two words have a spelling in common. */
function isSame(one: Word, other: Word): boolean {
  return one.forms.some((form) => other.forms.includes(form));
}

/** Whether a word has lost letters that ASCII does not have, but keeps most of its letters. */
function hasLost({ text, pattern }: Word, word: Word): boolean {
  if (pattern === null || pattern.isMasked || 2 * pattern.known <= text.length) return false;
  return pattern.strict.test(word.text);
}

function isInitial({ text }: Word, word: Word): boolean {
  return text.length === 1 && word.text.startsWith(text) && word.text.length > 1;
}

function isSlip(one: Word, other: Word): boolean {
  return one.pattern === null && isSlipOfFingers(one.text, other.text);
}

/**
 * Whether two names are of one company: they have the same words, and not two different legal forms. The last word can
 * be cut.
 */
export function fitsCompany(printed: Name, user: Company): boolean {
  const { company } = printed;
  const texts = company?.core ?? printed.words.map(({ text }) => text);
  if (company !== null && !isSameForm(company, user)) return false;
  const core = user.core.join(' ');
  const isShown = company !== null && company.form !== '' && user.form !== '';
  // A single word without a legal form can also be a surname.
  if (texts.join(' ') === core) return isShown || texts.length > 1;
  if (!CUT_LENGTHS.has(printed.length)) return false;
  const last = texts.at(-1) ?? '';
  const whole = texts.slice(0, -1);
  if (whole.length > 1 && beginsCompanyWord(last) && whole.join(' ') === core) return true;
  return texts.length > 1 && core.startsWith(texts.join(' '));
}
