import { groupBy } from '../group-by.ts';
import { inShortForms, isOfCompany, type Name, nameWordsOf } from './names.ts';

/** The words of a text in which names are looked for. */
export interface TextWords {
  /** The first of them, with the short forms of the words in names of companies. */
  readonly inOrder: readonly string[];
  readonly all: ReadonlySet<string>;
  /** Where each of the first words stands. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Whether there are more words than these. */
  readonly isCut: boolean;
}

/** How well a text names somebody: with all words side by side, or as banks shorten and cut names. */
export type TextGrade = 'exact' | 'compatible' | 'no';

const MAX_WORDS = 600;
/** Fewer letters are the beginning of too many surnames. */
const MIN_CUT_LETTERS = 4;

/** Splits a text into its words. */
export function readText(text: string): TextWords {
  const words = inShortForms(nameWordsOf(text));
  const inOrder = words.slice(0, MAX_WORDS);
  return {
    inOrder,
    all: new Set(words),
    places: groupBy([...inOrder.keys()], (place) => inOrder[place] ?? ''),
    isCut: words.length > MAX_WORDS,
  };
}

/**
 * Looks for a name in a text that a bank and a payer have written together. Nothing shows where a name ends there, so this
 * proves nobody: it can only show that somebody else may be meant. It takes no longer than to read the text once, because
 * a payer can repeat a name as often as a text has room.
 */
export function gradeInText({ tokens }: Name, text: TextWords): TextGrade {
  // One word alone is a first name, or a word of any text.
  if (tokens.length < 2 || !tokens.some((token) => text.all.has(token))) return 'no';
  if (standsTogether(tokens, text)) return 'exact';
  const at = placeOfMain(tokens);
  const others = new Set(tokens.filter((_, place) => place !== at));
  const places = placesOfMain(tokens[at] ?? '', others, text);
  return isBesideAny(places, { others, reach: tokens.length }, text) ? 'compatible' : 'no';
}

/** Looks for names as `gradeInText` does, and for each name in a text once. */
export function createTextGrades(): (name: Name, text: TextWords) => TextGrade {
  const byText = new Map<TextWords, Map<Name, TextGrade>>();
  return (name, text) => {
    const grades = byText.get(text) ?? new Map<Name, TextGrade>();
    byText.set(text, grades);
    const grade = grades.get(name) ?? gradeInText(name, text);
    grades.set(name, grade);
    return grade;
  };
}

/** The place of the word without which a name is nobody's: the surname, which stands last, or the first of a company. */
function placeOfMain(tokens: readonly string[]): number {
  return tokens.some(isOfCompany) ? 0 : tokens.length - 1;
}

/** Where the main word stands, or its beginning behind another word of the name: in order. */
function placesOfMain(
  main: string,
  others: ReadonlySet<string>,
  { inOrder, places }: TextWords,
): readonly number[] {
  const found = [...(places.get(main) ?? [])];
  for (let length = MIN_CUT_LETTERS; length < main.length; length += 1)
    for (const place of places.get(main.slice(0, length)) ?? [])
      if (others.has(inOrder[place - 1] ?? '')) found.push(place);
  return found.sort((a, b) => a - b);
}

/** Whether some words of the text are those of the name, in any order and with nothing between them. */
function standsTogether(tokens: readonly string[], { inOrder, places }: TextWords): boolean {
  if (!tokens.every((token) => places.has(token))) return false;
  const missing = new Map<string, number>();
  for (const token of tokens) missing.set(token, (missing.get(token) ?? 0) + 1);
  const count = (word: string | undefined, change: number) => {
    const left = missing.get(word ?? '');
    if (left !== undefined) missing.set(word ?? '', left + change);
  };
  for (const [place, word] of inOrder.entries()) {
    count(word, -1);
    count(inOrder[place - tokens.length], 1);
    // As many words as the name has: if each is there often enough, there are no others.
    if (missing.has(word) && [...missing.values()].every((left) => left === 0)) return true;
  }
  return false;
}

/** Whether another word of the name, or its initial, stands beside a place. A middle name may stand between them. */
function isBesideAny(
  placesInOrder: readonly number[],
  { others, reach }: { readonly others: ReadonlySet<string>; readonly reach: number },
  { inOrder, places }: TextWords,
): boolean {
  const initials = new Set([...others].map((token) => token[0]));
  const isInitial = (word = '') => word.length === 1 && initials.has(word);
  if (placesInOrder.some((place) => isInitial(inOrder[place - 1]) || isInitial(inOrder[place + 1])))
    return true;
  const ofOthers = [...others].flatMap((token) => places.get(token) ?? []).sort((a, b) => a - b);
  let next = 0;
  return placesInOrder.some((place) => {
    while ((ofOthers[next] ?? inOrder.length) < place - reach) next += 1;
    return (ofOthers[next] ?? Number.POSITIVE_INFINITY) <= place + reach;
  });
}
