import type { Logger } from 'pino';
import type { Schedule } from '../../operations/runtime.ts';
import { LEASE_MS, MAX_BACKLOG, MAX_RETRIED_AT_ONCE } from '../limits.ts';
import type { AttemptRecord, CallbackOutbox, ClaimedCallback } from '../outbox.ts';
import { type Deliver, NO_URL } from '../sending/deliver.ts';
import { type EndpointQueue, shareCapacity } from './endpoint-queue.ts';
import { EndpointQueues } from './endpoint-queues.ts';
import { createRebase } from './rebase.ts';

/** The outbox is read at least this often, because other processes write into it too. */
const POLL_MS = 1000;

interface WorkerOptions {
  readonly outbox: CallbackOutbox;
  readonly deliver: Deliver;
  /** The clock by which callbacks are due. Where several processes follow one, it can be set back. */
  readonly steadyNowMs: () => number;
  /** The clock by which receivers are measured. It never jumps. */
  readonly monotonicMs: () => number;
  /** While it is false, claimed callbacks wait in memory: their leases may have ended. */
  readonly isTimeSure: () => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Delivers the callbacks in the outbox, those of each client independently of all others. */
export class CallbackWorker {
  readonly #options: WorkerOptions;
  readonly #rebaseWaits: () => Promise<void>;
  readonly #queues = new EndpointQueues();
  /** Events whose callbacks are in flight. */
  readonly #sending = new Set<string>();
  /** Callbacks in flight, and those whose result is not on disk yet. */
  #unrecorded = 0;
  #isStopped = true;
  /** The time of the monotonic clock when it was started. */
  #startedAtMs = 0;
  #filling: Promise<void> | undefined;
  /** True if the outbox may have changed since it was last read. */
  #isStale = false;
  #cancel = () => {};
  #onIdle: (() => void)[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#rebaseWaits = createRebase(options);
  }

  /** Starts delivering. A worker that was not started does nothing. */
  start(): void {
    this.#isStopped = false;
    this.#startedAtMs = this.#options.monotonicMs();
    this.wake();
  }

  /** Reads the outbox, because there may be a new callback. */
  wake(): void {
    this.#isStale = true;
    if (!this.#isStopped) this.#filling ??= this.#fillAll();
  }

  /** The number of clients in memory. */
  get clientCount(): number {
    return this.#queues.clientCount;
  }

  /** Resolves when nothing is due and nothing is in flight. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      this.wake();
    });
  }

  /** Sends nothing more, and waits for the callbacks in flight. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancel();
    await this.#filling;
    for (const queue of this.#queues.all()) await this.#release(queue);
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
      this.#notifyIdle();
    });
  }

  async #fillAll(): Promise<void> {
    this.#cancel();
    try {
      while (this.#isStale && !this.#isStopped) {
        this.#isStale = false;
        await this.#fill();
      }
    } catch (err) {
      // For example a locked database. Claimed callbacks are due again when their leases end.
      this.#options.logger.warn({ err }, 'the outbox could not be read');
    }
    this.#filling = undefined;
    if (this.#isStopped) return;
    this.#cancel = this.#options.schedule(() => this.wake(), POLL_MS);
    this.#notifyIdle();
  }

  /** Claims due callbacks, as many as the queues have capacity for. */
  async #fill(): Promise<void> {
    const { outbox, steadyNowMs, monotonicMs } = this.#options;
    const nowMs = monotonicMs();
    await this.#rebaseWaits();
    await this.#retryNow(nowMs);
    // Callbacks claimed for a slow receiver would take the memory from others.
    for (const queue of this.#queues.all()) if (queue.isSlow(nowMs)) await this.#release(queue);
    const pending = await outbox.queues();
    this.#queues.forget(pending, nowMs);
    const dueMs = steadyNowMs();
    const due = pending.filter(({ dueAtMs }) => dueAtMs <= dueMs);
    const claims = shareCapacity(this.#queues.claimable(due, nowMs), MAX_BACKLOG - this.#queues.backlogSize);
    if (claims.length > 0) {
      const claimed = await outbox.claim(claims, LEASE_MS);
      for (const callback of claimed) this.#add(callback);
    }
    this.#dispatch();
  }

  /** After a pause longer than a lease (SIGSTOP, VM suspend), claims can return callbacks that are still in flight. */
  #add(callback: ClaimedCallback): void {
    if (this.#sending.has(callback.event.id)) return;
    this.#queues.of(callback.event.clientId, this.#options.monotonicMs()).enqueue(callback);
  }

  /** Makes callbacks due that failed during an outage of a receiver that is back. */
  async #retryNow(nowMs: number): Promise<void> {
    const { outbox, steadyNowMs, monotonicMs } = this.#options;
    for (const [clientId, queue] of this.#queues.entries()) {
      const { retryBeforeMs } = queue;
      if (retryBeforeMs === undefined || queue.capacity(nowMs) === 0) continue;
      const waitingSinceMs = Math.ceil(steadyNowMs() - (monotonicMs() - retryBeforeMs));
      const request = { waitingSinceMs, limit: MAX_RETRIED_AT_ONCE };
      const isMoreWaiting = await outbox.retryNow(clientId, request);
      // Another outage can have ended meanwhile.
      if (!isMoreWaiting && queue.retryBeforeMs === retryBeforeMs) queue.retryBeforeMs = undefined;
    }
  }

  /** Sends as many callbacks as the limits allow. */
  #dispatch(): void {
    const nowMs = this.#options.monotonicMs();
    if (this.#isStopped || !this.#options.isTimeSure()) return;
    for (const { callback, queue } of this.#queues.takeReady(nowMs, this.#sending.size)) {
      this.#sending.add(callback.event.id);
      this.#unrecorded += 1;
      void this.#send(callback, queue, nowMs);
    }
  }

  async #send(callback: ClaimedCallback, queue: EndpointQueue, startedAtMs: number): Promise<void> {
    const record = await this.#attempt(callback);
    const endedAtMs = this.#options.monotonicMs();
    const isKnown = queue.hasSucceeded;
    queue.finish(startedAtMs, record && resultOf(record), endedAtMs);
    this.#sending.delete(callback.event.id);
    // The receiver gets its next callback without waiting for the disk.
    this.#dispatch();
    if (record && (await this.#record(record))) queue.retryBeforeMs = endedAtMs;
    else if (!isKnown && queue.hasSucceeded) queue.retryBeforeMs ??= this.#startedAtMs;
    if (!queue.breaker.isClosed) await this.#release(queue);
    this.#unrecorded -= 1;
    // The next poll is soon enough for a receiver that timed out.
    if (!queue.hasTimedOut) this.wake();
    this.#notifyIdle();
  }

  /**
   * Sends a callback. If that throws, or its result cannot be recorded, the callback is due again when its lease ends,
   * and is sent with the same webhook-id.
   */
  async #attempt(callback: ClaimedCallback): Promise<AttemptRecord | undefined> {
    try {
      return await this.#options.deliver(callback);
    } catch (err) {
      const { id: eventId, transactionId } = callback.event;
      this.#options.logger.warn({ err, eventId, transactionId }, 'a callback could not be sent');
      return undefined;
    }
  }

  /**
   * Records an attempt in the outbox.
   * @returns whether its receiver is back after an outage. True also if it is unknown whether a success was stored: if
   * it was, no later success ends that outage.
   */
  async #record(record: AttemptRecord): Promise<boolean> {
    try {
      return await this.#options.outbox.record(record);
    } catch (err) {
      const { eventId, transactionId } = record.attempt;
      this.#options.logger.warn(
        { err, eventId, transactionId },
        'the result of a callback could not be recorded',
      );
      return record.outcome.state === 'delivered';
    }
  }

  /** Returns claimed callbacks to the outbox, where every process can claim them. */
  async #release(queue: EndpointQueue): Promise<void> {
    const ids = queue.clear().map(({ event }) => event.id);
    if (ids.length === 0) return;
    try {
      await this.#options.outbox.unclaim(ids);
    } catch (err) {
      // The callbacks are due again when their leases end.
      this.#options.logger.warn({ err }, 'callbacks could not be released to the outbox');
    }
  }

  #notifyIdle(): void {
    if (this.#unrecorded > 0 || this.#filling) return;
    if (this.#isStale && !this.#isStopped) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

/** Returns how the receiver behaved in an attempt; undefined when the client has none. */
function resultOf({ attempt, outcome }: AttemptRecord) {
  if (attempt.error === NO_URL) return undefined;
  return { hasSucceeded: outcome.state === 'delivered', hasAnswered: attempt.status !== null };
}
