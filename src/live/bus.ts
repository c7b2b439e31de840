import { ServiceError } from '../domain/errors.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { TransactionBus } from '../operations/ports.ts';

/** What a watcher may be behind before its watch ends: it then starts anew and reads what it missed. */
const MAX_BEHIND = 1_000;
/** How many watches one holder may have open. */
const MAX_OPEN = 32;
const OPEN_RETRY_SECONDS = 5;

/** Passes each transaction on to those of this process that want it. Nothing is kept for later ones. */
export function createTransactionBus(): TransactionBus {
  const watchers = new Set<Watcher>();
  const openOf = new Map<string, number>();
  let closed = false;
  return {
    get hasWatchers() {
      return watchers.size > 0;
    },
    publish(transaction) {
      for (const watcher of watchers) watcher.push(transaction);
    },
    close() {
      closed = true;
      for (const watcher of watchers) watcher.end();
    },
    watch(holder, signal, wants = everything) {
      const open = openOf.get(holder) ?? 0;
      if (open >= MAX_OPEN) throw tooManyOpen();
      openOf.set(holder, open + 1);
      const watcher = new Watcher(wants, () => {
        signal.removeEventListener('abort', stop);
        watchers.delete(watcher);
        const left = (openOf.get(holder) ?? 1) - 1;
        if (left > 0) openOf.set(holder, left);
        else openOf.delete(holder);
      });
      const stop = () => watcher.end();
      watchers.add(watcher);
      signal.addEventListener('abort', stop);
      if (closed || signal.aborted) watcher.end();
      return watcher;
    },
  };
}

const everything = () => true;

function tooManyOpen(): ServiceError {
  return new ServiceError(
    'error_rate_limited',
    `At most ${MAX_OPEN} subscriptions may be open with one key. End one of them first.`,
    { retryAfterSeconds: OPEN_RETRY_SECONDS },
  );
}

/** One reader of the bus, from the moment it is made until it ends, whether it is read or not. */
class Watcher implements AsyncIterableIterator<Transaction, undefined> {
  readonly #wants: (transaction: Transaction) => boolean;
  readonly #onEnd: () => void;
  #waiting: Transaction[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor(wants: (transaction: Transaction) => boolean, onEnd: () => void) {
    this.#wants = wants;
    this.#onEnd = onEnd;
  }

  push(transaction: Transaction): void {
    if (!this.#wants(transaction)) return;
    if (this.#waiting.length >= MAX_BEHIND) {
      this.end();
    } else {
      this.#waiting.push(transaction);
      this.#wake();
    }
  }

  /** Ends the watch at once; what was not read yet is let go. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#onEnd();
    this.#wake();
  }

  async next(): Promise<IteratorResult<Transaction, undefined>> {
    while (!this.#ended) {
      const value = this.#waiting.shift();
      if (value) return { done: false, value };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Transaction, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
