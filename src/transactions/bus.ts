import { ServiceError } from '../kernel/errors.ts';
import { createSlots } from '../operations/slots.ts';
import type { Audience, ChangeReceiver } from './change.ts';
import { createChangeReader } from './change-reader.ts';
import type { Transaction } from './domain/transaction.ts';
import { MAX_OPEN_SUBSCRIPTIONS } from './limits.ts';
import { type Selection, Subscriber } from './subscriber.ts';

const OPEN_RETRY_SECONDS = 5;

/** Delivers created and changed transactions to their subscribers. */
export interface TransactionBus extends ChangeReceiver {
  readonly hasSubscribers: boolean;
  /** Delivers a transaction. @param audience everybody by default. */
  publish(transaction: Transaction, audience?: Audience): void;
  /**
   * Subscribes to what is committed from now on, until the signal aborts or too many transactions wait.
   * @param subscriberId the client or payment link whose open subscriptions are limited.
   * @param selection the transactions of this subscription; the others do not wait for it.
   * @throws ServiceError error_rate_limited if the subscriber has too many open.
   */
  subscribe(subscriberId: string, signal: AbortSignal, selection?: Selection): AsyncIterable<Transaction>;
  /** Ends every subscription, also later ones, since the process is stopping. */
  close(): void;
}

/** @param read reads what transactions are now. */
export function createTransactionBus(
  read: (ids: readonly string[]) => Promise<readonly Transaction[]>,
): TransactionBus {
  const subscribers = new Set<Subscriber>();
  /** How many subscribers want one transaction, by its id, or any; under '' these. */
  const wanted = new Map<string, number>();
  const slots = createSlots(MAX_OPEN_SUBSCRIPTIONS);
  let closed = false;

  function count(id: string, difference: 1 | -1): void {
    const number = (wanted.get(id) ?? 0) + difference;
    if (number > 0) wanted.set(id, number);
    else wanted.delete(id);
  }

  function publish(transaction: Transaction, audience: Audience = 'all'): void {
    for (const subscriber of subscribers) subscriber.push(transaction, audience);
  }

  function endAll(): void {
    for (const subscriber of subscribers) subscriber.end();
  }

  return {
    get hasSubscribers() {
      return subscribers.size > 0;
    },
    publish,
    announce: createChangeReader({
      read,
      isWanted: (id) => wanted.has('') || wanted.has(id),
      deliver: publish,
      onLost: endAll,
    }),
    endAll,
    close() {
      closed = true;
      endAll();
    },
    subscribe(subscriberId, signal, selection = {}) {
      const release = slots.acquire(subscriberId);
      if (!release) throw tooManyOpen();
      const { transactionId = '' } = selection;
      const subscriber = new Subscriber(selection, () => {
        signal.removeEventListener('abort', stop);
        subscribers.delete(subscriber);
        count(transactionId, -1);
        release();
      });
      const stop = () => subscriber.end();
      subscribers.add(subscriber);
      count(transactionId, 1);
      signal.addEventListener('abort', stop);
      if (closed || signal.aborted) subscriber.end();
      return subscriber;
    },
  };
}

function tooManyOpen(): ServiceError {
  return new ServiceError(
    'error_rate_limited',
    `At most ${MAX_OPEN_SUBSCRIPTIONS} subscriptions may be open with one key. End one of them first.`,
    { retryAfterSeconds: OPEN_RETRY_SECONDS },
  );
}
