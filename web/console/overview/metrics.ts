import { formatAmount, formatCount, formatDuration } from '../format.ts';
import type { Counts } from '../service/types.ts';
import { locale, texts } from '../texts/texts.ts';

/** How a transaction can have ended, and those that wait: in the order of their colours. */
export const OUTCOMES = ['successful', 'pending', 'expired', 'cancelled', 'rejected', 'reversed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type MetricName = 'volume' | 'outcomes' | 'rate' | 'time';

/** A figure of a group of transactions. */
export interface Metric {
  readonly name: MetricName;
  /** Returns null when the group has no value yet. */
  readonly read: (counts: Counts) => number | null;
  readonly format: (value: number) => string;
  /** Formats a value for an axis, with little room. */
  readonly formatShort: (value: number) => string;
  /** The end of the axis for a greatest value. */
  readonly axisEnd: (greatest: number) => number;
}

/** The metrics of the overview. */
export const METRICS: readonly Metric[] = [
  {
    name: 'volume',
    read: ({ successfulAmount }) => successfulAmount,
    format: formatAmount,
    formatShort,
    axisEnd: roundUp,
  },
  {
    name: 'outcomes',
    read: ({ createdCount }) => createdCount,
    format: formatCount,
    formatShort,
    // Half of the axis is a whole number, too.
    axisEnd: (greatest) => Math.max(2, roundUp(greatest)),
  },
  { name: 'rate', read: rateOf, format: formatRate, formatShort: formatRate, axisEnd: () => 1 },
  {
    name: 'time',
    read: ({ secondsToSettle }) => secondsToSettle ?? null,
    format: formatDuration,
    formatShort: formatDuration,
    axisEnd: (greatest) => TIME_ENDS.find((end) => end >= greatest) ?? greatest,
  },
];

const TIME_ENDS = [
  10, 60, 120, 600, 1200, 3600, 7200, 14_400, 43_200, 86_400, 172_800, 345_600, 691_200, 1_728_000,
] as const;

/** Returns a rate from 0 to 1; null when no transaction has ended yet. */
export function rateOf({ successfulCount, unsuccessfulCount }: Counts): number | null {
  const ended = successfulCount + unsuccessfulCount;
  return ended === 0 ? null : successfulCount / ended;
}

export function countOf(counts: Counts, outcome: Outcome): number {
  return counts[`${outcome}Count`];
}

/** Formats a value; a dash stands for no value. */
export function formatValue({ format }: Metric, value: number | null): string {
  return value === null ? '–' : format(value);
}

export function titleOf({ name }: Metric): string {
  return texts().overview.metrics[name][0] ?? '';
}

export function formatRate(rate: number): string {
  const format = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), format).format(rate);
}

function formatShort(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact' }).format(value);
}

/** The next number of the form 1, 2 or 4 times a power of ten, whose half is round, too. */
function roundUp(greatest: number): number {
  if (greatest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest));
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= greatest) ?? 10);
}
