import { gradeName, type Name, readName } from './names.ts';
import { createTextGrades, type TextGrade, type TextWords } from './names-in-text.ts';
import type { NameGrade } from './reasons.ts';

interface Named {
  readonly name: string | null;
}

/** Comparisons of the names of transactions. Each name is read once, and compared once with another one or with a text. */
export interface NameComparisons {
  /** How well a printed name fits that of a transaction; `no` if either is missing. */
  grade(transaction: Named, printed: Name | null): NameGrade;
  gradeText(name: string, printed: Name | null): NameGrade;
  /** The name of a transaction; null where it is missing. */
  nameOf(transaction: Named): Name | null;
  /** How well a text names the person of a transaction. */
  gradeInText(transaction: Named, text: TextWords): TextGrade;
  /** Whether all words of the name, at least two, stand somewhere in a text. */
  isInTexts(transaction: Named, text: TextWords): boolean;
}

/** Makes comparisons that remember what they have compared. */
export function compareNames(): NameComparisons {
  const names = createNameCache();
  const grades = createGrades();
  const textGrades = createTextGrades();
  return {
    grade(transaction, printed) {
      const expected = names(transaction);
      return expected === null || printed === null ? 'no' : grades(expected, printed);
    },
    gradeText: (name, printed) =>
      printed === null ? 'no' : grades(names({ name }) ?? readName(''), printed),
    nameOf: names,
    gradeInText(transaction, text) {
      const name = names(transaction);
      return name === null ? 'no' : textGrades(name, text);
    },
    isInTexts(transaction, { all }) {
      const tokens = names(transaction)?.tokens ?? [];
      return tokens.length > 1 && tokens.every((token) => all.has(token));
    },
  };
}

/** Compares names as `gradeName` does, and two names once, however many lines and transactions have them. */
function createGrades(): (expected: Name, printed: Name) => NameGrade {
  const byPrinted = new Map<Name, Map<Name, NameGrade>>();
  const byWords = new Map<string, Map<Name, NameGrade>>();
  const gradesOf = (printed: Name) => {
    const known = byPrinted.get(printed);
    if (known) return known;
    const words = JSON.stringify(printed);
    const grades = byWords.get(words) ?? new Map<Name, NameGrade>();
    byWords.set(words, grades);
    byPrinted.set(printed, grades);
    return grades;
  };
  return (expected, printed) => {
    const grades = gradesOf(printed);
    const known = grades.get(expected);
    if (known !== undefined) return known;
    const grade = mayBeAlike(expected, printed) ? gradeName(expected, printed) : 'no';
    grades.set(expected, grade);
    return grade;
  };
}

/** Without a word that both have, only the same letters are alike. Most names of a day are told apart by that. */
function mayBeAlike({ tokens }: Name, printed: Name): boolean {
  return (
    tokens.some((token) => printed.tokens.includes(token)) || tokens.join('') === printed.tokens.join('')
  );
}

/** Reads each name once, however many transactions have it. */
function createNameCache() {
  const names = new Map<string, Name>();
  return ({ name }: Named) => {
    if (name === null) return null;
    const known = names.get(name) ?? readName(name);
    names.set(name, known);
    return known;
  };
}
