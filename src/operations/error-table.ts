import type { ErrorType } from '../kernel/errors.ts';

/** The HTTP status of each error, the same on every surface. */
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
  error_final_amount_unusual: 422,
  error_claimed: 409,
  error_not_claimed: 409,
  error_in_payout: 409,
  error_payout_by_batch_only: 409,
  error_undo_too_late: 409,
  error_rate_limited: 429,
  error_internal: 500,
  error_no_account_available: 503,
  error_unavailable: 503,
} as const satisfies Readonly<Record<ErrorType, number>>;

/** The default of the `Retry-After` header for errors that a retry may resolve. */
export const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorType, number>>> = {
  error_no_account_available: 60,
  error_unavailable: 1,
};

/** The refusals of operations that name a transaction. */
export const FOUND: readonly ErrorType[] = ['error_transaction_not_found'];
/** The refusals of operations that change a transaction. */
export const DECIDED: readonly ErrorType[] = [
  'error_transaction_not_found',
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_claimed',
  'error_in_payout',
];
/** The refusals of operations that make a transaction successful with its known amount. */
export const CREDITED: readonly ErrorType[] = [...DECIDED, 'error_transaction_blacklisted'];
/** The refusals of operations that make a transaction successful, perhaps with another amount. */
export const CONFIRMED: readonly ErrorType[] = [...CREDITED, 'error_final_amount_unusual'];
/** The refusals of operations that create a transaction. */
export const CREATED: readonly ErrorType[] = [
  'error_transaction_blacklisted',
  'error_bank_not_found',
  'error_process_id_conflict',
  'error_bank_unavailable',
  'error_amount_out_of_bank_limits',
];
