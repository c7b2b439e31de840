import { BODY_TOO_LARGE } from '../../http/limits.ts';
import type { ErrorType } from '../../kernel/errors.ts';
import { ServiceError, validationError } from '../../kernel/errors.ts';
import { fault, fieldProblem } from '../../kernel/problems.ts';
import { toFailure } from '../../operations/envelope.ts';
import { EXAMPLE_IDS } from '../../operations/examples.ts';
import { refusalError } from '../../transactions/refusals.ts';

const { transactionId } = EXAMPLE_IDS;
const SOME_TIME_MS = Date.parse('2026-11-20T22:25:16.700Z');
const LIMITS = { minAmountMinor: 1_000, maxAmountMinor: 10_000_000 };
const HOLDER = { name: 'Demo Operator', appKey: 'demo-operator' };

/** A failure of each type, in the words of the service. */
const EXAMPLES: Readonly<Record<ErrorType, () => ServiceError>> = {
  error_validation: () =>
    validationError([
      fieldProblem('amount', fault('required')),
      fieldProblem('userName', fault('too_long', { maximum: 200 })),
    ]),
  error_missing_credentials: () =>
    new ServiceError(
      'error_missing_credentials',
      'The headers appKey and sign are missing. Every request carries appKey and sign.',
    ),
  error_invalid_sign: () =>
    new ServiceError(
      'error_invalid_sign',
      'The sign was used before, and this command accepts each sign once. ' +
        'Make a new sign, with a new time t or nonce n, for each request.',
      { fields: [fieldProblem('sign', fault('sign_used'))] },
    ),
  not_authorized: () =>
    new ServiceError(
      'not_authorized',
      'This key may not be used from this IP address. Ask for it to be allowed.',
    ),
  error_transaction_blacklisted: () => refusalError({ type: 'error_transaction_blacklisted' }),
  error_site_not_found: () =>
    new ServiceError(
      'error_site_not_found',
      'No active client has this appKey. Check the appKey header: it is the name of the key, not its secret.',
    ),
  error_bank_not_found: () => refusalError({ type: 'error_bank_not_found', bankId: EXAMPLE_IDS.accountId }),
  error_transaction_not_found: () =>
    new ServiceError(
      'error_transaction_not_found',
      'No transaction of yours has this id. Use the transactionId that the create call returned.',
    ),
  error_route_not_found: () => new ServiceError('error_route_not_found', 'There is no such route.'),
  error_method_not_allowed: () => new ServiceError('error_method_not_allowed', 'This route takes POST.'),
  error_process_id_conflict: () =>
    refusalError({ type: 'error_process_id_conflict', transactionId, field: 'amount' }),
  error_stale_sequence: () =>
    refusalError({
      type: 'error_stale_sequence',
      transactionId,
      status: 'successful',
      sequence: 2,
      requestedSequence: 1,
    }),
  error_transition_not_allowed: () =>
    refusalError({
      type: 'error_transition_not_allowed',
      transactionId,
      status: 'unsuccessful',
      transition: 'settle',
    }),
  error_payload_too_large: () => new ServiceError('error_payload_too_large', BODY_TOO_LARGE),
  error_unsupported_media_type: () =>
    new ServiceError(
      'error_unsupported_media_type',
      'Send the body without content-encoding: it is signed as it is.',
    ),
  error_payout_by_batch_only: () => refusalError({ type: 'error_payout_by_batch_only', transactionId }),
  error_bank_unavailable: () => refusalError({ type: 'error_bank_unavailable', transactionType: 'deposit' }),
  error_amount_out_of_bank_limits: () =>
    refusalError({ type: 'error_amount_out_of_bank_limits', transactionType: 'deposit', limits: LIMITS }),
  error_final_amount_unusual: () =>
    refusalError({
      type: 'error_final_amount_unusual',
      transactionId,
      amountMinor: 50_000,
      finalAmountMinor: 5_000,
      limits: undefined,
    }),
  error_claimed: () =>
    refusalError({
      type: 'error_claimed',
      transactionId,
      holderId: EXAMPLE_IDS.accountId,
      claimedAtMs: SOME_TIME_MS,
      sentAtMs: null,
      isLive: true,
      holder: HOLDER,
    }),
  error_not_claimed: () => refusalError({ type: 'error_not_claimed', transactionId, formerHolderId: null }),
  error_in_payout: () => refusalError({ type: 'error_in_payout', transactionId, batchNumber: 12 }),
  error_undo_too_late: () => refusalError({ type: 'error_undo_too_late', transactionId }),
  error_rate_limited: () => refusalError({ type: 'error_rate_limited', maxOpenDeposits: 1_000 }),
  error_internal: () =>
    new ServiceError(
      'error_internal',
      'Something went wrong inside the service. Quote the id 2f1c0f0e-6a53-4b2f-9a51-5f6f2b0c7a10 to its operator.',
    ),
  error_no_account_available: () => refusalError({ type: 'error_no_account_available' }),
  error_unavailable: () => refusalError({ type: 'error_unavailable' }),
};

/** The envelope of a failure of this type, as an example. */
export function failureExample(type: ErrorType) {
  const { status, error } = toFailure(EXAMPLES[type](), () => {});
  return { data: null, status, error, responseTime: '0.41ms', app_version: '1.0.0' };
}
