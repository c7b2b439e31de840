import type { DescribeFailure, Envelopes } from '../../src/operations/envelope.ts';
import type { Call } from '../../src/operations/operation.ts';
import type { Accepts, GraphqlCall } from './request.ts';

/** The context of a resolver. Yoga copies each of its properties, so it has only one. */
export interface GraphqlContext {
  readonly state: GraphqlState;
}

/** The caller of a request, its parts, and the service that answers it. */
export interface GraphqlState extends Call {
  readonly envelopes: Envelopes;
  /** The start of the request, of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Called with the cause of each error in the response. */
  readonly describeFailure: DescribeFailure;
  readonly method: string;
  readonly accepts: Accepts;
  readonly call: GraphqlCall;
}
