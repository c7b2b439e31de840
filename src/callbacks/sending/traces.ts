import { MAX_KEPT_TRACES } from '../limits.ts';
import type { CallbackTrace } from '../outbox.ts';

/**
 * Remembers in memory which traces callbacks belong to, until they are acknowledged or given up. Beyond the
 * limit the oldest are forgotten. A callback that another process sends, or this one after a restart, has no trace.
 */
export class CallbackTraces {
  readonly #byEvent = new Map<string, string>();

  keep(traces: readonly CallbackTrace[]): void {
    for (const { eventId, traceparent } of traces) this.#byEvent.set(eventId, traceparent);
    for (const eventId of this.#byEvent.keys()) {
      if (this.#byEvent.size <= MAX_KEPT_TRACES) return;
      this.#byEvent.delete(eventId);
    }
  }

  /** The `traceparent` of the request that made the event. */
  of(eventId: string): string | undefined {
    return this.#byEvent.get(eventId);
  }

  forget(eventId: string): void {
    this.#byEvent.delete(eventId);
  }
}
