import type { TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY as CODES, type TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
import { type ErrorType, fieldError, ServiceError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import { ERROR_STATUS } from '../../operations/error-table.ts';

/** The JSON-RPC code of each status. Clients reconnect a stream only after the codes of a 5xx. */
const RPC_CODES: Readonly<Record<(typeof ERROR_STATUS)[ErrorType], TRPC_ERROR_CODE_NUMBER>> = {
  400: CODES.BAD_REQUEST,
  401: CODES.UNAUTHORIZED,
  403: CODES.FORBIDDEN,
  404: CODES.NOT_FOUND,
  405: CODES.METHOD_NOT_SUPPORTED,
  409: CODES.CONFLICT,
  413: CODES.PAYLOAD_TOO_LARGE,
  415: CODES.UNSUPPORTED_MEDIA_TYPE,
  422: CODES.UNPROCESSABLE_CONTENT,
  429: CODES.TOO_MANY_REQUESTS,
  500: CODES.INTERNAL_SERVER_ERROR,
  503: CODES.SERVICE_UNAVAILABLE,
};

export const rpcCodeOf = (type: ErrorType) => RPC_CODES[ERROR_STATUS[type]];

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
