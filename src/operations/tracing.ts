/** The attributes of a span: values of closed lists, and ids that are no person's. */
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
  /** The `traceparent` of work that belongs below it. */
  readonly traceparent: string;
  end(end?: SpanEnd): void;
}

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal';
  /** The `traceparent` of the work that it belongs below; it begins a trace of its own without one. */
  readonly parent?: string | undefined;
  /** The `traceparent`s of other work that shares it. */
  readonly links?: readonly string[] | undefined;
  readonly attributes?: SpanAttributes | undefined;
  /** A time of `performance.now()`; the present by default. */
  readonly startedAt?: number | undefined;
}

/** Records traces. Where nobody records there is none. */
export interface Tracing {
  begin(name: string, start: SpanStart): Span;
}
