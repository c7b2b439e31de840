import { DEMO_BANK_ID, type Json, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import type { Caller } from './parity-fixtures.ts';
import type { SurfaceName } from './surfaces.ts';

/** Returns the response to an earlier case on the same surface. */
export type ResponseTo = (kept: string) => Json;

/** The reasons why surfaces cannot carry a request. */
export type Cannot = Partial<Record<SurfaceName, string>>;

interface CaseOptions {
  /** The name under which later cases find the response. */
  readonly keep?: string;
  /** The seconds that the signer's clock is behind. */
  readonly signedSecondsAgo?: number;
  readonly cannot?: Cannot;
}

/** One request that every surface must handle in the same way. */
export interface ParityCase extends CaseOptions {
  readonly name: string;
  readonly operation: string;
  /** Functions in it are given the earlier responses when it is sent. */
  readonly input: Input;
  readonly as: Caller;
}

/** Makes a case. */
export function parityCase(
  operation: string,
  name: string,
  input: Input,
  as: Caller,
  options?: CaseOptions,
): ParityCase {
  return { operation, name: `${operation}: ${name}`, input, as, ...options };
}

/** An input with what it takes from earlier responses. */
export function filledIn(value: Json, responseTo: ResponseTo): Json {
  if (typeof value === 'function') return value(responseTo);
  if (!Array.isArray(value) && value?.constructor !== Object) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, filledIn(one, responseTo)]);
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** The id of nothing. */
export const UNKNOWN_ID = 'ffffffffffffffffffffffff';

/** The id of the transaction that was kept under a name. */
export const idOf = (kept: string) => (responseTo: ResponseTo) => responseTo(kept).transactionId;

/** Makes a case about the transaction that was kept under a name, by default of an operator. */
export function about(
  kept: string,
  operation: string,
  name: string,
  input: Input = {},
  as: Caller = 'operator',
): ParityCase {
  return parityCase(operation, `${name}, ${kept}`, { transactionId: idOf(kept), ...input }, as);
}

const requestOf = (keep: string) => ({
  processId: `process of ${keep}`,
  userId: `user of ${keep}`,
  bankId: DEMO_BANK_ID,
  amount: 250.5,
  userName: 'testUserName',
  name: 'Test User',
});

/** Creates a deposit and keeps it under a name, by default of the merchant whose callbacks are received. */
export function deposit(keep: string, changes: Input = {}, as: Caller = 'other'): ParityCase {
  return parityCase('createDeposit', `for ${keep}`, { ...requestOf(keep), ...changes }, as, { keep });
}

/** Creates a withdrawal in the same way. */
export function withdrawal(keep: string, as: Caller = 'other'): ParityCase {
  const input = { ...requestOf(keep), accountName: 'Test User', iban: VALID_IBAN };
  return parityCase('createWithdrawal', `for ${keep}`, input, as, { keep });
}
