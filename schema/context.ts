import type { Envelopes, Failure } from '../src/operations/envelope.ts';
import type { Context } from '../src/operations/operation.ts';

/** What a resolver sees of its request. */
export interface GraphqlContext extends Context {
  readonly envelopes: Envelopes;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Puts an exception into the log under the id that the caller is shown. */
  readonly report: (exception: unknown, errorId: string) => void;
  /** Told of each failure that is about to be answered. */
  readonly onFailure: (failure: Failure) => void;
}
