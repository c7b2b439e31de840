/** The first group after a pause is committed as soon as it has this size: the database is idle until then. */
const GOOD_GROUP_SIZE = 32;

export interface GroupCommitOptions<T, R> {
  readonly maxGroupSize: number;
  /** The most items that wait; one more is refused at once. */
  readonly maxWaiting: number;
  /** Commits a group and returns one result for each item, in their order. */
  commit(items: readonly T[]): Promise<readonly R[]>;
  /** Checks whether a failure affects every item, such as a full disk, and not a single one. */
  affectsEveryItem(error: unknown): boolean;
  /** Returns the failure of an item that finds the queue full. */
  overload(): Error;
}

interface Waiting<T, R> {
  readonly item: T;
  /** Set when its group has failed: this item may be the reason. */
  retryAlone: boolean;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Commits items that arrive together in one group; while a group is being committed, the next one gathers.
 * When an item makes its group fail, each item of the group is tried alone, so that only the bad one fails.
 */
export class GroupCommit<T, R> {
  readonly #options: GroupCommitOptions<T, R>;
  #waiting: Waiting<T, R>[] = [];
  #state: 'idle' | 'gathering' | 'committing' = 'idle';

  constructor(options: GroupCommitOptions<T, R>) {
    this.#options = options;
  }

  /** Resolves with the item's result once its group is committed. */
  submit(item: T): Promise<R> {
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(this.#options.overload());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, retryAlone: false, resolve, reject });
      if (this.#state === 'idle') {
        this.#state = 'gathering';
        // Items that arrive in the same turn of the event loop belong to the same group.
        setImmediate(() => this.#commitGathered());
      } else if (this.#waiting.length >= GOOD_GROUP_SIZE) {
        this.#commitGathered();
      }
    });
  }

  #commitGathered(): void {
    if (this.#state === 'gathering') this.#commitNext();
  }

  #commitNext(): void {
    const size = this.#waiting[0]?.retryAlone ? 1 : this.#options.maxGroupSize;
    const group = this.#waiting.splice(0, size);
    this.#state = group.length > 0 ? 'committing' : 'idle';
    if (group.length > 0) void this.#commit(group);
  }

  async #commit(group: readonly Waiting<T, R>[]): Promise<void> {
    let results: readonly R[];
    try {
      results = await this.#options.commit(group.map((waiting) => waiting.item));
      if (results.length !== group.length) throw new Error('a group commit lost a result');
    } catch (error) {
      this.#fail(group, error);
      this.#commitNext();
      return;
    }
    // The next commit starts before these items are resolved: it must not wait for their callers.
    this.#commitNext();
    for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as R);
  }

  #fail(group: readonly Waiting<T, R>[], error: unknown): void {
    if (this.#options.affectsEveryItem(error)) {
      // The waiting items have waited as long, and would only meet the same failure.
      for (const waiting of [...group, ...this.#waiting.splice(0)]) waiting.reject(error);
    } else if (group.length === 1) {
      for (const waiting of group) waiting.reject(error);
    } else {
      for (const waiting of group) waiting.retryAlone = true;
      this.#waiting.unshift(...group);
    }
  }
}
