import { formatAmount, formatCount, formatDuration } from '../format.ts';
import { overviewTexts } from '../texts/overview.ts';
import { locale } from '../texts/texts.ts';
import type { SplitCounts } from './split.ts';

/** The outcomes of transactions, `pending` included. A bar stacks them in this order. */
export const OUTCOMES = ['successful', 'pending', 'expired', 'cancelled', 'rejected', 'reversed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type MetricName = 'deposits' | 'withdrawals' | 'outcomes' | 'rate' | 'time';

/** A figure of a group of transactions. */
export interface Metric {
  readonly name: MetricName;
  /** Returns null when the group has no value yet. */
  readonly read: (counts: SplitCounts) => number | null;
  readonly format: (value: number) => string;
  /** Formats a value for an axis, which has little room. */
  readonly formatShort: (value: number) => string;
  /** Returns the maximum of an axis that has room for the greatest value. */
  readonly axisMax: (greatest: number) => number;
}

/** The metrics of the overview. */
export const METRICS: readonly Metric[] = [
  {
    name: 'deposits',
    read: ({ depositAmount }) => depositAmount,
    format: formatAmount,
    formatShort,
    axisMax: roundUp,
  },
  {
    name: 'withdrawals',
    read: ({ withdrawalAmount }) => withdrawalAmount,
    format: formatAmount,
    formatShort,
    axisMax: roundUp,
  },
  {
    name: 'outcomes',
    read: ({ createdCount }) => createdCount,
    format: formatCount,
    formatShort,
    // At least 2, so that the middle of the axis is a whole number.
    axisMax: (greatest) => Math.max(2, roundUp(greatest)),
  },
  { name: 'rate', read: rateOf, format: formatRate, formatShort: formatRate, axisMax: () => 1 },
  {
    name: 'time',
    read: ({ secondsToSettle }) => secondsToSettle ?? null,
    format: formatDuration,
    formatShort: formatDuration,
    axisMax: (greatest) => DURATION_AXIS_MAXES.find((maximum) => maximum >= greatest) ?? greatest,
  },
];

const DURATION_AXIS_MAXES = [
  10, 60, 120, 600, 1200, 3600, 7200, 14_400, 43_200, 86_400, 172_800, 345_600, 691_200, 1_728_000,
] as const;

/** Returns a rate from 0 to 1; null when no transaction has ended yet. */
export function rateOf({ successfulCount, unsuccessfulCount }: SplitCounts): number | null {
  const ended = successfulCount + unsuccessfulCount;
  return ended === 0 ? null : successfulCount / ended;
}

export function countOf(counts: SplitCounts, outcome: Outcome): number {
  return counts[`${outcome}Count`];
}

/** The metrics that are sums of amounts. */
const SUMS: readonly MetricName[] = ['deposits', 'withdrawals'];

/** Whether a value draws nothing. A rate or duration of 0 is drawn, to distinguish it from a missing value. */
export function isBlank({ name }: Metric, value: number | null): boolean {
  return value === null || (value === 0 && SUMS.includes(name));
}

/** Formats a value; null becomes a dash. */
export function formatValue({ format }: Metric, value: number | null): string {
  return value === null ? '–' : format(value);
}

export function titleOf({ name }: Metric): string {
  return overviewTexts().metrics[name][0] ?? '';
}

export function formatRate(rate: number): string {
  const format = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), format).format(rate);
}

function formatShort(value: number): string {
  return new Intl.NumberFormat(locale(), { notation: 'compact' }).format(value);
}

/** Rounds up to 1, 2, 4, 6 or 8 times a power of ten, so that the middle of the axis has a short label. */
function roundUp(greatest: number): number {
  if (greatest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest));
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= greatest) ?? 10);
}
