/** One field of a request that is wrong, and how to mend it. `path` is the field's name as the caller knows it. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The closed vocabulary of failures and the HTTP status each one has on every surface. */
export const ERROR_STATUS = {
  error_validation: 400,
  error_missing_credentials: 401,
  error_invalid_sign: 403,
  not_authorized: 403,
  error_transaction_blacklisted: 403,
  error_site_not_found: 404,
  error_bank_not_found: 404,
  error_transaction_not_found: 404,
  error_route_not_found: 404,
  error_method_not_allowed: 405,
  error_process_id_conflict: 409,
  error_stale_sequence: 409,
  error_transition_not_allowed: 409,
  error_payload_too_large: 413,
  error_unsupported_media_type: 415,
  error_bank_unavailable: 422,
  error_amount_out_of_bank_limits: 422,
  error_rate_limited: 429,
  error_internal: 500,
  error_no_account_available: 503,
  error_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorType = keyof typeof ERROR_STATUS;

export interface ErrorDetails {
  readonly fields?: readonly FieldProblem[];
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods the route has; becomes `Allow`. */
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

  get status(): number {
    return ERROR_STATUS[this.type];
  }
}

/** The request is malformed: names every field that is wrong. */
export function validationError(fields: readonly FieldProblem[]): ServiceError {
  const message = fields.map((field) => field.message).join(' ');
  return new ServiceError('error_validation', message, { fields });
}
