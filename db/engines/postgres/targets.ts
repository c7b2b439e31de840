import pg from 'pg';
import { describeConnectFailure } from './connect-failure.ts';
import type { ConnectError } from './errors.ts';
import type { PostgresLocation, Target } from './location.ts';

/** The servers of a URL in turn. The one that took the last connection is tried first. */
export class Targets {
  readonly #all: readonly Target[];
  #index = 0;

  constructor({ targets }: PostgresLocation) {
    this.#all = targets;
  }

  get current(): Target {
    return this.#all[this.#index] as Target;
  }

  /** Moves on to the next target. If many connections fail at the same time, only the first failure counts. */
  leave(target: Target): void {
    if (target === this.current) this.#index = (this.#index + 1) % this.#all.length;
  }
}

type OnConnect = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** A client that connects to the current server of a URL, and reports why it cannot. */
export class TargetClient extends pg.Client {
  readonly #targets: Targets;
  readonly #target: Target;

  constructor(targets: Targets, options: pg.ClientConfig) {
    const target = targets.current;
    // The pool hides the password, so that no copy has it.
    super({ ...options, password: options.password, ...target });
    this.#targets = targets;
    this.#target = target;
  }

  /** Leaves the server of a client that failed. @returns the reason. */
  refuse(error: unknown): ConnectError {
    this.#targets.leave(this.#target);
    return describeConnectFailure(error, this.#target);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: OnConnect): undefined;
  override connect(callback?: OnConnect): Promise<pg.Client> | undefined {
    if (!callback)
      return super.connect().catch((error: unknown) => {
        throw this.refuse(error);
      });
    const done = callback as (error: Error | null) => void;
    super.connect((error: Error | null) => done(error && this.refuse(error)));
    return undefined;
  }
}

/** The class of the clients of a pool. */
export function clientClass(targets: Targets): new () => pg.ClientBase {
  return class extends TargetClient {
    constructor(options: pg.ClientConfig = {}) {
      super(targets, options);
    }
  };
}
