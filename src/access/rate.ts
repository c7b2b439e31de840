import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { type RateLimit, tooMany } from '../operations/rate-limit.ts';

/** The time between two checks for points. The points of a key are restored each second. */
const RETRY_MS = 100;

/** A key waits no longer than this for what it owes, so that a large export does not stop its work for long. */
const MAX_DEBT_SECONDS = 10;

/** Takes points from the limit of a key. @throws ServiceError error_rate_limited when fewer are left. */
export async function consume(limiter: RateLimiterMemory, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}

const free = async () => {};

/** Gives every caller this many points a second; 0 for no limit. They are counted in this process. */
export function createRateLimit(pointsPerSecond: number): RateLimit {
  if (pointsPerSecond === 0) return { take: free, takeMore: free, wait: free, owe: free };
  const limiter = new RateLimiterMemory({ points: pointsPerSecond, duration: 1 });
  /** At the end of the second the limiter forgets whatever exceeds its points, so a debt blocks the caller for longer. */
  const charge = async (caller: string, points: number) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(caller, points);
    const debt = Math.min(points, consumedPoints - pointsPerSecond);
    const seconds = msBeforeNext / 1000 + debt / pointsPerSecond;
    if (debt > 0) await limiter.block(caller, Math.min(seconds, MAX_DEBT_SECONDS));
  };
  let charged: Promise<void> = Promise.resolve();
  return {
    take: (caller) => consume(limiter, caller, 1),
    async takeMore(caller, points, path) {
      if (points >= pointsPerSecond) throw tooCostly(path, points + 1, pointsPerSecond);
      await consume(limiter, caller, points);
    },
    owe(caller, points) {
      // One after another: each charge adds its time to that of the charges before it.
      charged = charged.then(() => charge(caller, points));
      return charged;
    },
    async wait(caller, points, signal) {
      while (!signal.aborted && !(await isTaken(limiter, caller, Math.min(points, pointsPerSecond))))
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    },
  };
}

async function isTaken(limiter: RateLimiterMemory, caller: string, points: number): Promise<boolean> {
  try {
    await consume(limiter, caller, points);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'error_rate_limited') return false;
    throw error;
  }
}

/** Waiting does not help a request that costs more than the points of a second, so this is an error of the request. */
function tooCostly(path: string, points: number, maximum: number): ServiceError {
  const message = `counts as ${points} requests, and a key may make ${maximum} in a second. Ask for less at once.`;
  return fieldError(path, fault('too_complex', { maximum }, message));
}
