import { type ServiceError, validationError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import { SENTENCES } from './file-sentences.ts';
import type { ProblemCode, StatementProblem } from './statement.ts';

type Sentences = typeof SENTENCES;
/** What is wrong with a file, in one word. */
export type FileReason = { [C in ProblemCode]: keyof Sentences[C] }[ProblemCode];

type SentenceOf<R> = {
  [C in ProblemCode]: R extends keyof Sentences[C] ? Sentences[C][R] : never;
}[ProblemCode];
type Value = string | number;
/** The values of a sentence. */
export type ValuesOf<R extends FileReason> =
  SentenceOf<R> extends `${string}$2${string}`
    ? readonly [Value, Value]
    : SentenceOf<R> extends `${string}$1${string}`
      ? readonly [Value]
      : readonly [];

const FOUND: ReadonlyMap<string, readonly [ProblemCode, string]> = new Map(
  Object.entries(SENTENCES).flatMap(([code, sentences]) =>
    Object.entries(sentences).map(([reason, sentence]) => [reason, [code as ProblemCode, sentence]] as const),
  ),
);

/** Returns the sentence of a reason, with `$1` and `$2` for its values. */
export function sentenceOf(reason: FileReason): string {
  return FOUND.get(reason)?.[1] ?? '';
}

/** Builds a problem of a file, with its sentence. @param place as in `StatementLine`; null for the whole file. */
export function fileProblem<R extends FileReason>(
  reason: R,
  place: string | null,
  ...given: ValuesOf<R>
): StatementProblem {
  const [code, sentence] = FOUND.get(reason) ?? ['broken-file', ''];
  const values = given.map(String);
  const message = sentence.replace(/[$](\d)/g, (_, digit) => values[Number(digit) - 1] ?? '');
  return { code, reason, values, place, message };
}

/** Builds the error for a file with problems: error_validation. */
export function fileError(problems: readonly StatementProblem[]): ServiceError {
  return validationError(
    problems.map(({ code, reason, values, place, message }) => ({
      path: 'file',
      ...fault(
        'file_problem',
        { kind: code, place: place ?? '', reason, values },
        place === null ? `file: ${message}` : `file, ${place}: ${message}`,
      ),
    })),
  );
}
