import { language, locale } from './texts/texts.ts';
import { fromZoned, startOfDay, zonedIso } from './time-zone.ts';

/** The last day of a period belongs to it, so the period ends where the next day begins. */
export type Edge = 'from' | 'to';

/** The fields that are the start or the end of a period. */
export type EdgeName = Edge | 'movedFrom' | 'movedTo';

/** Whether a field is a start or an end; undefined for other fields. */
export function edgeOf(name: string): Edge | undefined {
  if (name === 'from' || name === 'movedFrom') return 'from';
  return name === 'to' || name === 'movedTo' ? 'to' : undefined;
}

const DAY_MS = 86_400_000;
const ZONED = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const TIME = /[\s,t]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/;
const DAY = /^(\d{4}|\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{4}|\d{1,2})$/;

/**
 * Formats the start or end of a period as people type it: 21.11.2026 14:30 or 2026-11-21 14:30, a whole day without a
 * time.
 */
export function typedEdge(text: string, edge: Edge): string {
  const iso = readEdge(text, edge);
  if (iso === undefined) return text;
  const [day = '', time = ''] = zonedIso(iso).split('T');
  const isWhole = time.startsWith('00:00:00');
  const last = isWhole && edge === 'to' ? isoDay(Date.parse(day) - DAY_MS) : day;
  const written = language() === 'tr' ? last.split('-').reverse().join('.') : last;
  return isWhole ? written : `${written} ${time.slice(0, 8).replace(/:00$/, '')}`;
}

/**
 * Reads the start or end of a period as people and statements write it, in the desk's zone: 21.11.2026, 21 Kas 2026
 * 14:30, 2026-11-21 14:30, Nov 21, 2026, 2:30 PM, or an ISO timestamp.
 * @returns an ISO timestamp; undefined when the text is not a date, or is ambiguous.
 */
export function readEdge(text: string, edge: Edge): string | undefined {
  if (ZONED.test(text)) return isoOf(Date.parse(text));
  const plain = text.trim().toLocaleLowerCase(locale());
  const time = TIME.exec(plain);
  const day = readDay(time ? plain.slice(0, time.index) : plain);
  if (day === undefined) return undefined;
  if (!time) return isoOf(startOfDay(day, edge === 'to' ? 1 : 0));
  const [, typedHour, minute = '', second = '00', half] = time;
  const hour = half ? (Number(typedHour) % 12) + (half === 'p' ? 12 : 0) : Number(typedHour);
  return isoOf(fromZoned(`${day}T${String(hour).padStart(2, '0')}:${minute}:${second}`));
}

/**
 * Reads a day as people write it: the year first, or the day, or the month if it is a word or cannot be the day.
 * @returns `2026-11-21`; undefined for other texts, and for a day that does not exist.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim().toLocaleLowerCase(locale());
  const [word = ''] = /\p{L}{3,}/u.exec(text) ?? [];
  const numbers = DAY.exec(word ? text.replace(word, String(monthOf(word))) : text)?.slice(1);
  if (!numbers) return undefined;
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  if (numbers[0]?.length === 4) return dayOf(first, second, third);
  // 3/4/2026 is a day in March or in April, but in Turkish only one in April.
  const isUnclear = first <= 12 && second <= 12 && first !== second && language() === 'en';
  if (isUnclear && text.includes('/')) return undefined;
  const isMonthFirst = word ? text.startsWith(word) : second > 12;
  const year = numbers[2]?.length === 4 ? third : 2000 + third;
  return isMonthFirst ? dayOf(year, first, second) : dayOf(year, second, first);
}

/** The number of a month by its name; 0 for another word. */
function monthOf(word: string): number {
  const short = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) =>
    short.format(Date.UTC(2026, month)).toLocaleLowerCase(locale()),
  );
  return names.findIndex((name) => word.startsWith(name.slice(0, 3))) + 1;
}

/** Returns undefined for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoDay(date.getTime()) : undefined;
}

function isoDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

function isoOf(epochMs: number): string | undefined {
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs).toISOString();
}
