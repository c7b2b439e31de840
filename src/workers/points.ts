import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PointStore } from '../http/rate.ts';
import { tooMany } from '../operations/rate-limit.ts';
import type { Lease } from './messages.ts';

/** A worker leases this part of its even share of a second at once. */
const LEASES_PER_SHARE = 8;
/** Time after which leases that have ended are dropped. */
const PRUNE_EVERY_MS = 1000;

/** The points of all workers together, in the primary. */
export interface PointLeases {
  /** Gives a worker points to use up, as many as are left. */
  lease(key: string, points: number): Promise<Lease>;
  owe(key: string, points: number): Promise<void>;
}

export function createPointLeases(pointsPerSecond: number): PointLeases {
  const limiter = new RateLimiterMemory({ points: pointsPerSecond, duration: 1 });
  return {
    async lease(key, points) {
      try {
        const { msBeforeNext } = await limiter.consume(key, points);
        return { points, msLeft: msBeforeNext };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const before = error.consumedPoints - points;
        return { points: Math.max(0, pointsPerSecond - before), msLeft: error.msBeforeNext };
      }
    },
    async owe(key, points) {
      await limiter.penalty(key, points);
    },
  };
}

/** The points that this worker has leased of one key. */
interface Leased {
  left: number;
  endsAtMs: number;
  /** True when nobody gets more before the end. */
  isLast: boolean;
  asking: Promise<void> | undefined;
}

interface LeasedPointsOptions {
  readonly pointsPerSecond: number;
  readonly workers: number;
  readonly monotonicMs: () => number;
  lease(key: string, points: number): Promise<Lease>;
  owe(key: string, points: number): void;
}

/**
 * The points of a worker. It leases some of each key at a time, so that not every request asks the primary. All workers
 * together never give more than the limit. A caller can be refused while another worker has a few leased points left.
 */
export function createLeasedPoints(options: LeasedPointsOptions): PointStore {
  const { pointsPerSecond, workers, monotonicMs } = options;
  const usual = Math.max(1, Math.floor(pointsPerSecond / workers / LEASES_PER_SHARE));
  const leases = new Map<string, Leased>();
  let prunedAtMs = 0;

  /** @returns the points of a key, none of them from a second that has ended. */
  function leasedOf(key: string): Leased {
    const nowMs = monotonicMs();
    if (nowMs - prunedAtMs > PRUNE_EVERY_MS) {
      prunedAtMs = nowMs;
      for (const [old, { endsAtMs, asking }] of leases) if (endsAtMs <= nowMs && !asking) leases.delete(old);
    }
    const leased = leases.get(key) ?? { left: 0, endsAtMs: 0, isLast: false, asking: undefined };
    leases.set(key, leased);
    if (leased.endsAtMs <= nowMs) {
      leased.left = 0;
      leased.isLast = false;
    }
    return leased;
  }

  async function askFor(key: string, wanted: number): Promise<void> {
    const asked = Math.max(usual, wanted);
    const { points, msLeft } = await options.lease(key, asked);
    const leased = leasedOf(key);
    leased.left += points;
    leased.endsAtMs = monotonicMs() + msLeft;
    leased.isLast = points < asked;
    leased.asking = undefined;
  }

  return {
    async take(key, points) {
      for (;;) {
        const leased = leasedOf(key);
        if (leased.left >= points) {
          leased.left -= points;
          return;
        }
        if (leased.isLast) throw tooMany(Math.max(1, Math.ceil((leased.endsAtMs - monotonicMs()) / 1000)));
        leased.asking ??= askFor(key, points - leased.left);
        await leased.asking;
      }
    },
    async owe(key, points) {
      const leased = leasedOf(key);
      const paid = Math.min(points, leased.left);
      leased.left -= paid;
      if (paid < points) options.owe(key, points - paid);
    },
  };
}
