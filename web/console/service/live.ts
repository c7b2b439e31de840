import { GraphqlRequestError } from '../../../src/client/graphql-client.ts';
import { readEvents, type ServerEvent } from './events.ts';
import type { Transaction } from './types.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** The stream of transactions as they are created and changed, which comes back whenever it breaks. */
export interface Live {
  readonly state: LiveState;
  /** Told of each transaction. @returns how to hear no more. */
  onTransaction(listener: (transaction: Transaction) => void): () => void;
  /** Told of each state. At each `live`, what was read before may be out of date. */
  onState(listener: (state: LiveState) => void): () => void;
  close(): void;
}

export interface LiveOptions {
  /** Opens the stream. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Told when the stream is refused for good, and why. */
  readonly onRefused: (error: unknown) => boolean;
}

/** A stream that says nothing for so long is dead: the service gives a sign every 12 seconds. */
const SILENCE_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Opens the stream, and opens it again until it is closed or refused for good. */
export function openLive({ open, onRefused }: LiveOptions): Live {
  const transactions = new Set<(transaction: Transaction) => void>();
  const states = new Set<(state: LiveState) => void>();
  const closing = new AbortController();
  let state: LiveState = 'connecting';
  const become = (next: LiveState) => {
    state = next;
    for (const listener of states) listener(next);
  };
  const tell = ({ name, data }: ServerEvent) => {
    if (name !== 'next') return;
    const transaction: Transaction | undefined = JSON.parse(data).data?.transactionChanged;
    if (transaction) for (const listener of transactions) listener(transaction);
  };

  async function stayOpen(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        await listenOnce(open, closing.signal, {
          onOpen() {
            failures = 0;
            become('live');
          },
          onEvent: tell,
        });
      } catch (error) {
        if (closing.signal.aborted || onRefused(error)) return;
      }
      become('reconnecting');
      await pause(pauseMs(failures), closing.signal);
    }
  }
  void stayOpen();

  return {
    get state() {
      return state;
    },
    onTransaction: (listener) => join(transactions, listener),
    onState: (listener) => join(states, listener),
    close: () => closing.abort(),
  };
}

function join<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Hearing {
  onOpen(): void;
  onEvent(event: ServerEvent): void;
}

/** One connection, from its beginning to its end. @throws when it is refused or breaks. */
async function listenOnce(
  open: LiveOptions['open'],
  closing: AbortSignal,
  { onOpen, onEvent }: Hearing,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await open(AbortSignal.any([closing, silence.signal]));
    if (!response.ok || !response.body)
      throw new GraphqlRequestError(Object(await response.json()).errors ?? []);
    onOpen();
    const onSign = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    for await (const event of readEvents(response.body, onSign)) onEvent(event);
  } finally {
    clearTimeout(timer);
  }
}

function pauseMs(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, but no longer than until the network is back. */
function pause(durationMs: number, closing: AbortSignal): Promise<void> {
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
