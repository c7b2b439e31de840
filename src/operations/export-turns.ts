import type { Principal } from './permissions.ts';
import { tooMany } from './rate-limit.ts';
import { createSharedSlots, withSlot } from './slots.ts';

/** The most exports that a process makes at once. */
const MAX_EXPORTS = 2;
/** The most exports that one key has under way at once. */
const MAX_EXPORTS_OF_KEY = 1;
const RETRY_SECONDS = 1;

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
