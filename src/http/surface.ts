import type Koa from 'koa';
import type { ErrorType, ServiceError } from '../kernel/errors.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { DescribeFailure, Failure } from '../operations/envelope.ts';
import type { Subject } from '../operations/meta.ts';
import type { Span } from '../operations/observer.ts';
import type { Call } from '../operations/operation.ts';
import type { Caller, Payer, Permission, Principal } from '../operations/permissions.ts';

interface RouteBase {
  /** A path, or a pattern of @koa/router. A path is matched exactly, before every pattern. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Replaces the path in the log, because the path may hold a secret; by default the pattern. */
  readonly name?: string;
  /** Media types that a body may have. Without any, the body is not read. */
  readonly bodyTypes?: readonly string[];
  /** If this returns false, the request goes to the next route with the same path and method. */
  accepts?(ctx: RequestContext): boolean;
}

/** A route for everyone. */
export interface OpenRoute extends RouteBase {
  readonly authentication: 'none';
  handle(ctx: RequestContext): Promise<void> | void;
}

/** A route for clients, who sign with a key. */
export interface KeyRoute extends RouteBase {
  readonly authentication: 'key';
  /** True if the plain sign of older clients is enough. */
  readonly acceptsPlainSign?: boolean;
  /** The operation whose callers send a file as the body. */
  readonly takesFileFor?: Permission | undefined;
  handle(ctx: RequestContext, principal: Principal): Promise<void>;
}

/** A route for the payer of one deposit, who has its payment link. */
export interface LinkRoute extends RouteBase {
  readonly authentication: 'link';
  /** Reads the token of the payment link out of the request; undefined when there is none. */
  readToken(ctx: RequestContext): string | undefined;
  handle(ctx: RequestContext, payer: Payer): Promise<void>;
}

export type Route = OpenRoute | KeyRoute | LinkRoute;

/** One entry point of the service: it adapts HTTP to `execute` and has its own form of every failure. */
export interface Surface {
  readonly name: 'rest' | 'graphql' | 'trpc' | 'pages';
  readonly routes: readonly Route[];
  /** The surface also answers for each path below this one that matches no route. */
  readonly root?: string;
  /** The failure of such a path. */
  unknownPath?(path: string): ServiceError;
  writeFailure(ctx: RequestContext, failure: Failure): void;
}

/** The state that middleware prepares for a route. */
export interface RequestState {
  requestId: string;
  /** The address of the client, as the trusted proxies report it. */
  address: string;
  /** A time of `performance.now()`. */
  startedAt: number;
  /** The surface that the path belongs to, even if the path matches no route. */
  surface: Surface;
  route: Route;
  /** The decoded parameters of the path, by their names in the pattern. */
  params: Readonly<Record<string, string>>;
  /** The name of the route in the log. */
  routeName: string;
  /** The operations that the request asks for, for the log. */
  operations: Set<string>;
  /** The transaction that the request is about, for the log. */
  subject: Subject;
  /** The `traceparent` of what the request starts; undefined when it belongs to no trace. */
  traceparent: string | undefined;
  /** Lets the request be recorded as its `traceparent` asks for. Called once its sender is known. */
  trustTrace: () => void;
  /** The span of the request, where traces are recorded. */
  span: Span | undefined;
  /** For failures inside a surface: also sets the headers they need, and the `errorType`. */
  describeFailure: DescribeFailure;
  /** The media type of the body, in lower case and without parameters; empty where there is no body. */
  mediaType: string;
  /** The bytes of the body as they were received; empty where there is none. */
  rawBody: Buffer;
  /** The key of an authenticated client, for the log. */
  appKey?: string;
  /** The type of the failure in the response, for the log. */
  errorType?: ErrorType;
}

/** Koa's own reader of the query is slow for many parameters: `queryValue` replaces it. */
export interface ContextExtension {
  readonly query: never;
  readonly request: { readonly query: never };
}

export type RequestContext = Koa.ParameterizedContext<RequestState, ContextExtension>;

/** The call of an operation by a request. */
export function callOf<C extends Caller>(
  { state, res }: RequestContext,
  principal: C,
  dependencies: Dependencies,
): Call<C> {
  const { operations, subject, address, requestId, traceparent } = state;
  return {
    principal,
    dependencies,
    operations,
    subject,
    origin: { kind: 'request', address, requestId, traceparent },
    // A function, not a getter: a getter would give each request its own hidden class.
    hasLeft: () => res.destroyed,
  };
}

/** Writes an envelope, or an object of its form. The newline keeps a shell's prompt off the response. */
export function writeEnvelope(ctx: RequestContext, status: number, envelope: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = `${JSON.stringify(envelope)}\n`;
}

export type Middleware = Koa.Middleware<RequestState, ContextExtension>;
