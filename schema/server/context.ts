import type { DescribeFailure, Envelopes } from '../../src/operations/envelope.ts';
import type { Context } from '../../src/operations/operation.ts';
import type { Accepts, GraphqlCall } from './request.ts';

/** What a resolver sees of its request. */
export interface GraphqlContext extends Context {
  readonly envelopes: Envelopes;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Told of each failure that is about to be answered. */
  readonly describeFailure: DescribeFailure;
  readonly method: string;
  readonly accepts: Accepts;
  readonly call: GraphqlCall;
}
