import { ServiceError } from '../kernel/errors.ts';
import { createSlots } from '../operations/slots.ts';
import type { Audience, ChangeTransport } from './change-transport.ts';
import { createDeliveredStates } from './delivered-states.ts';
import type { Transaction } from './domain/transaction.ts';
import { type Filter, Subscriber } from './subscriber.ts';

/** Subscriptions that one subscriber may have open. */
const MAX_OPEN = 8;
const OPEN_RETRY_SECONDS = 5;

/** Publishes each created or changed transaction to its subscribers. */
export interface TransactionBus {
  /** Whether anybody has subscribed in this process. */
  readonly hasSubscribers: boolean;
  /** Whether what is published can reach a subscriber, in this process or in another one. */
  readonly isHeard: boolean;
  /**
   * @param audience everybody by default.
   * @param auditPosition the place in the audit log of a change that leaves the sequence as it is.
   */
  publish(transaction: Transaction, audience?: Audience, auditPosition?: number): void;
  /**
   * Subscribes to what is published from now on, until the signal aborts or too many transactions wait.
   * @param subscriberId the client or payment link whose open subscriptions are limited.
   * @param filter selects the transactions of this subscription; the others do not wait for it.
   * @throws ServiceError error_rate_limited if the subscriber has too many open.
   */
  subscribe(subscriberId: string, signal: AbortSignal, filter?: Filter): AsyncIterable<Transaction>;
  /**
   * Resolves once the subscriptions of this process get what any other process publishes from then on. What happened
   * between a subscription and this can be missing.
   */
  joined(): Promise<void>;
  /** Ends every subscription, since the process is stopping. */
  close(): void;
}

/**
 * Delivers each transaction to the subscribers in this process whose filter it passes.
 * @param transport carries what is published to and from other processes; undefined where there are none.
 */
export function createTransactionBus(transport?: ChangeTransport): TransactionBus {
  const subscribers = new Set<Subscriber>();
  const slots = createSlots(MAX_OPEN);
  const delivered = transport && createDeliveredStates();
  let joined: Promise<void> | undefined;
  let closed = false;

  function deliver(
    transaction: Transaction,
    audience: Audience,
    how?: { readonly auditPosition?: number | undefined; readonly isAgain?: boolean },
  ): void {
    if (subscribers.size === 0 && !delivered) return;
    // A change that is published before a subscription is not for it, also when changes are read again.
    if (delivered && !delivered.admit(transaction, audience, how)) return;
    for (const subscriber of subscribers) subscriber.push(transaction, audience);
  }

  function endAll(): void {
    for (const subscriber of subscribers) subscriber.end();
  }

  function leave(subscriber: Subscriber): void {
    if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
    joined = undefined;
    void transport?.listen?.(false);
  }

  transport?.connect({
    get hasSubscribers() {
      return subscribers.size > 0;
    },
    receive: (transaction, audience, auditPosition) => deliver(transaction, audience, { auditPosition }),
    receiveAgain: (transaction, audience, auditPosition) =>
      deliver(transaction, audience, { auditPosition, isAgain: true }),
    isNew: (change) => delivered?.isNew(change) ?? true,
    pass: (change) => delivered?.pass(change),
    endAll,
  });
  return {
    get hasSubscribers() {
      return subscribers.size > 0;
    },
    get isHeard() {
      return subscribers.size > 0 || (transport !== undefined && transport.isHeard !== false);
    },
    publish(transaction, audience = 'all', auditPosition) {
      deliver(transaction, audience, { auditPosition });
      if (transport && transport.isHeard !== false) transport.send(transaction, audience, auditPosition);
    },
    async joined() {
      await joined;
    },
    close() {
      closed = true;
      endAll();
    },
    subscribe(subscriberId, signal, filter = everything) {
      const release = slots.acquire(subscriberId);
      if (!release) throw tooManyOpen();
      const subscriber = new Subscriber(filter, () => {
        signal.removeEventListener('abort', stop);
        leave(subscriber);
        release();
      });
      const stop = () => subscriber.end();
      subscribers.add(subscriber);
      joined ??= transport?.listen?.(true);
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
