import type { Transaction } from '../domain/transaction.ts';
import type { TransactionBus } from '../operations/ports.ts';

/** What a watcher may be behind before its watch ends: it then starts anew and reads what it missed. */
const MAX_BEHIND = 1_000;

/** Passes each transaction on to those of this process that watch. Nothing is kept for later ones. */
export function createTransactionBus(): TransactionBus {
  const watchers = new Set<Watcher>();
  return {
    get hasWatchers() {
      return watchers.size > 0;
    },
    publish(transaction) {
      for (const watcher of watchers) watcher.push(transaction);
    },
    close() {
      for (const watcher of watchers) watcher.end();
    },
    async *watch(signal) {
      const watcher = new Watcher();
      const stop = () => watcher.end();
      watchers.add(watcher);
      signal.addEventListener('abort', stop);
      try {
        if (!signal.aborted) yield* watcher.read();
      } finally {
        signal.removeEventListener('abort', stop);
        watchers.delete(watcher);
      }
    },
  };
}

class Watcher {
  #waiting: Transaction[] = [];
  #ended = false;
  #wake: () => void = () => {};

  push(transaction: Transaction): void {
    if (this.#waiting.length >= MAX_BEHIND) this.end();
    else this.#waiting.push(transaction);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *read(): AsyncGenerator<Transaction> {
    while (!this.#ended) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0 || this.#ended) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
