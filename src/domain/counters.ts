/** The sums in a row of counters, by the names of its columns: counts, minor units and milliseconds. */
export const COUNTER_SUMS = [
  'created_count',
  'created_minor',
  'successful_count',
  'successful_minor',
  'unsuccessful_count',
  'expired_count',
  'cancelled_count',
  'rejected_count',
  'reversed_count',
  'settled_count',
  'settling_ms',
] as const;

export type CounterSums = Readonly<Record<(typeof COUNTER_SUMS)[number], number>>;
