import { ServiceError } from '../../domain/errors.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { createSlots } from '../slots.ts';

/** Transactions that may wait for a subscriber. A slower one is ended: it must subscribe again and read what it missed. */
const MAX_WAITING = 1_000;
/** Subscriptions that one subscriber may have open. */
const MAX_OPEN = 32;
const OPEN_RETRY_SECONDS = 5;

/** Delivers each transaction to the subscribers in this process whose filter it passes. It keeps no history. */
export function createTransactionBus(): TransactionBus {
  const subscribers = new Set<Subscriber>();
  const slots = createSlots(MAX_OPEN);
  let closed = false;
  return {
    get hasSubscribers() {
      return subscribers.size > 0;
    },
    publish(transaction, audience = 'all') {
      for (const subscriber of subscribers) subscriber.push(transaction, audience);
    },
    close() {
      closed = true;
      for (const subscriber of subscribers) subscriber.end();
    },
    subscribe(subscriberId, signal, filter = everything) {
      const release = slots.acquire(subscriberId);
      if (!release) throw tooManyOpen();
      const subscriber = new Subscriber(filter, () => {
        signal.removeEventListener('abort', stop);
        subscribers.delete(subscriber);
        release();
      });
      const stop = () => subscriber.end();
      subscribers.add(subscriber);
      signal.addEventListener('abort', stop);
      if (closed || signal.aborted) subscriber.end();
      return subscriber;
    },
  };
}

/**
 * The audience: everybody; the desk alone, of what is held back, claims, notes and callbacks; or everybody but the desk,
 * which has known it since the hold began.
 */
export type Audience = 'all' | 'desk' | 'others';

type Filter = (transaction: Transaction, audience: Audience) => boolean;

const everything = () => true;

function tooManyOpen(): ServiceError {
  return new ServiceError(
    'error_rate_limited',
    `At most ${MAX_OPEN} subscriptions may be open with one key. End one of them first.`,
    { retryAfterSeconds: OPEN_RETRY_SECONDS },
  );
}

/** One subscription. Transactions wait in it from its creation on, even before it is read. */
class Subscriber implements AsyncIterableIterator<Transaction, undefined> {
  readonly #filter: Filter;
  readonly #onEnd: () => void;
  #waiting: Transaction[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor(filter: Filter, onEnd: () => void) {
    this.#filter = filter;
    this.#onEnd = onEnd;
  }

  push(transaction: Transaction, audience: Audience): void {
    if (!this.#filter(transaction, audience)) return;
    if (this.#waiting.length >= MAX_WAITING) {
      this.end();
    } else {
      this.#waiting.push(transaction);
      this.#wake();
    }
  }

  /** Ends the subscription at once and drops the transactions that have not been read. */
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

/** Publishes each created or changed transaction to the subscribers in this process. */
export interface TransactionBus {
  readonly hasSubscribers: boolean;
  /** @param audience everybody by default. */
  publish(transaction: Transaction, audience?: Audience): void;
  /**
   * Subscribes to what is published from now on, until the signal aborts or too many transactions wait.
   * @param subscriberId the client or payment link whose open subscriptions are limited.
   * @param filter selects the transactions of this subscription; the others do not wait for it.
   * @throws ServiceError error_rate_limited if the subscriber has too many open.
   */
  subscribe(subscriberId: string, signal: AbortSignal, filter?: Filter): AsyncIterable<Transaction>;
  /** Ends every subscription, since the process is stopping. */
  close(): void;
}
