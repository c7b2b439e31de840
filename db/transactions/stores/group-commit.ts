import { groupBy } from '../../../src/kernel/group-by.ts';
import type { CommandTrace } from '../../engine.ts';
import { extentOf, unavailable } from '../../engines/database-errors.ts';

/** The first group after a pause is committed as soon as it has this size: the database is idle until then. */
const GOOD_GROUP_SIZE = 32;

/** When this many parts of a group have met a lock twice, the other parts have one try together. */
const MAX_LOCKED_PARTS = 4;

const MAX_WAITING = 10_000;

export interface GroupCommitOptions<T, R> {
  readonly maxGroupSize: number;
  /** The most items that wait; one more is refused at once. By default 10,000. */
  readonly maxWaiting?: number;
  /** Commits a group and returns one result for each item, in their order. */
  commit(items: readonly T[]): Promise<readonly R[]>;
  /** Names the lock that an item needs. Items with the same name are one part; by default all items are. */
  partOf?(item: T): string;
}

/** The parts of one group that has failed. */
interface Retry {
  lockedParts: number;
}

interface WaitingItem<T, R> {
  readonly item: T;
  /** Set when its group has failed: the item is retried only with items that have the same value. */
  retriedWith: unknown;
  /** Set together with `retriedWith`. */
  retry: Retry | undefined;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Whether the rest of a group has one more try. */
function isLast(retry: Retry | undefined): boolean {
  return retry !== undefined && retry.lockedParts >= MAX_LOCKED_PARTS;
}

/**
 * Commits items that arrive together as one group; meanwhile the next group gathers. If one bad item fails a group, each
 * item is retried alone; if a lock does, each part is.
 */
export class GroupCommit<T, R> {
  readonly #options: GroupCommitOptions<T, R>;
  #waiting: WaitingItem<T, R>[] = [];
  #isCommitting = false;
  #isGathering = false;

  constructor(options: GroupCommitOptions<T, R>) {
    this.#options = options;
  }

  /** Resolves with the item's result once its group is committed. */
  submit(item: T): Promise<R> {
    const { maxWaiting = MAX_WAITING } = this.#options;
    if (this.#waiting.length >= maxWaiting)
      return Promise.reject(unavailable('Too many requests wait to be stored.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, retriedWith: undefined, retry: undefined, resolve, reject });
      if (this.#isCommitting) return;
      if (!this.#isGathering) {
        this.#isGathering = true;
        // Items that arrive in the same turn of the event loop belong to the same group.
        setImmediate(() => this.#commitGathered());
      } else if (this.#waiting.length >= GOOD_GROUP_SIZE) {
        this.#commitNext();
      }
    });
  }

  #commitGathered(): void {
    if (this.#isGathering) this.#commitNext();
  }

  #commitNext(): void {
    this.#isGathering = false;
    const group = this.#waiting.splice(0, this.#nextSize());
    if (group.length > 0) void this.#commit(group);
  }

  /** Items that are tried again are at the front. */
  #nextSize(): number {
    const { retriedWith } = this.#waiting[0] ?? {};
    if (retriedWith === undefined) return this.#options.maxGroupSize;
    const end = this.#waiting.findIndex((waiting) => waiting.retriedWith !== retriedWith);
    return end < 0 ? this.#waiting.length : end;
  }

  async #commit(group: readonly WaitingItem<T, R>[]): Promise<void> {
    this.#isCommitting = true;
    let results: readonly R[];
    try {
      results = await this.#options.commit(group.map((waiting) => waiting.item));
      if (results.length !== group.length) throw new Error('a group commit lost a result');
    } catch (error) {
      this.#isCommitting = false;
      this.#fail(group, error);
      this.#commitNext();
      return;
    }
    this.#isCommitting = false;
    // The next commit starts before these items are resolved: it must not wait for their callers.
    this.#commitNext();
    for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as R);
  }

  #fail(group: readonly WaitingItem<T, R>[], error: unknown): void {
    const extent = extentOf(error);
    if (extent === 'everything') {
      // The waiting items have waited as long, and would only meet the same failure.
      for (const waiting of [...group, ...this.#waiting.splice(0)]) waiting.reject(error);
      return;
    }
    const parts = extent === 'part' ? this.#partsOf(group) : group.map((waiting) => [waiting]);
    if (parts.length === 1 || (extent === 'part' && isLast(group[0]?.retry))) {
      for (const waiting of group) waiting.reject(error);
      if (extent === 'part') this.#countLocked(group[0]?.retry);
      return;
    }
    const retry = { lockedParts: 0 };
    for (const part of parts)
      for (const waiting of part) {
        waiting.retriedWith = part;
        waiting.retry = retry;
      }
    this.#waiting.unshift(...parts.flat());
  }

  /**
   * Once several parts have met a lock again, the other parts are tried together, so that they do not wait for one lock
   * after another.
   */
  #countLocked(retry: Retry | undefined): void {
    if (retry === undefined) return;
    retry.lockedParts += 1;
    if (!isLast(retry)) return;
    for (const waiting of this.#waiting) if (waiting.retry === retry) waiting.retriedWith = retry;
  }

  #partsOf(group: readonly WaitingItem<T, R>[]): WaitingItem<T, R>[][] {
    const { partOf = () => '' } = this.#options;
    return [...groupBy(group, ({ item }) => partOf(item)).values()];
  }
}

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
