import { DAY_MS, dayIn, formatDay } from '../../src/kernel/time-zone.ts';

/** A time zone in which noon was within the last hour, for a service whose day must not end while a file runs. */
export const NOON_ZONE = zoneOfNoon(new Date().getUTCHours());

function zoneOfNoon(utcHour: number): string {
  const behind = utcHour - 12;
  // These names count the hours to the west.
  return behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
}

/** The day this many days ago, as a service in the zone counts: `2026-11-20`. */
export function dayBefore(days: number): string {
  return formatDay(dayIn(NOON_ZONE, Date.now() - days * DAY_MS));
}
