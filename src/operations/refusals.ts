import type { ErrorType } from '../kernel/errors.ts';

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
