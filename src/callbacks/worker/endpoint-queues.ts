import { MAX_FURTHER_IN_FLIGHT, MAX_IN_FLIGHT, MAX_UNANSWERED } from '../limits.ts';
import type { CallbackQueue, Claim, ClaimedCallback } from '../outbox.ts';
import { EndpointQueue } from './endpoint-queue.ts';

/** From this many further attempts on, each client gets few: the rest is for clients that have none. */
const CROWDED_FROM = MAX_FURTHER_IN_FLIGHT / 2;

/** Further attempts in a second for all receivers that timed out. However many they are, they cost no more. */
const PROBES_PER_SECOND = 50;

/** The queues of all clients, which share the slots of one process. */
export class EndpointQueues {
  readonly #byClient = new Map<string, EndpointQueue>();
  #probesLeft = PROBES_PER_SECOND;
  #probesSinceMs = 0;

  of(clientId: string, nowMs: number): EndpointQueue {
    const known = this.#byClient.get(clientId);
    if (known) return known;
    const queue = new EndpointQueue(nowMs);
    this.#byClient.set(clientId, queue);
    return queue;
  }

  all(): Iterable<EndpointQueue> {
    return this.#byClient.values();
  }

  entries(): Iterable<readonly [clientId: string, queue: EndpointQueue]> {
    return this.#byClient;
  }

  get clientCount(): number {
    return this.#byClient.size;
  }

  get backlogSize(): number {
    let size = 0;
    for (const queue of this.all()) size += queue.backlogSize;
    return size;
  }

  /** Lists how many callbacks may be claimed now for each client that has due ones. */
  claimable(due: readonly CallbackQueue[], nowMs: number): Claim[] {
    const claims: Claim[] = [];
    const probes: { readonly claim: Claim; readonly usedAtMs: number }[] = [];
    for (const { clientId } of due) {
      const queue = this.of(clientId, nowMs);
      const claim = { clientId, limit: queue.capacity(nowMs) };
      if (claim.limit === 0) continue;
      if (queue.hasTimedOut) probes.push({ claim, usedAtMs: queue.usedAtMs });
      else claims.push(claim);
    }
    // Those that have waited longest come first.
    probes.sort((one, other) => one.usedAtMs - other.usedAtMs);
    for (const { claim } of probes.slice(0, this.#takeProbes(probes.length, nowMs))) claims.push(claim);
    return claims;
  }

  #takeProbes(wanted: number, nowMs: number): number {
    if (nowMs - this.#probesSinceMs >= 1000) {
      this.#probesSinceMs = nowMs;
      this.#probesLeft = PROBES_PER_SECOND;
    }
    const taken = Math.min(wanted, this.#probesLeft);
    this.#probesLeft -= taken;
    return taken;
  }

  /** Forgets clients that have nothing to send. */
  forget(pending: readonly CallbackQueue[], nowMs: number): void {
    const clientIds = new Set(pending.map(({ clientId }) => clientId));
    for (const [clientId, queue] of this.#byClient)
      if (queue.isForgettable(nowMs) && !clientIds.has(clientId)) this.#byClient.delete(clientId);
  }

  /** Takes the callbacks that may be sent now, one of each client in turn. */
  takeReady(nowMs: number, inFlightCount: number): { callback: ClaimedCallback; queue: EndpointQueue }[] {
    const ready: { callback: ClaimedCallback; queue: EndpointQueue }[] = [];
    if (this.backlogSize === 0) return ready;
    let { unanswered, further } = this.#countSlots(nowMs);
    for (const [clientId, queue] of this.#byClient) {
      if (inFlightCount + ready.length >= MAX_IN_FLIGHT) break;
      if (queue.backlogSize === 0) continue;
      const before = queue.slots(nowMs);
      const callback = queue.dequeue({
        nowMs,
        forUnanswered: unanswered < MAX_UNANSWERED,
        forMore: further < MAX_FURTHER_IN_FLIGHT,
        isCrowded: further >= CROWDED_FROM,
      });
      if (!callback) continue;
      const after = queue.slots(nowMs);
      unanswered += after.unanswered - before.unanswered;
      further += after.further - before.further;
      // Moved to the end, which this loop still reaches: no client is always the last.
      this.#byClient.delete(clientId);
      this.#byClient.set(clientId, queue);
      ready.push({ callback, queue });
    }
    return ready;
  }

  #countSlots(nowMs: number): { unanswered: number; further: number } {
    let unanswered = 0;
    let further = 0;
    for (const queue of this.all()) {
      const slots = queue.slots(nowMs);
      unanswered += slots.unanswered;
      further += slots.further;
    }
    return { unanswered, further };
  }
}
