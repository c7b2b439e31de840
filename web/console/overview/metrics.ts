import { formatAmount, formatCount, formatDuration } from '../format.ts';
import type { Counts } from '../service/types.ts';

/** A figure of a group of transactions. */
export interface Metric {
  readonly title: string;
  readonly about: string;
  /** Returns null when the group has no value yet. */
  readonly read: (counts: Counts) => number | null;
  readonly format: (value: number) => string;
  /** Formats a value for an axis, with little room. */
  readonly formatShort: (value: number) => string;
  /** Allowed distances between grid lines; uPlot's decimal steps by default. */
  readonly steps?: readonly number[];
}

const shortFormat = new Intl.NumberFormat(undefined, { notation: 'compact' });
const formatShort = (value: number) => shortFormat.format(value);
const TIME_STEPS = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800];

/** The four metrics of the overview. */
export const METRICS: readonly Metric[] = [
  {
    title: 'Volume',
    about: 'what was paid in successful transactions',
    read: ({ successfulAmount }) => successfulAmount,
    format: formatAmount,
    formatShort,
  },
  {
    title: 'Count',
    about: 'transactions that were created',
    read: ({ createdCount }) => createdCount,
    format: formatCount,
    formatShort,
  },
  {
    title: 'Success rate',
    about: 'successful ones among those that ended',
    read: successRate,
    format: formatRate,
    formatShort: (rate) => `${Math.round(rate * 100)} %`,
  },
  {
    title: 'Time to settle',
    about: 'how long successful ones were pending, on average',
    read: ({ secondsToSettle }) => secondsToSettle ?? null,
    format: formatDuration,
    formatShort: formatDuration,
    steps: TIME_STEPS,
  },
];

/** Returns a rate from 0 to 1; null when no transaction has ended yet. */
function successRate({ successfulCount, unsuccessfulCount }: Counts): number | null {
  const ended = successfulCount + unsuccessfulCount;
  return ended === 0 ? null : successfulCount / ended;
}

function formatRate(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** Formats a value; a dash stands for no value. */
export function formatValue({ format }: Metric, value: number | null): string {
  return value === null ? '–' : format(value);
}
