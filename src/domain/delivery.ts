const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long to wait behind each failed attempt; behind the last one its wait goes on. */
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

/** The first failure of a callback that is older than this is its last. */
const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
/** A receiver that asks for more patience gets this much. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Waits differ by up to this part, so that what failed together does not come back together. */
const JITTER = 0.2;

/** What an attempt to deliver a callback came to. */
export interface AttemptResult {
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** What the receiver asked for in `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Whether the sender itself ended it, since its process stops. */
  readonly abortedByShutdown?: boolean;
}

/** A delivery as the decision sees it: how often it failed since it became due, and how long that is ago. */
export interface DeliveryState {
  readonly failedAttempts: number;
  readonly ageMs: number;
}

export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  /** `retryAfterRequested` when the receiver itself asked for this wait: then nothing may shorten it. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly retryAfterRequested: boolean }
  | { readonly kind: 'give-up' };

/**
 * Decides what follows an attempt: any 2xx acknowledges, 410 says never to come again, all else is tried
 * again with growing waits, for three days. What was cut off comes again soon, however old it is.
 * @param random from 0 to 1, for the jitter.
 */
export function decideDelivery(
  { failedAttempts, ageMs }: DeliveryState,
  { status, retryAfterSeconds, abortedByShutdown = false }: AttemptResult,
  random: number,
): DeliveryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410 || (ageMs >= GIVE_UP_AFTER_MS && !abortedByShutdown)) return { kind: 'give-up' };
  const step = abortedByShutdown ? 0 : Math.min(failedAttempts, RETRY_DELAYS_MS.length - 1);
  const wait = RETRY_DELAYS_MS[step] ?? 0;
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random));
  const askedMs = Math.min((retryAfterSeconds ?? 0) * SECOND_MS, MAX_RETRY_AFTER_MS);
  return { kind: 'retry', delayMs: Math.max(jittered, askedMs), retryAfterRequested: askedMs > jittered };
}
