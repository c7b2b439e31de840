import type { Audience } from './change.ts';
import type { Transaction } from './domain/transaction.ts';
import { MAX_WAITING_OF_SUBSCRIBER } from './limits.ts';

/** The transactions of a subscription; all by default. */
export interface Selection {
  /** Only this transaction. */
  readonly transactionId?: string | undefined;
  readonly matches?: (transaction: Transaction, audience: Audience) => boolean;
}

/** One subscription. Transactions wait in it from its creation on, even before it is read. */
export class Subscriber implements AsyncIterableIterator<Transaction, undefined> {
  readonly #selection: Selection;
  readonly #onEnd: () => void;
  #waiting: Transaction[] = [];
  #ended = false;
  #wake: () => void = () => {};

  constructor(selection: Selection, onEnd: () => void) {
    this.#selection = selection;
    this.#onEnd = onEnd;
  }

  push(transaction: Transaction, audience: Audience): void {
    const { transactionId = transaction.id, matches } = this.#selection;
    if (transaction.id !== transactionId || matches?.(transaction, audience) === false) return;
    if (this.#waiting.length >= MAX_WAITING_OF_SUBSCRIBER) {
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
