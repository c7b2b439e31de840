import { formatAmount, formatCount, formatDuration } from '../format.ts';
import type { Counts } from '../service/types.ts';

/** A number that each group of transactions has, or has not yet. */
export interface Metric {
  readonly title: string;
  readonly about: string;
  /** Null where there is nothing to tell. */
  readonly read: (counts: Counts) => number | null;
  readonly format: (value: number) => string;
}

/** The four numbers of the overview. */
export const METRICS: readonly Metric[] = [
  {
    title: 'Volume',
    about: 'what was paid in successful transactions',
    read: ({ successfulAmount }) => successfulAmount,
    format: formatAmount,
  },
  {
    title: 'Count',
    about: 'transactions that were created',
    read: ({ createdCount }) => createdCount,
    format: formatCount,
  },
  {
    title: 'Success rate',
    about: 'successful ones among those that ended',
    read: successRate,
    format: formatRate,
  },
  {
    title: 'Time to settle',
    about: 'how long successful ones were pending, on average',
    read: ({ secondsToSettle }) => secondsToSettle ?? null,
    format: formatDuration,
  },
];

/** From 0 to 1; null where nothing ended yet. */
function successRate({ successfulCount, unsuccessfulCount }: Counts): number | null {
  const ended = successfulCount + unsuccessfulCount;
  return ended === 0 ? null : successfulCount / ended;
}

function formatRate(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** A value, or that there is none. */
export function formatValue({ format }: Metric, value: number | null): string {
  return value === null ? '–' : format(value);
}
