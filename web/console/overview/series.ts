import type { Counts } from '../service/types.ts';
import { overviewTexts } from '../texts/overview.ts';
import { locale } from '../texts/texts.ts';
import { dayOf, startOfDay } from '../time-zone.ts';
import { ofDeposits, ofWithdrawals, type SplitCounts } from './split.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** With more days than this, a bar is a week. */
const MAX_DAYS = 31;

/** A period, with its exclusive end. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The last days in the time zone of the desk, including the current one, and the same number of days before them. */
export function spansOf(days: number, nowMs: number): { readonly now: Span; readonly before: Span } {
  const today = dayOf(nowMs);
  const at = (daysLater: number) => new Date(startOfDay(today, daysLater)).toISOString();
  return {
    now: { from: at(1 - days), to: at(1) },
    before: { from: at(1 - 2 * days), to: at(1 - days) },
  };
}

/** One group with its name and its counts in the comparison period. */
export interface Group {
  readonly key: string;
  /** The short label next to a bar. */
  readonly label: string;
  /** The text below the label of a day: the month, where one begins. */
  readonly subLabel?: string | undefined;
  readonly name: string;
  readonly counts: SplitCounts;
  /** Undefined if there are no counts of the comparison period. */
  readonly earlier: SplitCounts | undefined;
}

/** Returns the groups of banks or clients, the greatest volume first. */
export function namedGroups(now: readonly SplitCounts[], before: readonly SplitCounts[]): readonly Group[] {
  const earlier = new Map(before.map((counts) => [counts.key, counts]));
  return now
    .map((counts) => {
      const name = counts.name ?? overviewTexts().unknown(counts.key);
      return { key: counts.key, label: name, name, counts, earlier: earlier.get(counts.key) };
    })
    .sort((a, b) => b.counts.successfulAmount - a.counts.successfulAmount || a.name.localeCompare(b.name));
}

/**
 * Returns the groups of days, including days on which nothing was created. If there are many days, the groups are
 * weeks.
 */
export function dayGroups(
  now: readonly SplitCounts[],
  before: readonly SplitCounts[],
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): readonly Group[] {
  const known = new Map([...before, ...now].map((counts) => [counts.key, counts]));
  const today = Date.parse(dayOf(nowMs));
  const keyOf = (daysAgo: number) => new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const at = (daysAgo: number) => known.get(keyOf(daysAgo)) ?? { ...NO_COUNTS, key: keyOf(daysAgo) };
  const length = days > MAX_DAYS ? WEEK_DAYS : 1;
  const sumOf = (firstDaysAgo: number) =>
    addUp(Array.from({ length }, (_, index) => at(firstDaysAgo - index)));
  const count = Math.ceil(days / length);
  return Array.from({ length: count }, (_, index) => {
    const firstDaysAgo = (count - index) * length - 1;
    const key = keyOf(firstDaysAgo);
    return {
      key,
      ...nameDays(key, length, index),
      counts: sumOf(firstDaysAgo),
      earlier: sumOf(firstDaysAgo + WEEK_DAYS),
    };
  });
}

function nameDays(key: string, length: number, index: number) {
  const first = new Date(key);
  // The key is already a day, so it must not be converted to another zone.
  const format = (options: Intl.DateTimeFormatOptions, date = first) =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(date);
  const long = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const beginsMonth = index === 0 || first.getUTCDate() <= length;
  const last = new Date(first.getTime() + (length - 1) * DAY_MS);
  return {
    label: format({ day: 'numeric' }),
    subLabel: beginsMonth ? format({ month: 'short' }) : undefined,
    name: length === 1 ? format(long) : `${format(long)} – ${format(long, last)}`,
  };
}

/** Merges the groups of deposits with those of withdrawals. */
export function mergeTypes(
  deposits: readonly Counts[],
  withdrawals: readonly Counts[],
): readonly SplitCounts[] {
  const all = [...deposits.map(ofDeposits), ...withdrawals.map(ofWithdrawals)];
  const keys = [...new Set(all.map(({ key }) => key))];
  return keys.map((key) => {
    const ofKey = all.filter((counts) => counts.key === key);
    return { ...addUp(ofKey), name: ofKey[0]?.name ?? null };
  });
}

/** Sums the counts of groups. Amounts are summed in hundredths, because sums of fractions drift. */
export function addUp(all: readonly SplitCounts[]): SplitCounts {
  const sum = (read: (counts: SplitCounts) => number) =>
    all.reduce((total, counts) => total + read(counts), 0);
  const cents = (read: (counts: SplitCounts) => number) =>
    sum((counts) => Math.round(read(counts) * 100)) / 100;
  const settled = all.filter(({ secondsToSettle }) => secondsToSettle != null);
  const weight = settled.reduce((total, { successfulCount }) => total + successfulCount, 0);
  const seconds = settled.reduce(
    (total, { secondsToSettle, successfulCount }) => total + (secondsToSettle ?? 0) * successfulCount,
    0,
  );
  return {
    key: all[0]?.key ?? '',
    name: null,
    createdCount: sum(({ createdCount }) => createdCount),
    createdAmount: cents(({ createdAmount }) => createdAmount),
    pendingCount: sum(({ pendingCount }) => pendingCount),
    successfulCount: sum(({ successfulCount }) => successfulCount),
    successfulAmount: cents(({ successfulAmount }) => successfulAmount),
    depositAmount: cents(({ depositAmount }) => depositAmount),
    withdrawalAmount: cents(({ withdrawalAmount }) => withdrawalAmount),
    unsuccessfulCount: sum(({ unsuccessfulCount }) => unsuccessfulCount),
    expiredCount: sum(({ expiredCount }) => expiredCount),
    cancelledCount: sum(({ cancelledCount }) => cancelledCount),
    rejectedCount: sum(({ rejectedCount }) => rejectedCount),
    reversedCount: sum(({ reversedCount }) => reversedCount),
    secondsToSettle: weight === 0 ? (settled[0]?.secondsToSettle ?? null) : Math.round(seconds / weight),
  };
}

const NO_COUNTS: SplitCounts = addUp([]);
