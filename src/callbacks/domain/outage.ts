/** Fewer failures in a row count as rejections of single callbacks. */
export const MIN_FAILURES = 5;
const MIN_OUTAGE_MS = 60_000;

/** The most failures that are examined. This many in a row are an outage, however short. */
export const MAX_FAILURES = 1000;

/** The attempts of a client that failed since its last success, by the wall clock; null when there are none. */
export interface Failures {
  readonly count: number;
  readonly sinceMs: number | null;
}

/** Checks whether a success after these failures ends an outage of the receiver. */
export function isOutage({ count, sinceMs }: Failures, nowMs: number): boolean {
  if (sinceMs === null || count < MIN_FAILURES) return false;
  return count === MAX_FAILURES || nowMs - sinceMs >= MIN_OUTAGE_MS;
}
