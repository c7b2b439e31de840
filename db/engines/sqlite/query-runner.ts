import type { QueryInput, QueryName, QueryOutput } from '../../queries.ts';
import { readingThreadFile } from './thread-files.ts';
import { type StartThread, ThreadHost } from './thread-host.ts';

/** Far longer than any query takes: one that looks at many rows ends its page and is continued by the caller. */
const QUERY_TIMEOUT_MS = 10_000;
/** Each waits at most a few milliseconds, unless something hangs. */
const MAX_WAITING = 1_000;

export interface QueryRunnerOptions {
  readonly path: string;
  /** Time without any reply after which the reading thread is terminated; ten seconds by default. */
  readonly queryTimeoutMs?: number | undefined;
  /** The entry file of the reading thread; `reading-thread.ts` by default. */
  readonly readingThread?: (() => Promise<URL>) | undefined;
  /** Replaces the start of a thread. */
  readonly startThread?: StartThread | undefined;
}

/** Runs named queries in a separate thread with its own reading connection. The first query starts the thread. */
export class QueryRunner {
  readonly #host: ThreadHost;

  constructor({
    path,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    readingThread = readingThreadFile,
    startThread,
  }: QueryRunnerOptions) {
    this.#host = new ThreadHost({
      name: 'reading thread',
      file: readingThread,
      workerData: { path, lockTimeoutMs: 0 },
      startThread,
      timeoutMs: queryTimeoutMs,
      maxWaiting: MAX_WAITING,
    });
  }

  async run<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryOutput<N>> {
    return (await this.#host.call({ kind: 'query', name, input })) as QueryOutput<N>;
  }

  /** The queries without a reply. */
  get pendingCount(): number {
    return this.#host.pendingCount;
  }

  /** Closes after the queries that were sent before. */
  close(): Promise<void> {
    return this.#host.close();
  }
}
