import { failureOf } from '../../../src/client/failure.ts';
import { texts } from '../texts/texts.ts';
import { type FieldProblem, fieldWords } from './field-words.ts';

/** A failure, in texts for people. */
export interface Problem {
  /** The service's error type; undefined when the failure is not an error response of the service. */
  readonly type?: string;
  /** A sentence in the language of the console. */
  readonly message: string;
  /** The message of the service, in English. It can name ids and times. */
  readonly detail?: string;
  /** Sentences about single fields, by their paths, in the language of the console. */
  readonly fields: Readonly<Record<string, string>>;
  /** The messages of the service about single fields. */
  readonly problems?: readonly FieldProblem[];
}

/** Thrown before anything is sent, when a form has invalid values. */
export class FormError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>, message = texts().failures.checkFields) {
    super(message);
    this.fields = fields;
  }
}

/** Converts an error thrown by a call. */
export function problemOf(error: unknown): Problem {
  if (error instanceof FormError) return { message: error.message, fields: error.fields };
  const failure = failureOf(error);
  const { unreachable, types } = texts().failures;
  const words: Readonly<Record<string, string>> = { ...types, ...texts().transactions.problems };
  if (!failure) return { message: unreachable, fields: {} };
  const { fields: problems = [], message: detail } = failure.error;
  const fields = Object.fromEntries(problems.map((problem) => [problem.path, fieldWords(problem)]));
  const common = { type: failure.code, fields, problems };
  // The form does not show the problem of the only field.
  const message = fields.query ?? fields.sign ?? words[failure.code];
  if (message === undefined) return { ...common, message: detail };
  // The messages about fields are shown next to the fields.
  return failure.code === 'error_validation' ? { ...common, message } : { ...common, message, detail };
}

/** Returns whether the service rejected the key itself, and not only this request. */
export function isRejection(error: unknown): boolean {
  const failure = failureOf(error);
  // Both can also be about a field of this request: the client that it names, or a sign of another time or used before.
  return (
    (failure?.code === 'error_site_not_found' || failure?.code === 'error_invalid_sign') &&
    failure.error.fields === undefined
  );
}
