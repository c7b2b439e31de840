import type { Json } from '../harness.ts';
import { DEMO_BANK_ID, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import type { Caller } from './parity-fixtures.ts';
import type { SurfaceName } from './surfaces.ts';

/** Returns the response to an earlier case on the same surface. */
export type ResponseTo = (kept: string) => Json;

/** The reasons why surfaces cannot carry a request. */
export type Cannot = Partial<Record<SurfaceName, string>>;

/** One request that every surface must handle in the same way. */
export interface ParityCase {
  readonly name: string;
  readonly operation: string;
  readonly input: Input | ((responseTo: ResponseTo) => Input);
  readonly as: Caller;
  /** The name under which later cases find the response. */
  readonly keep?: string;
  /** The seconds that the signer's clock is behind. */
  readonly signedSecondsAgo?: number;
  readonly cannot?: Cannot;
}

/** The defaults of a case: a merchant sends it. */
export type CaseOptions = Partial<Pick<ParityCase, 'as' | 'keep' | 'signedSecondsAgo' | 'cannot'>>;

/** Makes a case. */
export function parityCase(
  operation: string,
  name: string,
  input: ParityCase['input'],
  options: CaseOptions = {},
): ParityCase {
  return { as: 'merchant', operation, name: `${operation}: ${name}`, input, ...options };
}

/** The id of nothing. */
export const UNKNOWN_ID = 'ffffffffffffffffffffffff';

export const idOf = (responseTo: ResponseTo, kept: string): string => responseTo(kept).transactionId;

/** Makes a case about the transaction that was kept under a name, by default of an operator. */
export function about(
  kept: string,
  operation: string,
  name: string,
  input: Input = {},
  options: CaseOptions = {},
): ParityCase {
  return parityCase(
    operation,
    `${name}, ${kept}`,
    (responseTo) => ({ transactionId: idOf(responseTo, kept), ...input }),
    { as: 'operator', ...options },
  );
}

const PERSON = { bankId: DEMO_BANK_ID, amount: 250.5, userName: 'testUserName', name: 'Test User' };

/** Creates a deposit and keeps it under a name, by default of the merchant whose callbacks are received. */
export function deposit(keep: string, changes: Input = {}, as: Caller = 'other'): ParityCase {
  const own = { processId: `process of ${keep}`, userId: `user of ${keep}` };
  return parityCase('createDeposit', `for ${keep}`, { ...own, ...PERSON, ...changes }, { as, keep });
}

/** Creates a withdrawal in the same way. */
export function withdrawal(keep: string, as: Caller = 'other'): ParityCase {
  const own = { processId: `process of ${keep}`, userId: `user of ${keep}` };
  const input = { ...own, ...PERSON, accountName: 'Test User', iban: VALID_IBAN };
  return parityCase('createWithdrawal', `for ${keep}`, input, { as, keep });
}
