import type { TransactionType } from '../transactions/domain/transaction.ts';

/**
 * `ok`: it was carried out. `refused`: it asked for something that is not allowed. `failed`: the service failed.
 * `aborted`: the client disconnected.
 */
export type RequestOutcome = 'ok' | 'refused' | 'failed' | 'aborted';

export interface ObservedRequest {
  /** The name of its operation; `none` when it ran none, `several` when a GraphQL document ran more than one. */
  readonly operation: string;
  readonly surface: string;
  readonly outcome: RequestOutcome;
  /** The type of its failure. */
  readonly errorType: string | undefined;
  /** Undefined for a stream, which lasts as long as its client wants. */
  readonly durationMs: number | undefined;
}

/**
 * How a create ended: stored, a repeat of a stored one, answered with the deposit that its user has open, refused, or
 * failed at the service.
 */
export const CREATE_OUTCOMES = ['created', 'repeated', 'already_pending', 'refused', 'failed'] as const;
export type CreateOutcome = (typeof CREATE_OUTCOMES)[number];

export interface ObservedCommand {
  readonly command: string;
  /** The requests that share its commit; undefined for a command that never gathers several. */
  readonly groupSize: number | undefined;
  readonly durationMs: number;
  readonly hasFailed: boolean;
}

/** How an attempt to deliver a callback ended. */
export const ATTEMPT_OUTCOMES = ['delivered', 'to_retry', 'given_up'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * Counts what happens in this process. Labels have values from closed lists: no id, key or text of a request. Without
 * metrics there is no observer.
 */
export interface Observer {
  request(request: ObservedRequest): void;
  /** Tests are left out, here and in `attempt`, so that no merchant can raise an alert of the operators. */
  create(type: TransactionType, outcome: CreateOutcome): void;
  command(command: ObservedCommand): void;
  attempt(outcome: AttemptOutcome, durationMs: number): void;
  /** The states that matching has given to lines of bank statements. */
  lines(states: readonly string[]): void;
}

/** The use of the connections, or of the thread, for one kind of work. */
export interface PoolUse {
  readonly pool: string;
  /** The number of connections or threads. */
  readonly size: number;
  readonly busy: number;
  /** The number of waiting requests for one. */
  readonly waiting: number;
}

/** The contents of the database now. Counts stop at a bound, so that reading them stays cheap. */
export interface StorageGauges {
  /** Callbacks that are not acknowledged yet. */
  readonly outboxDepth: number;
  /** The time since the oldest of them first became due; 0 without any. */
  readonly outboxOldestAgeMs: number;
  /** The time since the first of the pending deposits should have expired; 0 when none should have. */
  readonly overdueOldestAgeMs: number;
  /** Pending transactions by type and by the range of their age. */
  readonly pending: readonly {
    readonly type: TransactionType;
    readonly age: string;
    readonly count: number;
  }[];
  /** The lines of bank statements that wait for a decision, by state. */
  readonly lines: readonly { readonly state: string; readonly count: number }[];
}

/** The attributes of a span: values from closed lists, and ids that identify no person. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanEnd {
  /** Replaces the name that the span began with. */
  readonly name?: string | undefined;
  readonly attributes?: SpanAttributes | undefined;
  /** The type of the failure. */
  readonly error?: string | undefined;
}

/** A piece of work in a trace. */
export interface Span {
  /** The `traceparent` for child spans. */
  readonly traceparent: string;
  end(end?: SpanEnd): void;
}

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal';
  /** The `traceparent` of the parent; without one, the span begins a new trace. */
  readonly parent?: string | undefined;
  /** The `traceparent`s of other requests that share this work. */
  readonly links?: readonly string[] | undefined;
  readonly attributes?: SpanAttributes | undefined;
  /** A time of `performance.now()`; now by default. */
  readonly startedAt?: number | undefined;
}

/** Records traces. If tracing is off, there is no tracer. */
export interface Tracing {
  begin(name: string, start: SpanStart): Span;
}
