import { ServiceError } from '../kernel/errors.ts';

/** Limits what each caller may request in a second, in points. A plain request costs one point. */
export interface RateLimit {
  /** Takes the one point of a request. @throws ServiceError error_rate_limited when none is left. */
  take(caller: string): Promise<void>;
  /**
   * Takes the cost of a request beyond its one point, before the work begins.
   * @param path the field that causes the cost, as the failure names it.
   * @throws ServiceError error_rate_limited when fewer points are left, error_validation when a second has too few.
   */
  takeMore(caller: string, points: number, path: string): Promise<void>;
  /**
   * Waits until points are left, and takes them.
   * @param signal ends the wait. No points are taken then.
   */
  wait(caller: string, points: number, signal: AbortSignal): Promise<void>;
  /** Takes the actual cost of finished work. The next request may be refused because of it. */
  owe(caller: string, points: number): Promise<void>;
}

/** The error for too many requests, within some time or at once. */
export function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('error_rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
