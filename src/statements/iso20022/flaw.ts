import type { ProblemCode } from '../../reconciliation/domain/statement.ts';

/** A reason why a part of a file cannot be read. Readers throw it inside themselves, and give it as a problem. */
export class Flaw extends Error {
  readonly code: ProblemCode;
  /** Where in the file, if that is known where the flaw is found. */
  readonly place: string | null;

  constructor(code: ProblemCode, sentence: string, place: string | null = null) {
    super(sentence);
    this.code = code;
    this.place = place;
  }
}

/** A flaw after which the rest of the file is not read. */
export class FatalFlaw extends Flaw {}

/** Ends the reading when there are as many problems as a reader reports. */
export class EnoughProblems extends Error {}

const MAX_QUOTED = 40;

/** A text of the file in quotation marks, cut to what a problem may quote. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_QUOTED + 1)];
  return characters.length <= MAX_QUOTED ? `“${text}”` : `“${characters.slice(0, MAX_QUOTED - 1).join('')}…”`;
}
