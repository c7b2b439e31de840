import { expect, test } from 'vitest';
import { dayIn, formatDay, isTimeZone, offsetsBetween } from '../../src/kernel/time-zone.ts';
import { createRandom } from '../support/random.ts';

/** Whole hours, quarters of hours, summer time on both sides of the equator, and a zone that left out a day. */
const ZONES = [
  'UTC',
  'Europe/Istanbul',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const random = createRandom(20_261_120);
const FIRST_MS = Date.parse('2008-01-01T00:00:00Z');
const LAST_MS = Date.parse('2030-01-01T00:00:00Z');
const randomTime = () => FIRST_MS + random.below((LAST_MS - FIRST_MS) / 1000) * 1000;

/** The date on a calendar in the zone, by another format than that of the service. */
function dateIn(timeZone: string, timeMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(timeMs);
}

test.each(ZONES)('a time is on the day that calendars in %s show', (zone) => {
  for (let index = 0; index < 2000; index += 1) {
    const timeMs = randomTime();
    expect(formatDay(dayIn(zone, timeMs))).toBe(dateIn(zone, timeMs));
  }
});

test.each(ZONES)('the offsets of %s over many years give the same days', (zone) => {
  const offsets = offsetsBetween(zone, FIRST_MS, LAST_MS);
  for (let index = 0; index < 2000; index += 1) {
    const timeMs = randomTime();
    const { offsetMs } = offsets.findLast(({ sinceMs }) => sinceMs <= timeMs) ?? { offsetMs: Number.NaN };
    expect(Math.floor((timeMs + offsetMs) / 86_400_000)).toBe(dayIn(zone, timeMs));
  }
  expect(offsets.map(({ sinceMs }) => sinceMs)).toEqual(
    offsets.map(({ sinceMs }) => sinceMs).sort((a, b) => a - b),
  );
});

test('a day begins at midnight there, also where the clock is set back that day', () => {
  const [before, after] = ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z'].map(Date.parse);
  expect(formatDay(dayIn('Europe/Berlin', before!))).toBe('2026-10-24');
  expect(formatDay(dayIn('Europe/Berlin', after!))).toBe('2026-10-25');
  expect(formatDay(dayIn('Europe/Berlin', Date.parse('2026-10-25T22:59:59Z')))).toBe('2026-10-25');
  expect(formatDay(dayIn('Europe/Berlin', Date.parse('2026-10-25T23:00:00Z')))).toBe('2026-10-26');
});

test('names of the time zone database are zones, and nothing else', () => {
  for (const name of [...ZONES, 'Etc/GMT+3', 'America/Argentina/Buenos_Aires'])
    expect(isTimeZone(name)).toBe(true);
  for (const name of ['', 'Istanbul', 'Europe/', '+03:00', 'Europe/Istanbul ', 'Mars/Base', '../etc/passwd'])
    expect(isTimeZone(name)).toBe(false);
});
