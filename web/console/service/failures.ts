import { failureOf } from '../../../src/client/failure.ts';
import { texts } from '../texts/texts.ts';

/** A failure in words for people. */
export interface Problem {
  /** The service's error type; undefined when the failure is not an error response of the service. */
  readonly type?: string;
  readonly message: string;
  /** Messages about single fields, by their paths. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Thrown before anything is sent, when a form has invalid values. */
export class FormError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>, message = texts().ui.someFields) {
    super(message);
    this.fields = fields;
  }
}

/** Converts an error thrown by a call. */
export function problemOf(error: unknown): Problem {
  if (error instanceof FormError) return { message: error.message, fields: error.fields };
  const failure = failureOf(error);
  if (!failure) return { message: texts().ui.unreachable, fields: {} };
  const { fields = [], message } = failure.error;
  const ownWords: Readonly<Record<string, string>> = texts().transactions.problems;
  return {
    type: failure.code,
    message: ownWords[failure.code] ?? message,
    fields: Object.fromEntries(fields.map((field) => [field.path, field.message])),
  };
}

/** Returns the message for the whole form. Messages about single fields are shown beside those fields. */
export function overallMessage({ type, message }: Problem): string {
  return type === 'error_validation' ? texts().ui.someFields : message;
}

/** Returns whether the service rejected the key itself, and not only this request. */
export function isRejection(error: unknown): boolean {
  const failure = failureOf(error);
  // Both can also be about a field of this request: the client that it names, or a sign that was used before.
  if (failure?.code === 'error_site_not_found' || failure?.code === 'error_invalid_sign')
    return failure.error.fields === undefined;
  return failure?.code === 'error_missing_credentials';
}
