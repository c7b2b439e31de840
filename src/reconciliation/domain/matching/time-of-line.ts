import type { DepositFacts, MatchableLine } from './model.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * In any time zone, a calendar day begins at most this long before the day in UTC, and ends at most this long after it.
 */
const ZONE_MS = 14 * HOUR_MS;

/** Returns the day of a line, from its beginning in the first time zone to its end in the last; null if it has none. */
function dayOf({
  bookingDate,
  valueDate,
}: MatchableLine): { readonly startMs: number; readonly endMs: number } | null {
  const startMs = Date.parse(`${bookingDate ?? valueDate}T00:00:00Z`);
  return Number.isNaN(startMs) ? null : { startMs: startMs - ZONE_MS, endMs: startMs + DAY_MS + ZONE_MS };
}

/** Whether the line was certainly booked before the deposit was created. */
export function isBeforeDeposit(line: MatchableLine, { createdAtMs }: DepositFacts): boolean {
  const day = dayOf(line);
  return day !== null && day.endMs < createdAtMs;
}

/** Whether the line was certainly booked within the time before now. */
export function isRecent(line: MatchableLine, nowMs: number, windowMs: number): boolean {
  const day = dayOf(line);
  return day !== null && day.startMs + ZONE_MS >= nowMs - windowMs;
}

/** Returns how long after a time the money came at the latest, since a line states only the day. */
export function latenessMs(line: MatchableLine, endedAtMs: number, nowMs: number): number {
  const day = dayOf(line);
  const cameAtMs = day === null ? nowMs : Math.min(nowMs, day.endMs - ZONE_MS);
  return Math.max(0, cameAtMs - endedAtMs);
}

/** Returns the whole days between the creation of a deposit and the booking of a line; null if the line has no day. */
export function daysApart(line: MatchableLine, { createdAtMs }: DepositFacts): number | null {
  const day = dayOf(line);
  if (day === null) return null;
  const startMs = day.startMs + ZONE_MS;
  return Math.abs(Math.round((startMs - Math.floor(createdAtMs / DAY_MS) * DAY_MS) / DAY_MS));
}
