import type { Logger } from 'pino';
import { type Deliver, NO_URL } from '../callbacks/deliver.ts';
import type { AttemptRecord, CallbackOutbox, ClaimedCallback } from '../callbacks/outbox.ts';
import type { Schedule } from '../operations/runtime.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { Lane } from './endpoint-queue.ts';
import { shareCapacity } from './share-capacity.ts';

/** Others may write into the outbox too: it is looked at this often, whatever is known of it. */
const POLL_MS = 1000;
const MAX_IN_FLIGHT = 256;
/** With more than these under way nobody begins many at once: what is left is for those that have none. */
const CROWDED_FROM = MAX_IN_FLIGHT / 2;
/** How many wait in memory, of all clients together. */
const MAX_BACKLOG = 2048;
/** Far longer than an attempt may take. */
const LEASE_MS = 60_000;
const RETRIED_AT_ONCE = 1000;

export interface WorkerOptions {
  readonly outbox: CallbackOutbox;
  readonly deliver: Deliver;
  readonly steadyNowMs: () => number;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/** Delivers what is in the outbox, each client's callbacks independently of all others'. */
export interface CallbackWorker {
  start(): void;
  /** Says that there may be something new. */
  wake(): void;
  /** Resolves when nothing is due and nothing is under way. */
  idle(): Promise<void>;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Makes a worker that does nothing until it is started. */
export function createCallbackWorker(options: WorkerOptions): CallbackWorker {
  return new Worker(options);
}

class Worker implements CallbackWorker {
  readonly #options: WorkerOptions;
  readonly #attempts: Attempts;
  readonly #lanes = new Map<string, Lane>();
  /** The events that are being sent. */
  readonly #sending = new Set<string>();
  /** What is being sent, and what was sent and is not on disk yet. */
  #unrecorded = 0;
  #isStopped = true;
  #filling: Promise<void> | undefined;
  /** Whether something happened since the outbox was last looked at. */
  #isStale = false;
  #cancel = () => {};
  #onIdle: (() => void)[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#attempts = createAttempts(options);
  }

  start(): void {
    this.#isStopped = false;
    this.wake();
  }

  wake(): void {
    this.#isStale = true;
    if (!this.#isStopped) this.#filling ??= this.#fillAll();
  }

  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
      this.wake();
    });
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#cancel();
    await this.#filling;
    for (const lane of this.#lanes.values()) await this.#giveBack(lane);
    await new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
      this.#tellIfIdle();
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
      // Such as a locked database. What was claimed is due again when its lease ends.
      this.#options.logger.warn({ err }, 'the outbox could not be read');
    }
    this.#filling = undefined;
    if (this.#isStopped) return;
    this.#cancel = this.#options.schedule(() => this.wake(), POLL_MS);
    this.#tellIfIdle();
  }

  /** Claims what is due for those that have room for it. */
  async #fill(): Promise<void> {
    const { outbox, steadyNowMs } = this.#options;
    const nowMs = steadyNowMs();
    await this.#retryNow(nowMs);
    const wanted = (await outbox.queues())
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .map(({ clientId }) => ({ clientId, limit: this.#laneOf(clientId).room(nowMs) }))
      .filter(({ limit }) => limit > 0);
    const claims = shareCapacity(wanted, MAX_BACKLOG - this.#backlogSize());
    if (claims.length > 0) {
      const claimed = await outbox.claim(claims, LEASE_MS);
      for (const callback of claimed) this.#add(callback);
    }
    this.#dispatch();
  }

  /** A process that was stopped for longer than a lease finds due again what it is still sending. */
  #add(callback: ClaimedCallback): void {
    if (this.#sending.has(callback.event.id)) return;
    this.#laneOf(callback.event.clientId).add(callback);
  }

  /** Makes due what failed while a receiver was down that is there again. */
  async #retryNow(nowMs: number): Promise<void> {
    for (const [clientId, lane] of this.#lanes) {
      const { recoveredAtMs } = lane;
      if (recoveredAtMs === undefined || lane.room(nowMs) === 0) continue;
      const count = await this.#options.outbox.retryNow(clientId, {
        waitingSinceMs: recoveredAtMs,
        limit: RETRIED_AT_ONCE,
      });
      if (count < RETRIED_AT_ONCE) lane.endRecovery();
    }
  }

  #backlogSize(): number {
    let size = 0;
    for (const lane of this.#lanes.values()) size += lane.backlogSize;
    return size;
  }

  #laneOf(clientId: string): Lane {
    let lane = this.#lanes.get(clientId);
    if (!lane) {
      lane = new Lane(this.#options.steadyNowMs());
      this.#lanes.set(clientId, lane);
    }
    return lane;
  }

  /** Begins what may begin, one of each client in turn. */
  #dispatch(): void {
    for (const [clientId, lane] of this.#lanes) {
      if (this.#isStopped || this.#sending.size >= MAX_IN_FLIGHT) return;
      const callback = lane.take(this.#sending.size >= CROWDED_FROM);
      if (!callback) continue;
      // It goes to the end, where this loop comes by again: nobody is always the last.
      this.#lanes.delete(clientId);
      this.#lanes.set(clientId, lane);
      this.#sending.add(callback.event.id);
      this.#unrecorded += 1;
      void this.#send(callback, lane);
    }
  }

  async #send(callback: ClaimedCallback, lane: Lane): Promise<void> {
    const record = await this.#attempts.make(callback);
    lane.finish(record && isAnswered(record), this.#options.steadyNowMs());
    this.#sending.delete(callback.event.id);
    // The receiver is free for the next one, whatever time the disk takes.
    this.#dispatch();
    if (record) await this.#attempts.record(record);
    if (lane.isDown) await this.#giveBack(lane);
    this.#unrecorded -= 1;
    this.wake();
    this.#tellIfIdle();
  }

  /** What was claimed while the receiver seemed well is to wait where everybody sees it. */
  async #giveBack(lane: Lane): Promise<void> {
    const ids = lane.clear().map(({ event }) => event.id);
    if (ids.length === 0) return;
    try {
      await this.#options.outbox.unclaim(ids);
    } catch (err) {
      // They are due again when their leases end.
      this.#options.logger.warn({ err }, 'callbacks could not be given back to the outbox');
    }
  }

  #tellIfIdle(): void {
    if (this.#unrecorded > 0 || this.#filling) return;
    if (this.#isStale && !this.#isStopped) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

/** Whether the receiver did as it should; undefined if there was none to ask. */
function isAnswered({ attempt, outcome }: AttemptRecord): boolean | undefined {
  return attempt.error === NO_URL ? undefined : outcome.state === 'delivered';
}
