import { randomFillSync } from 'node:crypto';
import type { EngineClock } from '../../db/engine.ts';
import { MAX_CLOCK_PAUSE_MS } from '../kernel/clock.ts';
import { createIdGenerator, createTokenGenerator, type RandomFill } from '../kernel/ids.ts';
import type { Runtime, Schedule } from '../operations/runtime.ts';

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

/** Whether the clocks are those of this machine, and not simulated by a test. */
export function hasMachineClocks({ nowMs, monotonicMs }: Platform): boolean {
  return nowMs === nodePlatform.nowMs && monotonicMs === nodePlatform.monotonicMs;
}

/**
 * Makes the clocks and generators that operations use.
 * @param serverClock that of a database that several processes serve; they measure by it what is due.
 */
export function createRuntime(
  platform: Platform,
  serverClock?: Pick<EngineClock, 'nowMs' | 'isSure'>,
): Runtime {
  const { nowMs, randomFill } = platform;
  const ownNowMs = createSteadyClock(platform);
  return {
    nowMs,
    steadyNowMs: serverClock ? followClock(serverClock.nowMs, ownNowMs) : ownNowMs,
    isTimeSure: serverClock?.isSure ?? (() => true),
    newId: createIdGenerator(nowMs, randomFill),
    newToken: createTokenGenerator(randomFill),
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
  const steadyZeroMs = nowMs() - monotonicMs();
  return () => Math.round(steadyZeroMs + monotonicMs());
}

/**
 * A clock that follows another one. While that one is set back a little, it does not move. One that was set back further,
 * such as by a failover to another server, is followed at once.
 */
function followClock(serverNowMs: () => number | undefined, ownNowMs: () => number): () => number {
  let lastMs = 0;
  return () => {
    const nowMs = Math.round(serverNowMs() ?? ownNowMs());
    if (nowMs >= lastMs || lastMs - nowMs > MAX_CLOCK_PAUSE_MS) lastMs = nowMs;
    return lastMs;
  };
}
