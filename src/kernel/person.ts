import { foldLetters, visibleText } from './fold-letters.ts';

/** Letters with their accents. In other scripts, such as Devanagari, marks are vowels, and make other names. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*/gu;
const NO_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the person that a name stands for: its letters and digits, in lower case, without accents. People write one
 * name in many ways: `AYŞE IŞIK`, `Ayşe Işık` and `ayse isik` are one person.
 */
export function foldPerson(name: string): string {
  const shown = visibleText(name);
  const plain = shown.replace(ACCENTED, (letter) => foldLetters(letter)).toLowerCase();
  return plain.replace(NO_LETTERS, ' ').trim() || shown;
}

/** Whether two names stand for one person, whatever is between their letters: `Ayşe-Nur` and `Ayşenur` do. */
export function isSamePerson(name: string, other: string): boolean {
  return lettersOf(name) === lettersOf(other);
}

function lettersOf(name: string): string {
  return foldPerson(name).replaceAll(' ', '');
}
