import type { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY as CODES, type TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
import { type ErrorType, fieldError, ServiceError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';

/** The JSON-RPC code of each failure. Clients reconnect a stream only after the codes of a 5xx. */
export const RPC_CODES: Readonly<Record<ErrorType, TRPC_ERROR_CODE_NUMBER>> = {
  error_validation: CODES.BAD_REQUEST,
  error_missing_credentials: CODES.UNAUTHORIZED,
  error_invalid_sign: CODES.FORBIDDEN,
  not_authorized: CODES.FORBIDDEN,
  error_transaction_blacklisted: CODES.FORBIDDEN,
  error_site_not_found: CODES.NOT_FOUND,
  error_bank_not_found: CODES.NOT_FOUND,
  error_transaction_not_found: CODES.NOT_FOUND,
  error_route_not_found: CODES.NOT_FOUND,
  error_method_not_allowed: CODES.METHOD_NOT_SUPPORTED,
  error_process_id_conflict: CODES.CONFLICT,
  error_stale_sequence: CODES.CONFLICT,
  error_transition_not_allowed: CODES.CONFLICT,
  error_payload_too_large: CODES.PAYLOAD_TOO_LARGE,
  error_unsupported_media_type: CODES.UNSUPPORTED_MEDIA_TYPE,
  error_bank_unavailable: CODES.UNPROCESSABLE_CONTENT,
  error_amount_out_of_bank_limits: CODES.UNPROCESSABLE_CONTENT,
  error_final_amount_unusual: CODES.UNPROCESSABLE_CONTENT,
  error_claimed: CODES.CONFLICT,
  error_not_claimed: CODES.CONFLICT,
  error_in_payout: CODES.CONFLICT,
  error_payout_by_batch_only: CODES.CONFLICT,
  error_undo_too_late: CODES.CONFLICT,
  error_rate_limited: CODES.TOO_MANY_REQUESTS,
  error_internal: CODES.INTERNAL_SERVER_ERROR,
  error_no_account_available: CODES.SERVICE_UNAVAILABLE,
  error_unavailable: CODES.SERVICE_UNAVAILABLE,
};

/** Unwraps the exception of an operation, and translates errors of tRPC itself. */
export function toException(error: TRPCError): unknown {
  if (error.cause instanceof ServiceError) return error.cause;
  switch (error.code) {
    case 'NOT_FOUND':
      return unknownProcedure();
    case 'PARSE_ERROR':
    case 'BAD_REQUEST':
      return fieldError('input', fault('malformed', 'must be one JSON value.'));
    default:
      return error.cause ?? error;
  }
}

/**
 * The failure of a path that names no procedure. It repeats nothing of the path.
 * @param cure a sentence that says what to do, such as `Did you mean GET /trpc/banks.list?`.
 */
export function unknownProcedure(cure = 'Check its path.'): ServiceError {
  return new ServiceError('error_route_not_found', `There is no such procedure. ${cure}`);
}
