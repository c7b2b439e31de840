import { type Fault, type FieldProblem, fieldProblem } from './problems.ts';

/** The closed vocabulary of errors. operations/error-table.ts maps them to HTTP statuses. */
export const ERROR_TYPES = [
  'error_validation',
  'error_missing_credentials',
  'error_invalid_sign',
  'not_authorized',
  'error_transaction_blacklisted',
  'error_site_not_found',
  'error_bank_not_found',
  'error_transaction_not_found',
  'error_route_not_found',
  'error_method_not_allowed',
  'error_process_id_conflict',
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_payload_too_large',
  'error_unsupported_media_type',
  'error_bank_unavailable',
  'error_amount_out_of_bank_limits',
  'error_final_amount_unusual',
  'error_claimed',
  'error_not_claimed',
  'error_in_payout',
  'error_payout_by_batch_only',
  'error_undo_too_late',
  'error_rate_limited',
  'error_internal',
  'error_no_account_available',
  'error_unavailable',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

interface ErrorDetails {
  readonly fields?: readonly FieldProblem[];
  /** The delay before a retry makes sense, if it differs from the default of the type. */
  readonly retryAfterSeconds?: number;
  /** The methods that the route allows. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** An error that the caller may see. Every other exception is masked as `error_internal`. */
export class ServiceError extends Error {
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServiceError';
    this.type = type;
    this.details = details;
  }
}

/** The error for a malformed request. It names every invalid field. */
export function validationError(fields: readonly FieldProblem[]): ServiceError {
  const message = fields.map((field) => field.message).join(' ');
  return new ServiceError('error_validation', message, { fields });
}

/** The error for one invalid field. Its message begins with the path. */
export function fieldError(path: string, found: Fault): ServiceError {
  return validationError([fieldProblem(path, found)]);
}

/** The error of one field whose message is a whole sentence: the error and the field share it. */
export function sentenceError(type: ErrorType, path: string, found: Fault): ServiceError {
  return new ServiceError(type, found.message, { fields: [{ path, ...found }] });
}

/** The error for a body that cannot be read. The message is a whole sentence. */
export function bodyError(message: string): ServiceError {
  return validationError([{ path: 'body', code: 'malformed', params: {}, message }]);
}
