import type { ReadLine } from './fact-index.ts';
import { gradeNames, gradeText, type Name, type NameGrade } from './name-grade.ts';

const FROM_WORST: readonly NameGrade[] = ['differs', 'unclear', 'fits'];

/**
 * How well the payer that a line shows fits a user: by the name fields, of which each must fit, or else by the text.
 * @param user null where the person was forgotten.
 * @returns undefined where the line shows no name.
 */
export function payerGrade(line: ReadLine, user: Name | null): NameGrade | undefined {
  if (!showsName(line)) return undefined;
  if (user === null) return 'unclear';
  const { names } = line.reading;
  if (names.length === 0) return gradeText(line.text(), user);
  const grades = names.map((name) => gradeNames(name, user));
  return FROM_WORST.find((grade) => grades.includes(grade));
}

/** How well any name that a line shows, in a field or in the text, fits a user; `unclear` where it shows none. */
export function bestGrade(line: ReadLine, user: Name | null): NameGrade {
  if (user === null || !showsName(line)) return 'unclear';
  const grades = line.reading.names.map((name) => gradeNames(name, user));
  if (!line.text().isEmpty) grades.push(gradeText(line.text(), user));
  return FROM_WORST.findLast((grade) => grades.includes(grade)) ?? 'unclear';
}

/** Whether a line shows a name at all. */
export function showsName({ reading, text }: ReadLine): boolean {
  return reading.names.length > 0 || !text().isEmpty;
}
