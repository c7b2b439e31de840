import type { ReadLine } from './fact-index.ts';
import {
  gradeNames,
  gradeText,
  isSameName,
  isSameText,
  type Name,
  type NameGrade,
  nameInText,
} from './name-grade.ts';
import { ON_BEHALF } from './name-words.ts';

const FROM_WORST: readonly NameGrade[] = ['differs', 'unclear', 'fits'];

/**
 * Grades how well the payer of a line fits a user: by the name fields, all of which must fit, or else by the text. The
 * text counts too if it says that the money is for somebody else.
 * @param user null if the person was forgotten.
 * @returns undefined if the line shows no name.
 */
export function payerGrade(line: ReadLine, user: Name | null): NameGrade | undefined {
  if (!showsName(line)) return undefined;
  if (user === null) return 'unclear';
  const { names } = line.reading;
  if (names.length === 0) return gradeText(line.text(), user);
  const grades = names.map((name) => gradeNames(name, user));
  if (isOnBehalf(line)) grades.push(gradeText(line.text(), user));
  return FROM_WORST.find((grade) => grades.includes(grade));
}

/** Whether the text names somebody for whom the payer pays. */
function isOnBehalf({ reading, text }: ReadLine): boolean {
  return [...ON_BEHALF].some((word) => reading.words.has(word)) && !text().isEmpty;
}

/**
 * Whether the payer that a line shows has exactly the words of the name of a user, and not only a longer name or one
 * that begins in the same way.
 */
export function isWordForWord(line: ReadLine, user: Name | null): boolean {
  const { names } = line.reading;
  if (user === null) return false;
  return names.length > 0 ? names.every((name) => isSameName(name, user)) : isSameText(line.text(), user);
}

/** Whether the name that a line shows could be that of a user as well. */
export function couldBePayer(line: ReadLine, user: Name | null): boolean {
  return user === null || namesShown(line).some((name) => gradeNames(name, user) !== 'differs');
}

/** Returns the names of the payer that a line shows: those of its fields, or else what can be a name in its text. */
export function namesShown({ reading: { names }, text }: ReadLine): readonly Name[] {
  return names.length > 0 ? names : [nameInText(text())];
}

/** The grades of a line, kept because several rules need the same ones. */
const bestGrades = new WeakMap<ReadLine, Map<Name, NameGrade>>();

/**
 * Grades how well the best name that a line shows, in a field or in the text, fits a user; `unclear` if it shows none.
 */
export function bestGrade(line: ReadLine, user: Name | null): NameGrade {
  if (user === null || !showsName(line)) return 'unclear';
  const known = bestGrades.get(line) ?? new Map<Name, NameGrade>();
  bestGrades.set(line, known);
  const grade = known.get(user) ?? findBestGrade(line, user);
  known.set(user, grade);
  return grade;
}

function findBestGrade(line: ReadLine, user: Name): NameGrade {
  const grades = line.reading.names.map((name) => gradeNames(name, user));
  if (!line.text().isEmpty) grades.push(gradeText(line.text(), user));
  return FROM_WORST.findLast((grade) => grades.includes(grade)) ?? 'unclear';
}

/**
 * Whether a line that shows no name has a word of a user's name in its text: some words of banks are names as well
 * (`GUNES`, `CUMA`, `BANKA`).
 */
export function sharesWord(line: ReadLine, user: Name | null): boolean {
  if (user === null) return false;
  const own = new Set(user.words.flatMap(({ forms }) => forms.filter(({ length }) => length > 1)));
  return line.text().words.some(({ text }) => own.has(text));
}

/** Whether a line shows a name at all. */
export function showsName({ reading, text }: ReadLine): boolean {
  return reading.names.length > 0 || !text().isEmpty;
}
