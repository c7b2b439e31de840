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
