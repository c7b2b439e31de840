import {
  type Attributes,
  type Context,
  type DiagLogger,
  DiagLogLevel,
  diag,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { isSampled, spanIdOf, traceIdOf } from '../kernel/traceparent.ts';
import type { Span, SpanStart, Tracing } from '../operations/observer.ts';

const NAME = 'bank-transfers';
/** An unreachable collector must not delay a stop. */
const CLOSE_LIMIT_MS = 1000;
/** An unreachable collector causes a failure every few seconds. */
const MIN_MS_BETWEEN_LINES = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

export interface RecordedTracing extends Tracing {
  /** Sends what is left, for a moment at most. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly exporter: 'otlp' | 'console';
  readonly version: string;
  /** Called for spans that could not be sent. */
  readonly logger: Pick<Logger, 'warn'>;
  readonly monotonicMs: () => number;
}

/**
 * Records traces with OpenTelemetry. Its standard environment variables say where to send them, how many to record and
 * what the service is called. Nothing is patched: spans are begun by hand, so that their parents are given by hand.
 */
export function startTracing({ exporter, version, ...diagnostics }: TracingOptions): RecordedTracing {
  // Its last logger is replaced: a test starts several services in one process.
  diag.setLogger(createDiagLogger(diagnostics), {
    logLevel: DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': NAME, 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(createExporter(exporter))],
  });
  const tracer = provider.getTracer(NAME, version);
  return {
    begin(name, { kind, parent, links = [], attributes = {}, startedAt }) {
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes,
          links: links.map((link) => ({ context: spanContextOf(link) })),
          ...(startedAt !== undefined && { startTime: startedAt }),
        },
        contextOf(parent),
      );
      return toSpan(span);
    },
    async close() {
      const limit = new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref());
      await Promise.race([
        provider.shutdown().catch((error: unknown) => diag.error('the last spans could not be sent', error)),
        limit,
      ]);
    },
  };
}

function createExporter(exporter: 'otlp' | 'console'): SpanExporter {
  return exporter === 'console' ? lineExporter : new OTLPTraceExporter();
}

/** `ExportResultCode.SUCCESS` of @opentelemetry/core. */
const SUCCESS = 0;

/** Writes each span as one line of JSON, like the log. The exporter of the package writes several lines. */
const lineExporter: SpanExporter = {
  export(spans, done) {
    process.stdout.write(spans.map((span) => `${JSON.stringify(lineOf(span))}\n`).join(''));
    done({ code: SUCCESS });
  },
  async shutdown() {},
};

function lineOf(span: ReadableSpan) {
  const { name, kind, status, attributes, links, startTime, duration } = span;
  const { traceId, spanId } = span.spanContext();
  const milliseconds = ([seconds, nanoseconds]: readonly [number, number]) =>
    seconds * 1000 + nanoseconds / 1_000_000;
  return {
    msg: 'span',
    name,
    kind: SpanKind[kind],
    traceId,
    spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    time: new Date(milliseconds(startTime)).toISOString(),
    durationMs: milliseconds(duration),
    status: SpanStatusCode[status.code],
    error: status.message,
    attributes,
    links: links.map(({ context }) => ({ traceId: context.traceId, spanId: context.spanId })),
  };
}

/** Passes warnings and errors of OpenTelemetry to the log, at most one a minute, with the number of skipped ones. */
function createDiagLogger({
  logger,
  monotonicMs,
}: Pick<TracingOptions, 'logger' | 'monotonicMs'>): DiagLogger {
  let nextMs = Number.NEGATIVE_INFINITY;
  let omitted = 0;
  const warn = (message: string, ...details: readonly unknown[]) => {
    if (monotonicMs() < nextMs) {
      omitted += 1;
      return;
    }
    const detail = [message, ...details.map(String)].join(' ');
    logger.warn({ detail, omitted }, 'OpenTelemetry reports a problem');
    nextMs = monotonicMs() + MIN_MS_BETWEEN_LINES;
    omitted = 0;
  };
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

function toSpan(span: RecordedSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
    end({ name, attributes, error } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes as Attributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

function contextOf(parent: string | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));
}

function spanContextOf(traceparent: string): SpanContext {
  return {
    traceId: traceIdOf(traceparent),
    spanId: spanIdOf(traceparent),
    traceFlags: isSampled(traceparent) ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
}
