import { ServiceError } from '../../domain/errors.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { createSlots } from '../slots.ts';
import { type Audience, type Change, createDeliveredStates } from './delivered-states.ts';

export type { Audience, Change } from './delivered-states.ts';

/** Transactions that may wait for a subscriber. A slower one is ended: it must subscribe again and read what it missed. */
const MAX_WAITING = 1_000;
/** Subscriptions that one subscriber may have open. */
const MAX_OPEN = 32;
const OPEN_RETRY_SECONDS = 5;

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
    const left = delivered ? delivered.admit(transaction, audience, how) : audience;
    if (!left) return;
    for (const subscriber of subscribers) subscriber.push(transaction, left);
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
    isNews: (change) => delivered?.isNews(change) ?? true,
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

/** Carries what one process publishes to the subscribers of the others. */
export interface ChangeTransport {
  /** Connects the bus of this process, once. */
  connect(receiver: ChangeReceiver): void;
  /** Resolves when no later change is missed. A service waits for it before it answers. */
  start?(): Promise<void>;
  /** False while surely no other process has a subscriber; not given where that is not known. */
  readonly isHeard?: boolean;
  /**
   * Tells whether this process has subscribers. Not given where others need not know.
   * @returns resolves once everything arrives that others publish from then on.
   */
  listen?(hasSubscribers: boolean): Promise<void>;
  /** Tells the other processes of a committed change. It returns at once and never throws. */
  send(transaction: Transaction, audience: Audience, auditPosition?: number): void;
}

/** The bus of one process, as its transport sees it. */
export interface ChangeReceiver {
  readonly hasSubscribers: boolean;
  /** Delivers a change that another process has published. */
  receive(transaction: Transaction, audience: Audience, auditPosition?: number): void;
  /** Delivers a change that was read again because messages may be lost, unless it was delivered before. */
  receiveAgain(transaction: Transaction, audience: Audience, auditPosition?: number): void;
  /** Whether anybody of its audience was not told of a change, nor of a later state. */
  isNews(change: Change): boolean;
  /** Notes a change of another process that nobody here is to be told of. */
  pass(change: Change): void;
  /** Ends every subscription, since changes are lost: who subscribes again reads what it missed. */
  endAll(): void;
}

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
