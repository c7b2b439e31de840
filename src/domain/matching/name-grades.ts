import { gradeName, type Name } from './names.ts';
import type { NameGrade } from './reasons.ts';

/** Compares names as `gradeName` does, and two names once, however many lines and transactions have them. */
export function createGrades(): (expected: Name, printed: Name) => NameGrade {
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
