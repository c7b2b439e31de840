import { ServiceError } from '../kernel/errors.ts';
import type { Principal } from './permissions.ts';
import { type RateLimit, tooMany } from './rate-limit.ts';
import { createSharedSlots, createSlots, withSlot } from './slots.ts';

/** The most scans that run at once. They take turns in one thread, so more would only make each other slower. */
const MAX_RUNNING = 4;
/** The most running and waiting scans of a key. A GraphQL document can have eight. */
const MAX_PER_KEY = 20;
/** The most waiting scans of all keys together. */
const MAX_WAITING = 200;
const RETRY_SECONDS = 1;
/** A scan costs one point of the rate limit for this many rows: at most 50 points for a page. */
const ROWS_PER_POINT = 2_000;

interface WithScannedRows {
  readonly scannedRows: number;
}

/** Limits the reads that can look at many rows, so that one key cannot block the others. */
export interface Scans {
  /**
   * Runs a scan when its turn comes: each key has one at a time, and only a few run at the same time. The rows that it
   * examined are charged to the rate limit of the key.
   * @throws ServiceError error_rate_limited or error_unavailable when too many wait.
   */
  run<T extends WithScannedRows>(principal: Principal, scan: () => Promise<T>): Promise<T>;
}

interface WaitingScan {
  readonly key: string;
  start(): void;
}

export function createScans(rate: RateLimit): Scans {
  const slots = createSlots(MAX_PER_KEY);
  const running = new Set<string>();
  const waiting: WaitingScan[] = [];

  /** Starts the scans that waited longest, of keys that have none running. */
  function startNext(): void {
    while (running.size < MAX_RUNNING) {
      const index = waiting.findIndex(({ key }) => !running.has(key));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      running.add(next.key);
      next.start();
    }
  }

  function turnOf(key: string): Promise<void> {
    return new Promise((start) => {
      waiting.push({ key, start });
      startNext();
    });
  }

  return {
    run({ client: { id: key } }, scan) {
      return withSlot(
        slots.acquire(key),
        () => tooMany(RETRY_SECONDS),
        async () => {
          if (waiting.length >= MAX_WAITING)
            throw new ServiceError(
              'error_unavailable',
              'Too many searches wait. Send the same request again.',
            );
          await turnOf(key);
          try {
            const result = await scan();
            await rate.owe(key, Math.floor(result.scannedRows / ROWS_PER_POINT));
            return result;
          } finally {
            running.delete(key);
            startNext();
          }
        },
      );
    },
  };
}

/** The most exports that a process makes at once. */
const MAX_EXPORTS = 2;
/** The most exports that one key has under way at once. */
const MAX_EXPORTS_OF_KEY = 1;

/** Limits how many exports a process makes at once: each is built in memory. */
export interface ExportTurns {
  /** @throws ServiceError error_rate_limited when the key, or all keys together, have too many under way. */
  run<T>(principal: Principal, work: () => Promise<T>): Promise<T>;
}

export function createExportTurns(): ExportTurns {
  const slots = createSharedSlots({ each: MAX_EXPORTS_OF_KEY, all: MAX_EXPORTS });
  return {
    run: ({ client }, work) => withSlot(slots.acquire(client.id), () => tooMany(RETRY_SECONDS), work),
  };
}
