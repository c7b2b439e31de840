import { inShortForms, isOfCompany, type Name, nameWordsOf } from './names.ts';

/** The words of a text in which names are looked for. */
export interface TextWords {
  /** The first of them, with the short forms of the words in names of companies. */
  readonly inOrder: readonly string[];
  readonly all: ReadonlySet<string>;
}

/** How well a text names somebody: with all words side by side, or as banks shorten and cut names. */
export type TextGrade = 'exact' | 'compatible' | 'no';

const MAX_WORDS = 600;
/** Fewer letters are the beginning of too many surnames. */
const MIN_CUT_LETTERS = 4;

/** Splits a text into its words. */
export function readText(text: string): TextWords {
  const words = inShortForms(nameWordsOf(text));
  return { inOrder: words.slice(0, MAX_WORDS), all: new Set(words) };
}

/**
 * Looks for a name in a text that a bank and a payer have written together. Nothing shows where a name ends there, so this
 * proves nobody: it can only show that somebody else may be meant.
 */
export function gradeInText({ tokens }: Name, { inOrder, all }: TextWords): TextGrade {
  // One word alone is a first name, or a word of any text.
  if (tokens.length < 2 || !tokens.some((token) => all.has(token))) return 'no';
  const at = placeOfMain(tokens);
  const main = tokens[at] ?? '';
  const others = tokens.filter((_, place) => place !== at);
  let grade: TextGrade = 'no';
  for (const [place, word] of inOrder.entries()) {
    const isWhole = word === main;
    if (!isWhole && !isCutOf(word, main, inOrder[place - 1], others)) continue;
    if (standsAround(place, tokens, inOrder)) return 'exact';
    if (isBeside(place, others, inOrder)) grade = 'compatible';
  }
  return grade;
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

/** Whether a word is the beginning of the main one, behind another word of the name. */
function isCutOf(word: string, main: string, before: string | undefined, others: readonly string[]): boolean {
  return (
    word.length >= MIN_CUT_LETTERS && main.startsWith(word) && before !== undefined && others.includes(before)
  );
}

/** Whether a place is among words that are those of the name, in any order and with nothing between them. */
function standsAround(place: number, tokens: readonly string[], inOrder: readonly string[]): boolean {
  const asked = [...tokens].sort().join(' ');
  for (let start = Math.max(0, place - tokens.length + 1); start <= place; start += 1)
    if (
      inOrder
        .slice(start, start + tokens.length)
        .sort()
        .join(' ') === asked
    )
      return true;
  return false;
}

/** Whether another word of the name, or its initial, stands beside a place. A middle name may stand between them. */
function isBeside(place: number, others: readonly string[], inOrder: readonly string[]): boolean {
  const reach = others.length + 1;
  const near = inOrder.slice(Math.max(0, place - reach), place + reach + 1);
  if (others.some((token) => near.includes(token))) return true;
  return [inOrder[place - 1], inOrder[place + 1]].some(
    (word) => word?.length === 1 && others.some((token) => token.startsWith(word)),
  );
}
