/** A name of the IANA time zone database, such as `Europe/Istanbul`. An offset such as `+03:00` is not a name. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

export const DAY_MS = 86_400_000;
/** No zone changes its offset within a quarter of an hour of UTC. */
const QUARTER_MS = 900_000;
/** The most steps in which a range of time is searched for changes, so that a wrong time in a row takes no longer. */
const MAX_STEPS = 50_000;

export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

interface KnownZone {
  readonly format: Intl.DateTimeFormat;
  /** The last requested quarter of an hour, and its offset: new transactions nearly always share it. */
  quarter: number;
  offsetMs: number;
}

const knownZones = new Map<string, KnownZone>();

/** The day in a zone, in days since 1970-01-01 there. */
export function dayIn(zone: string, timeMs: number): number {
  return Math.floor((timeMs + offsetIn(zone, timeMs)) / DAY_MS);
}

/** The day in a zone, as `dayIn` counts it, and the milliseconds since its midnight by the clock there. */
export function timeOfDayIn(
  zone: string,
  timeMs: number,
): { readonly day: number; readonly msOfDay: number } {
  const localMs = timeMs + offsetIn(zone, timeMs);
  const day = Math.floor(localMs / DAY_MS);
  return { day, msOfDay: localMs - day * DAY_MS };
}

/** The number of a day, `2026-11-22`, as `dayIn` counts them. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

/** Writes the number of a day as a date. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetIn(zone: string, timeMs: number): number {
  let known = knownZones.get(zone);
  if (!known) {
    known = { format: formatOf(zone), quarter: Number.NaN, offsetMs: 0 };
    knownZones.set(zone, known);
  }
  const quarter = Math.floor(timeMs / QUARTER_MS);
  if (quarter !== known.quarter) {
    known.offsetMs = readOffset(known.format, quarter * QUARTER_MS);
    known.quarter = quarter;
  }
  return known.offsetMs;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const digits = { month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', ...digits });
}

function readOffset(format: Intl.DateTimeFormat, timeMs: number): number {
  const parts: Partial<Record<string, number>> = {};
  for (const { type, value } of format.formatToParts(timeMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - timeMs;
}

/** An offset of a zone, from a time on. */
export interface ZoneOffset {
  readonly sinceMs: number;
  readonly offsetMs: number;
}

/** The offsets of a zone in a range of time, the earliest first. Each holds until the next one. */
export function offsetsBetween(zone: string, fromMs: number, toMs: number): readonly ZoneOffset[] {
  const offsets: ZoneOffset[] = [{ sinceMs: fromMs, offsetMs: offsetIn(zone, fromMs) }];
  const stepMs = Math.max(DAY_MS, (toMs - fromMs) / MAX_STEPS);
  for (let startMs = fromMs; startMs < toMs; startMs += stepMs) {
    const offsetMs = offsetIn(zone, startMs + stepMs);
    if (offsetMs !== offsets.at(-1)?.offsetMs)
      offsets.push({ sinceMs: findChange(zone, startMs, startMs + stepMs), offsetMs });
  }
  return offsets;
}

/** Finds the start of the quarter of an hour from which the later offset holds. */
function findChange(zone: string, beforeMs: number, afterMs: number): number {
  const later = offsetIn(zone, afterMs);
  let low = Math.floor(beforeMs / QUARTER_MS);
  let high = Math.ceil(afterMs / QUARTER_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetIn(zone, middle * QUARTER_MS) === later) high = middle;
    else low = middle;
  }
  return high * QUARTER_MS;
}
