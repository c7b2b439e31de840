import { foldLetters, visibleText } from './fold-letters.ts';

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/**
 * Returns the person that a name stands for: its letters and digits, in lower case, without accents. People write one
 * name in many ways: `AYŞE IŞIK`, `Ayşe Işık` and `ayse isik` are one person.
 */
export function foldPerson(name: string): string {
  const shown = visibleText(name);
  return foldLetters(shown).toLowerCase().replace(NO_LETTERS, ' ').trim() || shown;
}

/** Whether two names stand for one person. */
export function isSamePerson(name: string, other: string): boolean {
  return foldPerson(name) === foldPerson(other);
}
