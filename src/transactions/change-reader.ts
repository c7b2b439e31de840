import type { Audience, Change } from './change.ts';
import type { Transaction } from './domain/transaction.ts';
import { MAX_READ_AT_ONCE, MAX_WAITING_CHANGES } from './limits.ts';

export interface ChangeReaderOptions {
  /** Reads the current state of transactions. */
  readonly read: (ids: readonly string[]) => Promise<readonly Transaction[]>;
  /** Whether any subscriber may get a transaction, which is read only then. */
  readonly isWanted: (id: string) => boolean;
  readonly deliver: (transaction: Transaction, audience: Audience) => void;
  /** Called when changes cannot be delivered. */
  readonly onLost: () => void;
}

/**
 * Delivers the current state of the transactions that commits have changed. It reads one batch after another, each
 * after the commits that were announced, so that no subscriber gets an older state after a newer one. Changes in quick
 * succession are delivered as one state.
 * @returns the function that takes changes.
 */
export function createChangeReader({ read, isWanted, deliver, onLost }: ChangeReaderOptions) {
  const waiting = new Map<string, Audience>();
  let isReading = false;

  function lose(): void {
    waiting.clear();
    onLost();
  }

  async function readBatch(): Promise<void> {
    const batch = new Map([...waiting].slice(0, MAX_READ_AT_ONCE));
    for (const id of batch.keys()) waiting.delete(id);
    const found = await read([...batch.keys()]);
    const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
    for (const [id, audience] of batch) {
      const transaction = byId.get(id);
      if (transaction) deliver(transaction, audience);
    }
  }

  async function readAll(): Promise<void> {
    isReading = true;
    try {
      while (waiting.size > 0) await readBatch();
    } catch {
      lose();
    } finally {
      // Cleared in the same turn in which the queue was found empty, so that a later change starts a new run.
      isReading = false;
    }
  }

  return (changes: readonly Change[]): void => {
    for (const { id, audience } of changes)
      if (isWanted(id)) waiting.set(id, waiting.get(id) === 'all' ? 'all' : audience);
    if (waiting.size > MAX_WAITING_CHANGES) lose();
    if (waiting.size > 0 && !isReading) void readAll();
  };
}
