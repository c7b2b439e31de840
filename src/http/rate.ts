import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import { type RateLimit, tooMany } from '../operations/rate-limit.ts';

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

/** The points that each key has used in the running second. */
export interface PointStore {
  /** Takes points. @throws ServiceError error_rate_limited when fewer are left. */
  take(key: string, points: number): Promise<void>;
  /** Takes points, also those that are not left. */
  owe(key: string, points: number): Promise<void>;
}

/** Counts the points in this process. */
function countHere(pointsPerSecond: number): PointStore {
  const limiter = new RateLimiterMemory({ points: pointsPerSecond, duration: 1 });
  return {
    take: (key, points) => consume(limiter, key, points),
    async owe(key, points) {
      await limiter.penalty(key, points);
    },
  };
}

/**
 * Gives every caller this many points in each second; 0 for no limit.
 * @param store counts them; by default in this process.
 */
export function createRateLimit(
  pointsPerSecond: number,
  store: PointStore = countHere(pointsPerSecond),
): RateLimit {
  if (pointsPerSecond === 0) return { take: free, takeMore: free, owe: free };
  return {
    take: (caller) => store.take(caller, 1),
    async takeMore(caller, points) {
      if (points >= pointsPerSecond) throw neverEnough(points + 1, pointsPerSecond);
      await store.take(caller, points);
    },
    owe: (caller, points) => store.owe(caller, points),
  };
}

/** No wait helps a request that costs more than a second has. */
function neverEnough(points: number, pointsPerSecond: number): ServiceError {
  return new ServiceError(
    'error_rate_limited',
    `This counts as ${points} requests, and a key may make ${pointsPerSecond} in a second. Ask for less at once.`,
    { retryAfterSeconds: 1 },
  );
}
