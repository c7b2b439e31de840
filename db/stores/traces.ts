/** A request that may belong to a trace, see traceparent.ts. */
export interface Traced {
  readonly traceparent?: string | undefined;
}

/** The traces of the requests of a group. */
export function tracesOf(requests: readonly Traced[]): string[] {
  const traceparents: string[] = [];
  for (const { traceparent } of requests) if (traceparent !== undefined) traceparents.push(traceparent);
  return traceparents;
}
