/** The longest header that is read. Later versions of the standard may add to the 55 characters of this one. */
const MAX_CHARACTERS = 256;
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const INVALID_VERSION = 'ff';
const SAMPLED = 1;

/**
 * Reads the header `traceparent` (W3C Trace Context, section 3.2), which says what trace a request belongs to.
 * @returns it in the form of version 00; undefined when it is missing or breaks a rule: it is then to be ignored.
 */
export function readTraceparent(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > MAX_CHARACTERS) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(header) ?? [];
  if (version === undefined || version === INVALID_VERSION) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return `00-${traceId}-${spanId}-0${Number.parseInt(flags, 16) & SAMPLED}`;
}

/** The trace id of a parsed header. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** The id of the span that a header names as the parent. */
export function spanIdOf(traceparent: string): string {
  return traceparent.slice(36, 52);
}

/** The same trace, marked as not recorded by the caller. */
export function withoutSample(traceparent: string): string {
  return traceparent.slice(0, -1).concat('0');
}

/** Whether the caller records the trace. */
export function isSampled(traceparent: string): boolean {
  return traceparent.endsWith('1');
}
