import { type Reply, toError } from './protocol.ts';

/** A call without a reply. */
interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
  /** True if the call has no time limit. */
  readonly isUnlimited: boolean;
}

interface PendingCallsOptions {
  /** Time without any reply after which `onTimeout` is called. */
  readonly timeoutMs: number;
  onTimeout(): void;
}

/** The calls that wait for their replies, from one thread or over one connection. */
export class PendingCalls {
  readonly #options: PendingCallsOptions;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PendingCallsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting.size;
  }

  /** Sends a call with an id of its own. @returns what its reply says. */
  add(send: (id: number) => void, { isUnlimited }: { readonly isUnlimited: boolean }): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      send(id);
      this.#waiting.set(id, { resolve, reject, isUnlimited });
      if (this.#waiting.size === 1) this.#restartTimer();
    });
  }

  receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    this.#waiting.delete(reply.id);
    this.#restartTimer();
    if ('output' in reply) waiting.resolve(reply.output);
    else waiting.reject(toError(reply.failure));
  }

  fail(error: Error): void {
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Restarts the time limit: any reply shows that the other side is alive, however many calls wait. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    const isUnlimited = [...this.#waiting.values()].some((waiting) => waiting.isUnlimited);
    if (this.#waiting.size === 0 || isUnlimited) return;
    this.#timer = setTimeout(() => this.#options.onTimeout(), this.#options.timeoutMs);
  }
}
