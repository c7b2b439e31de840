import type { ErrorType } from '../../../domain/errors.ts';
import type { OperationName } from '../../../operations/permissions.ts';

/** The words of the document about a call, beyond its schemas. */
export interface Call {
  readonly summary: string;
  readonly description?: string;
  /** The refusals of the operation, beyond those that every signed call can get. */
  readonly refusals?: readonly ErrorType[];
}

export type Calls = Readonly<Partial<Record<OperationName, Call>>>;

/** The refusals of what names a transaction. */
export const FOUND: readonly ErrorType[] = ['error_transaction_not_found'];
/** The refusals of what changes a transaction. */
export const DECIDED: readonly ErrorType[] = [
  'error_transaction_not_found',
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_claimed',
];
/** The refusals of what makes a transaction successful. */
export const CONFIRMED: readonly ErrorType[] = [
  ...DECIDED,
  'error_transaction_blacklisted',
  'error_final_amount_unusual',
];
