import type { LineFailure } from '../../../src/reconciliation/line-store.ts';
import { extentOf } from '../../engines/database-errors.ts';

/** The time until a line is tried again that the matching has failed at. */
const RETRY_MS = 10 * 60 * 1000;
/** With more of them it is no fault of a line, and nothing is left out. */
const MAX_FAILING = 100;

/** Leaves out the lines that make the matching of others fail, for a while. */
export interface FailingLines {
  /**
   * Works at lines: at fewer and fewer while that fails, and then without the one that makes it fail.
   * @param findFirst finds the first of the lines.
   * @throws what the work throws, where the database cannot take it or too many lines fail.
   */
  workAt<T>(
    work: (lines: LineChoice) => Promise<T>,
    findFirst: (lines: LineChoice) => Promise<string | undefined>,
  ): Promise<T>;
  /** The failures since the last call. */
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
