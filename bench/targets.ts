import type { Measurement } from './plan.ts';

/** Figures of a row over all its rounds. */
export interface RowSummary extends Measurement {
  readonly key: string;
  readonly title: string;
  readonly slowestRequestsPerSecond: number;
  readonly fastestRequestsPerSecond: number;
}

interface TargetResult {
  readonly name: string;
  readonly value: number;
  readonly wanted: string;
  readonly reached: boolean;
}

/** Compares the rows with the targets. A target of a row that was not measured is left out. */
export function checkTargets(rows: readonly RowSummary[]): TargetResult[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return TARGETS.map(({ name, min, max, measure }) => {
    const value = measure((figure, key) => byKey.get(key)?.[figure] ?? Number.NaN);
    return {
      name,
      value,
      wanted: min === undefined ? `at most ${max}` : `at least ${min}`,
      reached: value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY),
    };
  }).filter(({ value }) => !Number.isNaN(value));
}

/** Returns a figure of the row with this key; NaN when it was not measured. */
type FigureReader = (figure: keyof Measurement, key: string) => number;

/** A value that should reach `min`, or stay within `max`. */
interface Target {
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  measure(figure: FigureReader): number;
}

function speedRatio(row: string, base: string, min: number, name = `speed ${row}/${base}`): Target {
  return {
    name,
    min,
    measure: (figure) => figure('requestsPerSecond', row) / figure('requestsPerSecond', base),
  };
}

function peakRss(name: string, keys: readonly string[], max: number): Target {
  return {
    name: `peak RSS ${name}, MB`,
    max,
    measure: (figure) => Math.max(...keys.map((key) => figure('peakRssBytes', key))) / 1e6,
  };
}

const TARGETS: readonly Target[] = [
  speedRatio('c', 'a', 0.25),
  speedRatio('c', 'b', 5),
  speedRatio('c', 'f', 5),
  speedRatio('d', 'c', 0.8),
  speedRatio('t', 'd', 0.6),
  speedRatio('g', 'd', 0.5),
  speedRatio('s', 'c', 0.5, 'speed s/c, settles/creates'),
  speedRatio('w', 'c', 0.8),
  { name: 'callbacks delivered/s', min: 2000, measure: (figure) => figure('requestsPerSecond', 'k') },
  { name: 'p99 of creates at half load, ms', max: 10, measure: (figure) => figure('p99Ms', 'h') },
  {
    name: 'p99 from transition to receiver, outage of another/none',
    max: 1.2,
    measure: (figure) => figure('p99Ms', 'm') / figure('p99Ms', 'l'),
  },
  { name: 'cores while idle', max: 0.01, measure: (figure) => figure('serverCores', 'i') },
  { name: 'p50 of a page, ms', max: 15, measure: (figure) => figure('p50Ms', 'p') },
  {
    name: 'p50 of a page, long/short history',
    max: 1.2,
    measure: (figure) => figure('p50Ms', 'p') / figure('p50Ms', 'q'),
  },
  peakRss('creating', ['b', 'c', 'd', 't', 'g', 's', 'w', 'h'], 180),
  peakRss('delivering 30,000 callbacks', ['k'], 220),
];
