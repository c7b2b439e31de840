import type Koa from 'koa';
import type { DescribeFailure, Failure } from '../operations/envelope.ts';
import type { Payer, Principal } from '../operations/permissions.ts';

/** Where a request is going, known before its body is read. */
export interface Target {
  /** The route's pattern, for the log: a path itself may hold what does not belong there. */
  readonly route: string;
  /** Whether the plain sign of older clients is enough here. */
  readonly acceptsPlainSign: boolean;
  /**
   * Set where a payment link is what opens it, and no key does: reads the link's token out of the request.
   * @returns undefined when there is none.
   */
  readonly readPaymentToken?: (ctx: RequestContext) => string | undefined;
}

/** One door of the service. It adapts HTTP to `execute` and writes its own form of every failure. */
export interface Surface {
  readonly name: 'rest' | 'graphql' | 'trpc' | 'pages';
  owns(path: string): boolean;
  /** @throws ServiceError error_route_not_found or error_method_not_allowed. */
  locate(method: string, path: string): Target;
  /** Media types that a body may have. */
  readonly bodyTypes: readonly string[];
  handle(ctx: RequestContext): Promise<void>;
  writeFailure(ctx: RequestContext, failure: Failure): void;
}

/** What the steps before a surface leave for it. */
export interface RequestState {
  requestId: string;
  /** Of `performance.now()`. */
  startedAt: number;
  surface: Surface;
  /** For failures inside a surface: also sets the headers they need, and the `errorType`. */
  describeFailure: DescribeFailure;
  target?: Target;
  /** The media type of the body, lower case and without parameters; empty where there is no body. */
  mediaType: string;
  /** The bytes of the body as they were received; empty where there is none. */
  rawBody: Buffer;
  /** Of a request that was signed with a key. */
  principal?: Principal;
  /** Of a request that came by a payment link. */
  payer?: Payer;
  /** The type of the failure that was answered, for the log. */
  errorType?: string;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type Middleware = Koa.Middleware<RequestState>;
