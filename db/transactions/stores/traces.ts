import type { CommandTrace } from '../../engine.ts';

/** A request that may belong to a trace, see traceparent.ts. */
export interface WithTraceparent {
  readonly traceparent?: string | undefined;
}

/** The traces of the requests of a group: its command belongs to the first. Undefined where no request has one. */
export function traceOf(requests: readonly WithTraceparent[]): CommandTrace | undefined {
  const traceparents: string[] = [];
  for (const { traceparent } of requests) if (traceparent !== undefined) traceparents.push(traceparent);
  const [parent, ...links] = traceparents;
  return parent === undefined ? undefined : { parent, links };
}
