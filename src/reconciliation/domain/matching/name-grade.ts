import { couldStandFor, isGapped, isWithin } from './name-alike.ts';
import { fitsCompany, fitsPerson } from './name-fits.ts';
import type { Word } from './name-letters.ts';
import { type Name, readName } from './name-reading.ts';
import { namingRuns, type TextWord, type TextWords } from './name-text.ts';

export { type Name, readName } from './name-reading.ts';
export { remainingText, type TextWords } from './name-text.ts';

/**
 * How well a printed name fits that of a user. `fits`: a person would recognise the user at once. `differs`: no bank
 * would print the user like this, however it cuts, masks or garbles names. Everything else is `unclear`.
 */
export type NameGrade = 'fits' | 'unclear' | 'differs';

/**
 * Grades a name that a bank printed against that of a user. The forms, and where they come from:
 * - letters: İ/ı/ş/ğ and accents folded, another case, NFD, full width; `oe`, `ue`, `ae` (DIN 5007-2); windows-1254 and
 *   UTF-8 read as Latin-1; `?` for letters beyond ASCII (MT940 has none);
 * - words: any order, a comma, blanks missing (the fold of `:86:`), the name twice, titles, a middle name more or less, an
 *   initial (`Z.H.SIMSEK`), a cut at a bank's length, joint holders (`A VE B`, `A / B`), the forms of companies;
 * - a letter doubled, or two exchanged, in a long word.
 * Masked names (`MA**** SA***`), and parts of a name that many people share, stay `unclear`.
 */
export function gradeNames(printed: Name, user: Name): NameGrade {
  if (printed.words.length === 0 || user.words.length === 0) return 'unclear';
  if (!couldBe(printed, user)) return 'differs';
  const isRead = !printed.isCut && !user.isCut && !printed.isForAnother;
  return isRead && fits(printed, user) ? 'fits' : 'unclear';
}

function fits(printed: Name, user: Name): boolean {
  if (user.company !== null) return fitsCompany(printed, user.company);
  return printed.company === null && fitsPerson(printed, user);
}

/** Whether a printed name, or one of its holders, has exactly the words of the user's name, in any order and spelling. */
export function isSameName(printed: Name, user: Name): boolean {
  return [printed.words, ...printed.holders].some((words) => isSameWords(words, user.words));
}

function isSameWords(some: readonly Word[], others: readonly Word[]): boolean {
  if (some.length !== others.length) return false;
  const left = [...others];
  return some.every(({ forms }) => {
    const at = left.findIndex((other) => other.forms.some((form) => forms.includes(form)));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** Joins the words of a text that can be a name into one. */
export function nameInText({ words }: TextWords): Name {
  return readName(textOf(words.filter(({ kind }) => kind !== 'common')));
}

/** Whether the names in a text have exactly the words of the user's name. */
export function isSameText(text: TextWords, user: Name): boolean {
  const runs = namingRuns(text.words, wordsOfUser(user));
  const isSame = (run: readonly TextWord[]) => isSameName(readName(textOf(run)), user);
  return runs.length > 0 && (runs.every(isSame) || isSame(runs.flat()));
}

const GAPS = /[?*]/g;
/** Fewer letters cannot identify a person. */
const MIN_LETTERS = 4;
const MAX_SHORT = 2;
/** If the words of a name are broken, as little as a third of the letters can be left. */
const MAX_PARTS_LOST = 3;
const MIN_WHOLE_WORD = 3;
/** A longer sequence of words is not a name. */
const MAX_RUN = 16;

/** Whether a name can be the user's at all. */
function couldBe(printed: Name, user: Name): boolean {
  if (printed.isForeign || user.isForeign || printed.isCut || user.isCut) return true;
  const letters = (printed.joined[0] ?? '').replace(GAPS, '');
  if (letters.length < MIN_LETTERS) return true;
  const words = namingWords(printed);
  const others = namingWords(user);
  if (words.some((one) => others.some((other) => couldStandFor(one, other)))) return true;
  const isBroken = words.some(({ text, pattern }) => pattern !== null || text.length <= MAX_SHORT);
  if (
    isBroken &&
    words.every((one) => others.some((other) => isGapped(one, other) || isBeginning(one, other)))
  )
    return true;
  const parts = isBroken ? MAX_PARTS_LOST : 2;
  return [...user.joined, ...user.joinedSurnameFirst].some(
    (form) => letters.length * parts >= form.length && isWithin(letters, form),
  );
}

/** Returns the words that can name somebody, without those that any company has. */
function namingWords({ words, company }: Name): readonly Word[] {
  if (company === null) return words;
  const core = new Set(company.core);
  const naming = words.filter(({ text }) => core.has(text));
  return naming.length > 0 ? naming : words;
}

function isBeginning({ text }: Word, other: Word): boolean {
  return text.length <= MAX_SHORT && other.text.startsWith(text);
}

/**
 * Grades the name in a text that a bank and a payer have written together. It `fits` if only the name of the user is
 * left in it, in a form that `gradeNames` accepts, and the payment is for no other person (`adına`). An unknown word
 * can be a name, so a text with one is `unclear`. It `differs` if two unknown words follow each other, and no word
 * could be the user's. A text without a name is `unclear`.
 */
export function gradeText(text: TextWords, user: Name): NameGrade {
  if (text.isCut || text.isForAnother || text.isHidden) return 'unclear';
  const own = wordsOfUser(user);
  const runs = namingRuns(text.words, own);
  if (runs.length === 0) return 'unclear';
  const isNamed = runs.every((run) => runFits(run, user)) || isSplitByPunctuation(runs, text, user);
  if (isNamed) return 'fits';
  const isOfSomebody = runs.some((run) => run.filter(isWholeWord).length > 1);
  const all = readName(textOf(text.words.filter((word) => word.kind !== 'common' || own.has(word.text))));
  return isOfSomebody && gradeNames(all, user) === 'differs' ? 'differs' : 'unclear';
}

function wordsOfUser({ words }: Name): ReadonlySet<string> {
  return new Set(words.flatMap(({ forms }) => forms.filter(({ length }) => length > 1)));
}

/** Whether the runs are one name with only punctuation in it: `YILMAZ, AYSE`. */
function isSplitByPunctuation(
  runs: readonly (readonly TextWord[])[],
  { words }: TextWords,
  user: Name,
): boolean {
  const all = runs.flat();
  const first = words.findIndex(({ kind }) => kind !== 'common');
  const isTogether = all.every(
    (word, at) => words[first + at] === word && (at === 0 || word.gap !== 'number'),
  );
  return isTogether && isFit(all, user);
}

/** Whether a run of words is the name, apart from words of payments around it. */
function runFits(run: readonly TextWord[], user: Name): boolean {
  const isNaming = ({ kind, text }: TextWord) => kind === 'name' || text.length === 1;
  const first = run.findIndex(isNaming);
  const last = run.findLastIndex(isNaming);
  for (let start = 0; start <= Math.max(0, first); start += 1)
    for (let end = run.length; end > Math.max(last, start); end -= 1)
      if (isFit(run.slice(start, end), user)) return true;
  return false;
}

function isFit(words: readonly TextWord[], user: Name): boolean {
  return words.length <= MAX_RUN && gradeNames(readName(textOf(words)), user) === 'fits';
}

function textOf(words: readonly TextWord[]): string {
  return words.map(({ raw }) => raw).join(' ');
}

function isWholeWord({ kind, text }: TextWord): boolean {
  return kind === 'name' && text.length >= MIN_WHOLE_WORD;
}
