import { readEvents, type ServerEvent } from '../../../src/client/events.ts';
import { GraphqlRequestError } from '../../../src/client/graphql-client.ts';
import type { Transaction } from './types.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** The stream of created and changed transactions. It reconnects when it breaks. */
export interface Live {
  readonly state: LiveState;
  /** Subscribes to transactions. @returns a function that unsubscribes. */
  onTransaction(listener: (transaction: Transaction) => void): () => void;
  /** Subscribes to states. After each `live`, data that was read before may be out of date. */
  onState(listener: (state: LiveState) => void): () => void;
  close(): void;
}

export interface LiveOptions {
  /** Opens the stream. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Called with the error of a failed connection. It returns whether the refusal is final. */
  readonly onRefused: (error: unknown) => boolean;
}

/** A stream without data for this long is broken, because the service sends something every 12 seconds. */
const IDLE_TIMEOUT_MS = 30_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/** Opens the stream, and reopens it until it is closed or finally refused. */
export function openLive({ open, onRefused }: LiveOptions): Live {
  const transactions = new Set<(transaction: Transaction) => void>();
  const states = new Set<(state: LiveState) => void>();
  const closing = new AbortController();
  let state: LiveState = 'connecting';
  const setState = (next: LiveState) => {
    state = next;
    for (const listener of states) listener(next);
  };
  const publish = ({ name, data }: ServerEvent) => {
    if (name !== 'next') return;
    const transaction: Transaction | undefined = JSON.parse(data).data?.transactionChanged;
    if (transaction) for (const listener of transactions) listener(transaction);
  };

  async function stayOpen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        await readStream(open, closing.signal, {
          onOpen() {
            failures = 0;
            setState('live');
          },
          onEvent: publish,
        });
      } catch (error) {
        if (closing.signal.aborted || onRefused(error)) return;
      }
      setState('reconnecting');
      await waitToRetry(retryDelayMs(failures), closing.signal);
    }
  }
  void stayOpen();

  return {
    get state() {
      return state;
    },
    onTransaction: (listener) => subscribe(transactions, listener),
    onState: (listener) => subscribe(states, listener),
    close: () => closing.abort(),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface RefusalBody {
  readonly errors?: ConstructorParameters<typeof GraphqlRequestError>[0];
}

interface StreamHandlers {
  onOpen(): void;
  onEvent(event: ServerEvent): void;
}

/** Opens one connection and reads it to its end. @throws when it is refused or breaks. */
async function readStream(
  open: LiveOptions['open'],
  closing: AbortSignal,
  { onOpen, onEvent }: StreamHandlers,
): Promise<void> {
  const idle = new AbortController();
  const stop = () => idle.abort();
  let timer = setTimeout(stop, IDLE_TIMEOUT_MS);
  // A lost network closes no connection.
  addEventListener('offline', stop);
  try {
    const response = await open(AbortSignal.any([closing, idle.signal]));
    if (!response.ok || !response.body) {
      const refusal: RefusalBody | null = await response.json();
      throw new GraphqlRequestError(refusal?.errors ?? []);
    }
    onOpen();
    const onActivity = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, IDLE_TIMEOUT_MS);
    };
    for await (const event of readEvents(response.body, { onActivity })) onEvent(event);
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', stop);
  }
}

function retryDelayMs(failures: number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/** Waits for the duration, or until the browser is online again or the stream is closed. */
function waitToRetry(durationMs: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      closing.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    addEventListener('online', done);
    closing.addEventListener('abort', done);
  });
}
