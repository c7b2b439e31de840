/** One field of a request that is wrong, and how to mend it. `path` is the field's name as the caller knows it. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The closed vocabulary of failures. What each of them is over HTTP stands in operations/error-table.ts. */
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
  'error_rate_limited',
  'error_internal',
  'error_no_account_available',
  'error_unavailable',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

export interface ErrorDetails {
  readonly fields?: readonly FieldProblem[];
  /** After how long trying again makes sense, where it is not what is usual for the type. */
  readonly retryAfterSeconds?: number;
  /** The methods that a route has. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

/** A failure the caller may see: every other exception is masked as `error_internal`. */
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

/** The request is malformed: names every field that is wrong. */
export function validationError(fields: readonly FieldProblem[]): ServiceError {
  const message = fields.map((field) => field.message).join(' ');
  return new ServiceError('error_validation', message, { fields });
}
