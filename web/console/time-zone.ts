/** The zone in which the service counts days. Until it is known, it is that of the browser. */
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
let offsetFormat: Intl.DateTimeFormat | undefined;

/** The time zone of all shown timestamps, an IANA name. */
export function timeZone(): string {
  return zone;
}

/** Sets the zone of the desk, which the service names when somebody signs in. */
export function setTimeZone(name: string): void {
  zone = name;
  offsetFormat = undefined;
}

/** Formats a timestamp in the desk's zone as ISO 8601 with its offset: 2026-11-20T15:00:00.000+03:00. */
export function zonedIso(iso: string): string {
  const epochMs = Date.parse(iso);
  const minutes = offsetMinutesAt(epochMs);
  const pad = (value: number) => String(value).padStart(2, '0');
  const distance = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(distance / 60))}:${pad(distance % 60)}`;
  return new Date(epochMs + minutes * 60_000).toISOString().replace('Z', offset);
}

/** Returns the day of a moment in the desk's zone: `2026-11-20`. */
export function dayOf(epochMs: number): string {
  return zonedIso(new Date(epochMs).toISOString()).slice(0, 10);
}

/** Returns the first moment of a day in the desk's zone, or of the day this many days later. */
export function startOfDay(day: string, daysLater = 0): number {
  const later = new Date(Date.parse(day) + daysLater * 86_400_000).toISOString().slice(0, 10);
  return fromZoned(`${later}T00:00`);
}

/** Returns the moment of a date and time in the desk's zone: `2026-11-20T15:00`. NaN if that time does not exist. */
export function fromZoned(local: string): number {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs)) return asUtcMs;
  const guessMs = asUtcMs - offsetMinutesAt(asUtcMs) * 60_000;
  // The offset can have changed between the two moments.
  return asUtcMs - offsetMinutesAt(guessMs) * 60_000;
}

function offsetMinutesAt(epochMs: number): number {
  offsetFormat ??= new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = offsetFormat.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
