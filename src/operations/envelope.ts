import { randomUUID } from 'node:crypto';
import { type ErrorType, ServiceError } from '../kernel/errors.ts';
import type { FieldProblem } from '../kernel/problems.ts';
import { ERROR_STATUS, RETRY_AFTER_SECONDS } from './error-table.ts';

/** The error object of every surface. */
export interface ErrorBody {
  readonly type: ErrorType;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
}

/** The fields that every response has in addition to its data. */
interface ResponseFields {
  readonly status: number;
  readonly responseTime: string;
  readonly app_version: string;
}

/** The response of an operation. Its keys have the order of the specification, section 2.3. */
export interface Envelope<T> extends ResponseFields {
  readonly data: T;
}

interface FailureEnvelope extends ResponseFields {
  readonly data: null;
  readonly error: ErrorBody;
}

/** A failure as additional data in the error format of GraphQL and tRPC. */
export interface FailureExtensions extends ResponseFields {
  readonly code: ErrorType;
  readonly error: ErrorBody;
}

/** A failure that a surface can write: its status, its error for the caller, and its headers. */
export interface Failure {
  readonly status: number;
  readonly error: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Turns an exception into a failure for the caller, and logs the details that the caller must not see. */
export type DescribeFailure = (exception: unknown) => Failure;

/** Makes envelopes for one version of the service. `startedAt` is a time of `performance.now()`. */
export function createEnvelopes(appVersion: string) {
  const elapsed = (startedAt: number) =>
    `${Math.max(0, Math.round((performance.now() - startedAt) * 100) / 100)}ms`;
  return {
    success<T>(data: T, startedAt: number): Envelope<T> {
      return { data, status: 200, responseTime: elapsed(startedAt), app_version: appVersion };
    },
    failure({ status, error }: Failure, startedAt: number): FailureEnvelope {
      return { data: null, status, error, responseTime: elapsed(startedAt), app_version: appVersion };
    },
    /** A failure for the error format of a protocol: GraphQL's extensions, tRPC's data. */
    extensions({ status, error }: Failure, startedAt: number): FailureExtensions {
      return { code: error.type, status, error, responseTime: elapsed(startedAt), app_version: appVersion };
    },
  };
}

export type Envelopes = ReturnType<typeof createEnvelopes>;

/**
 * Turns an exception into a failure for the caller. An exception that is not a ServiceError is masked: the caller
 * gets only an id, under which `report` logs the exception.
 */
export function toFailure(
  exception: unknown,
  report: (exception: unknown, errorId: string) => void,
): Failure {
  if (!(exception instanceof ServiceError)) {
    const errorId = randomUUID();
    report(exception, errorId);
    const message = `Something went wrong inside the service. Quote the id ${errorId} to its operator.`;
    return { status: ERROR_STATUS.error_internal, error: { type: 'error_internal', message }, headers: {} };
  }
  const { type, message, details } = exception;
  const { fields, retryAfterSeconds = RETRY_AFTER_SECONDS[type], allow } = details;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  if (allow) headers.Allow = allow.join(', ');
  return { status: ERROR_STATUS[type], error: { type, message, ...(fields && { fields }) }, headers };
}
