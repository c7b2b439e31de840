import { ServiceError } from '../../domain/errors.ts';
import type { Transaction } from '../../domain/transaction.ts';

/** What a watcher may be behind before its watch ends: it then starts anew and reads what it missed. */
const MAX_BEHIND = 1_000;
/** How many watches one holder may have open. */
const MAX_OPEN = 32;
const OPEN_RETRY_SECONDS = 5;

/** Passes each transaction on to those of this process that want it. Nothing is kept for later ones. */
export function createTransactionBus(): TransactionBus {
  const subscribers = new Set<Subscriber>();
  const openOf = new Map<string, number>();
  let closed = false;
  return {
    get hasSubscribers() {
      return subscribers.size > 0;
    },
    publish(transaction) {
      for (const subscriber of subscribers) subscriber.push(transaction);
    },
    close() {
      closed = true;
      for (const subscriber of subscribers) subscriber.end();
    },
    subscribe(subscriberId, signal, filter = everything) {
      const open = openOf.get(subscriberId) ?? 0;
      if (open >= MAX_OPEN) throw tooManyOpen();
      openOf.set(subscriberId, open + 1);
      const subscriber = new Subscriber(filter, () => {
        signal.removeEventListener('abort', stop);
        subscribers.delete(subscriber);
        const left = (openOf.get(subscriberId) ?? 1) - 1;
        if (left > 0) openOf.set(subscriberId, left);
        else openOf.delete(subscriberId);
      });
      const stop = () => subscriber.end();
      subscribers.add(subscriber);
      signal.addEventListener('abort', stop);
      if (closed || signal.aborted) subscriber.end();
      return subscriber;
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
class Subscriber implements AsyncIterableIterator<Transaction, undefined> {
  readonly #filter: (transaction: Transaction) => boolean;
  readonly #onEnd: () => void;
  #waiting: Transaction[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor(filter: (transaction: Transaction) => boolean, onEnd: () => void) {
    this.#filter = filter;
    this.#onEnd = onEnd;
  }

  push(transaction: Transaction): void {
    if (!this.#filter(transaction)) return;
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

/** Tells those who watch, in this process, of each transaction that was created or changed. */
export interface TransactionBus {
  readonly hasSubscribers: boolean;
  publish(transaction: Transaction): void;
  /**
   * What is published from now on, until the signal aborts, or the reader is too far behind.
   * @param holder who watches: nobody may have too many open at once.
   * @param wants whether a transaction is to be told at all; what is not costs its reader nothing.
   * @throws ServiceError error_rate_limited.
   */
  subscribe(
    subscriberId: string,
    signal: AbortSignal,
    filter?: (transaction: Transaction) => boolean,
  ): AsyncIterable<Transaction>;
  /** Ends every watch: the process is stopping. */
  close(): void;
}
