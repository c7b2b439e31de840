import { randomFillSync } from 'node:crypto';
import { createIdGenerator, createTokenGenerator, type RandomFill } from './domain/ids.ts';
import { createReferenceGenerator } from './domain/reference.ts';
import type { Runtime, Schedule } from './operations/runtime.ts';

/** Clocks, timers and randomness of the process, injected so that tests control them. */
export interface Platform {
  /** The wall clock, in epoch milliseconds. It can jump. */
  readonly nowMs: () => number;
  /** Milliseconds since an arbitrary start. They never jump. */
  readonly monotonicMs: () => number;
  readonly randomFill: RandomFill;
  readonly schedule: Schedule;
}

export const nodePlatform: Platform = {
  nowMs: Date.now,
  monotonicMs: () => performance.now(),
  randomFill: (bytes) => randomFillSync(bytes),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Makes the clocks and generators that operations use. */
export function createRuntime(platform: Platform): Runtime {
  const { nowMs, randomFill } = platform;
  return {
    nowMs,
    steadyNowMs: createSteadyClock(platform),
    newId: createIdGenerator(nowMs, randomFill),
    newToken: createTokenGenerator(randomFill),
    newReference: createReferenceGenerator(randomFill),
    newRequestId: createTokenGenerator(randomFill, 'hex'),
    random: () => randomFill(Buffer.alloc(4)).readUInt32BE() / 2 ** 32,
    randomBytes: (byteCount) => randomFill(Buffer.alloc(byteCount)),
  };
}

/**
 * The steady clock starts at the time of the wall clock. From then on it counts the time that passes, so a jump of the
 * wall clock makes nothing due early or late in this process.
 */
function createSteadyClock({ nowMs, monotonicMs }: Platform): () => number {
  const startedAtMs = nowMs() - monotonicMs();
  return () => Math.round(startedAtMs + monotonicMs());
}
