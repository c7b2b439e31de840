const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait after each failed attempt. The last one repeats. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;

/** A callback older than this is given up with its next failure, but not before it was tried a few times. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
/** Callbacks age while the service is stopped, and a receiver may start later than the service. */
const MIN_ATTEMPTS = 3;
/** The longest wait. A longer `Retry-After` is cut to it. */
export const MAX_WAIT_MS = 24 * HOUR_MS;
/** Waits vary by up to this part, so that callbacks that failed together are not retried together. */
const JITTER = 0.2;

/** The result of an attempt to deliver a callback. */
export interface AttemptResult {
  /** The HTTP status; null when there was no response. */
  readonly status: number | null;
  /** The value of `Retry-After`; null when there was none. */
  readonly retryAfterSeconds: number | null;
  /** Set when the sender aborted the attempt because its process was stopping. */
  readonly abortedByShutdown?: boolean;
}

/** The number of failed attempts of a delivery, and the time since it first became due. */
export interface DeliveryState {
  readonly failedAttempts: number;
  readonly ageMs: number;
}

export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  /** `retryAfterRequested` is set when the receiver requested this wait. Only an operator may shorten it then. */
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
      readonly retryAfterRequested: boolean;
      readonly failedAttempts: number;
    }
  | { readonly kind: 'give-up' };

/**
 * Decides the outcome of an attempt. Any 2xx acknowledges, 410 stops the delivery, and anything else is retried
 * with growing waits for three days, and three times at least. An attempt aborted by a shutdown does not count, and is
 * retried soon.
 * @param random from 0 to 1, for the jitter.
 */
export function decideDelivery(
  { failedAttempts, ageMs }: DeliveryState,
  { status, retryAfterSeconds, abortedByShutdown = false }: AttemptResult,
  random: number,
): DeliveryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  const isLast = ageMs >= GIVE_UP_AFTER_MS && failedAttempts + 1 >= MIN_ATTEMPTS && !abortedByShutdown;
  if (status === 410 || isLast) return { kind: 'give-up' };
  const step = abortedByShutdown ? 0 : Math.min(failedAttempts, RETRY_DELAYS_MS.length - 1);
  const wait = RETRY_DELAYS_MS[step] ?? 0;
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random));
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * SECOND_MS, MAX_WAIT_MS);
  return {
    kind: 'retry',
    delayMs: Math.max(jittered, requestedMs),
    retryAfterRequested: requestedMs > jittered,
    failedAttempts: failedAttempts + (abortedByShutdown ? 0 : 1),
  };
}
