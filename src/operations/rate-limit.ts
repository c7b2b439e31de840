import { ServiceError } from '../kernel/errors.ts';

/** The limit of what each caller may ask for in a second, in points. A plain request is one point. */
export interface RateLimit {
  /** Takes the one point of a request. @throws ServiceError error_rate_limited when none is left. */
  take(caller: string): Promise<void>;
  /**
   * Takes what a request costs beyond its one point, before the work begins.
   * @throws ServiceError error_rate_limited when fewer points are left.
   */
  takeMore(caller: string, points: number): Promise<void>;
  /**
   * Waits until points are left, and takes them.
   * @param signal ends the wait. No points are taken then.
   */
  wait(caller: string, points: number, signal: AbortSignal): Promise<void>;
  /** Takes points for work that was done, as many as it turned out to cost. The next request may be refused. */
  owe(caller: string, points: number): Promise<void>;
}

/** The error for too many requests, within some time or at once. */
export function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError('error_rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
