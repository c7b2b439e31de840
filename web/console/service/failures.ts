import { failureOf } from '../../../src/client/failure.ts';

/** What went wrong, in words for people. */
export interface Problem {
  /** The service's own type of error; undefined when it was not the service that refused. */
  readonly type?: string;
  readonly message: string;
  /** What is wrong with single fields, by their paths. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Thrown before anything is sent, when what was typed will not do. */
export class FormError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>, message = 'Some fields need another look.') {
    super(message);
    this.fields = fields;
  }
}

/** Reads what a call threw. */
export function problemOf(error: unknown): Problem {
  if (error instanceof FormError) return { message: error.message, fields: error.fields };
  const failure = failureOf(error);
  if (!failure)
    return { message: 'The service cannot be reached. Check the connection, then try again.', fields: {} };
  const { fields = [], message } = failure.error;
  return {
    type: failure.code,
    message,
    fields: Object.fromEntries(fields.map((field) => [field.path, field.message])),
  };
}

/** What went wrong as a whole, where what is wrong with single fields stands beside them. */
export function overallMessage({ type, message }: Problem): string {
  return type === 'error_validation' ? 'Some fields need another look.' : message;
}

/** Whether a failure says that the key itself is no longer good, and not that something else was asked for in vain. */
export function isRejection(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.code === 'error_site_not_found') return failure.error.fields === undefined;
  return failure?.code === 'error_invalid_sign' || failure?.code === 'error_missing_credentials';
}
