import type { Measurement } from './plan.ts';

/** Figures of a row over all its rounds. */
export interface RowSummary extends Measurement {
  readonly key: string;
  readonly title: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly slowestRequestsPerSecond: number;
  readonly fastestRequestsPerSecond: number;
}

interface TargetResult {
  /** The compared figure, with its unit. */
  readonly name: string;
  readonly value: number;
  readonly digits: number;
  /** Such as `≥ 0.8`. */
  readonly wanted: string;
  readonly reached: boolean;
  readonly note?: string | undefined;
}

/** Compares the rows with the targets. A target of a row that was not measured is left out. */
export function checkTargets(rows: readonly RowSummary[]): TargetResult[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return TARGETS.map(({ name, min, max, digits = 2, note, measure }) => {
    const value = measure((figure, key) => byKey.get(key)?.[figure] ?? Number.NaN);
    return {
      name,
      value,
      digits,
      note,
      wanted: min === undefined ? `≤ ${max}` : `≥ ${min.toLocaleString('en-US')}`,
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
  /** Digits after the point; 2 by default. */
  readonly digits?: number;
  /** Why the figure is as it is. */
  readonly note?: string;
  measure(figure: FigureReader): number;
}

function ratio(row: string, base: string, min: number, note?: string): Target {
  return {
    name: `${row}/${base}`,
    min,
    ...(note !== undefined && { note }),
    measure: (figure) => figure('requestsPerSecond', row) / figure('requestsPerSecond', base),
  };
}

function peakRss(name: string, { keys, max, note }: { keys: string[]; max: number; note: string }): Target {
  return {
    name: `peak RSS ${name}, MB`,
    max,
    note,
    digits: 0,
    measure: (figure) => Math.max(...keys.map((key) => figure('peakRssBytes', key))) / 1e6,
  };
}

const SHARED_CORES = 'service, load and PostgreSQL share the cores, which the inserts have for themselves';

const TARGETS: readonly Target[] = [
  ratio('d', 'c', 0.85),
  ratio('s', 'c', 0.6, 'a settle writes a row, an event, a callback and an audit row'),
  ratio('w', 'c', 0.8),
  ratio('c', 'b', 5),
  { name: 'k, callbacks/s', min: 2000, digits: 0, measure: (figure) => figure('requestsPerSecond', 'k') },
  { name: 'm/l, p99', max: 1.2, measure: (figure) => figure('p99Ms', 'm') / figure('p99Ms', 'l') },
  { name: 'p, p50 ms', max: 5, digits: 1, measure: (figure) => figure('p50Ms', 'p') },
  { name: 'p/q, p50', max: 1.2, measure: (figure) => figure('p50Ms', 'p') / figure('p50Ms', 'q') },
  { name: 'idle, cores', max: 0.01, digits: 3, measure: (figure) => figure('serverCores', 'i') },
  peakRss('delivering', { keys: ['k'], max: 400, note: '30,000 callbacks at full speed' }),
  ratio('t', 'd', 0.65, 'the work of its library'),
  ratio('g', 'd', 0.55, 'the work of its library'),
  peakRss('creating', {
    keys: ['b', 'c', 'd', 't', 'g', 's', 'w', 'h'],
    max: 400,
    note: 'new objects have 32 MiB',
  }),
  ratio('c', 'a', 0.3, 'two fifths of the CPU of a create are spent in the writing thread'),
  ratio('c', 'f', 5, 'one create per commit is fast on a fast disk, by hand too'),
  {
    name: 'h, p99 ms',
    max: 12,
    digits: 1,
    measure: (figure) => figure('p99Ms', 'h'),
  },
  ratio('ph', 'pc', 0.8, 'accounts are locked for one round trip'),
  ratio('pc', 'pi', 0.9, SHARED_CORES),
  { name: 'pp/pq, p50', max: 1.2, measure: (figure) => figure('p50Ms', 'pp') / figure('p50Ms', 'pq') },
];
