import type { LineFailure } from '../../../src/reconciliation/line-store.ts';
import { extentOf } from '../../engines/database-errors.ts';

/** How long to wait before retrying a line with which matching has failed. */
const RETRY_MS = 10 * 60 * 1000;
/** If more lines fail, the cause is not a single line, and none is left out. */
const MAX_FAILING = 100;

/** Leaves out, for a while, lines that make the matching of others fail. */
export interface FailingLines {
  /**
   * Does work on lines. If it fails, it is retried with fewer and fewer lines, and then without the failing one.
   * @param findFirst finds the first of the lines.
   * @throws what the work throws, if the database is unavailable or too many lines fail.
   */
  workAt<T>(
    work: (lines: LineChoice) => Promise<T>,
    findFirst: (lines: LineChoice) => Promise<string | undefined>,
  ): Promise<T>;
  /** Returns the failures since the last call. */
  take(): readonly LineFailure[];
}

export interface LineChoice {
  readonly limit: number;
  readonly except: readonly string[];
}

export function createFailingLines(steadyNowMs: () => number, linesAtOnce: number): FailingLines {
  const retryAtMs = new Map<string, number>();
  let failures: LineFailure[] = [];

  function leftOut(): readonly string[] {
    for (const [lineId, dueMs] of retryAtMs) if (dueMs <= steadyNowMs()) retryAtMs.delete(lineId);
    return [...retryAtMs.keys()];
  }

  return {
    async workAt(work, findFirst) {
      for (let limit = linesAtOnce; ; limit = Math.floor(limit / 2) || linesAtOnce) {
        const lines = { limit, except: leftOut() };
        try {
          return await work(lines);
        } catch (err) {
          if (extentOf(err) !== 'item' || retryAtMs.size >= MAX_FAILING) throw err;
          if (limit > 1) continue;
          const lineId = await findFirst(lines);
          if (lineId === undefined) throw err;
          retryAtMs.set(lineId, steadyNowMs() + RETRY_MS);
          failures.push({ lineId, err });
        }
      }
    },
    take() {
      const taken = failures;
      failures = [];
      return taken;
    },
  };
}
