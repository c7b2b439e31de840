import type { Audience } from './change-transport.ts';
import type { Transaction } from './domain/transaction.ts';

/** Transactions that may wait for a subscriber. A slower one is ended: it must subscribe again and read what it missed. */
const MAX_WAITING = 1_000;

/** Selects the transactions of a subscription. */
export type Filter = (transaction: Transaction, audience: Audience) => boolean;

/** One subscription. Transactions wait in it from its creation on, even before it is read. */
export class Subscriber implements AsyncIterableIterator<Transaction, undefined> {
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
