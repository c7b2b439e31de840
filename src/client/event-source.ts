import { readEvents } from './events.ts';
import { pause, platformTimers } from './retrying-fetch.ts';

/**
 * Opens a connection. It throws when the connection can be tried again.
 * @returns the stream of events; undefined when it is refused.
 */
export type OpenStream = (
  url: string,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array> | undefined>;

/** The wait before the next connection, until the service sets another one. */
const RETRY_MS = 3000;

/** An event with its data, in the form that tRPC expects. */
class DataEvent extends Event {
  readonly data: string;

  constructor(name: string, data: string) {
    super(name);
    this.data = data;
  }
}

/** The part of an EventSource that tRPC uses. The one of browsers cannot send headers, so it cannot sign. */
export class SignedEventSource extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 0;
  readonly #closing = new AbortController();
  #retryMs = RETRY_MS;

  constructor(url: string, { open }: { readonly open: OpenStream }) {
    super();
    void this.#stayOpen(url, open);
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.#closing.abort();
  }

  /** Reconnects after each lost connection, until one is refused or this source is closed. */
  async #stayOpen(url: string, open: OpenStream): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isRefused = await this.#connect(() => open(url, signal));
      if (signal.aborted) return;
      this.readyState = this.CONNECTING;
      if (isRefused) this.close();
      this.dispatchEvent(new Event('error'));
      await pause(this.#retryMs, signal, platformTimers).catch(() => {});
    }
  }

  /** Reads one connection to its end. @returns whether it was refused. */
  async #connect(open: () => ReturnType<OpenStream>): Promise<boolean> {
    try {
      const body = await open();
      if (!body) return true;
      this.readyState = this.OPEN;
      const onRetry = (delayMs: number) => {
        this.#retryMs = delayMs;
      };
      for await (const { name, data } of readEvents(body, { onRetry })) {
        if (this.#closing.signal.aborted) return false;
        this.dispatchEvent(new DataEvent(name, data));
      }
    } catch {
      // The connection was lost, or the service cannot be reached.
    }
    return false;
  }
}
