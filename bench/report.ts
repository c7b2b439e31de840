import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Measurement, Plan, RowDefinition } from './plan.ts';
import { checkTargets, type RowSummary } from './targets.ts';

/** The results of a run, as they are written to the JSON file. */
interface Summary {
  readonly startedAt: string;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly rows: readonly RowSummary[];
  readonly targets: ReturnType<typeof checkTargets>;
  readonly rounds: Readonly<Record<string, readonly Measurement[]>>;
}

/** Combines the rounds of each row and compares the rows with the targets. */
export function summarize(
  run: Pick<Summary, 'startedAt' | 'machine' | 'plan'>,
  measured: ReadonlyMap<RowDefinition, readonly Measurement[]>,
): Summary {
  const rows = [...measured].map(([row, rounds]) => summarizeRow(row, rounds));
  return {
    ...run,
    rows,
    targets: run.plan.judged ? checkTargets(rows) : [],
    rounds: Object.fromEntries([...measured].map(([row, rounds]) => [row.key, rounds])),
  };
}

/** Takes the medians of the rounds, but the highest memory and the sums of the counts. */
function summarizeRow({ key, title }: RowDefinition, rounds: readonly Measurement[]): RowSummary {
  const all = (figure: keyof Measurement) => rounds.map((round) => round[figure]);
  const speeds = all('requestsPerSecond');
  return {
    key,
    title,
    requestsPerSecond: median(speeds),
    slowestRequestsPerSecond: Math.min(...speeds),
    fastestRequestsPerSecond: Math.max(...speeds),
    p50Ms: median(all('p50Ms')),
    p99Ms: median(all('p99Ms')),
    cpuMsPerRequest: median(all('cpuMsPerRequest')),
    serverCores: median(all('serverCores')),
    generatorCores: median(all('generatorCores')),
    otherCores: median(all('otherCores')),
    responseBytes: median(all('responseBytes')),
    peakRssBytes: Math.max(...all('peakRssBytes')),
    acknowledged: sum(all('acknowledged')),
    stored: sum(all('stored')),
    madeLate: sum(all('madeLate')),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Writes everything that was measured. @returns the path of the file. */
export function writeSummary(folder: string, summary: Summary): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${summary.startedAt.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
  return path;
}

/** Other processes of an idle machine use less than this. */
const QUIET_CORES = 0.25;

const whole = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en-US'));
const decimals = (value: number, digits: number) => (Number.isNaN(value) ? '–' : value.toFixed(digits));

const COLUMNS: readonly (readonly [title: string, show: (row: RowSummary) => string])[] = [
  ['', ({ key, title }) => `(${key}) ${title}`],
  ['requests/s', (row) => whole(row.requestsPerSecond)],
  [
    'slowest–fastest round',
    (row) => `${whole(row.slowestRequestsPerSecond)}–${whole(row.fastestRequestsPerSecond)}`,
  ],
  ['p50 ms', (row) => decimals(row.p50Ms, 1)],
  ['p99 ms', (row) => decimals(row.p99Ms, 1)],
  ['CPU ms/request', (row) => decimals(row.cpuMsPerRequest, 3)],
  ['peak RSS MB', (row) => whole(row.peakRssBytes / 1e6)],
  ['acknowledged', (row) => whole(row.acknowledged)],
  ['rows stored', (row) => whole(row.stored)],
  ['response bytes', (row) => whole(row.responseBytes)],
  ['server cores', (row) => decimals(row.serverCores, 3)],
  ['load cores', (row) => decimals(row.generatorCores, 2)],
  ['other cores', (row) => decimals(row.otherCores, 2)],
];

/** Prints a summary as Markdown, so that its table can be copied to a README. */
export function printSummary({ machine, plan, rows, targets }: Summary): string {
  const { cpu, cores, memoryGb, node, fsyncMs, inMemory } = machine;
  const disk = inMemory ? 'the folder is in MEMORY: nothing is durable' : `fsync ${fsyncMs.toFixed(2)} ms`;
  const busyCores = Math.max(...rows.map((row) => row.otherCores));
  return [
    `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, ${disk}`,
    `${plan.connections} connections, ${plan.rounds} rounds of ${plan.measuredSeconds} s each after ` +
      `${plan.warmUpSeconds} s of warm-up; a long history has ${whole(plan.historyRows.long)} rows, ` +
      `a short one ${whole(plan.historyRows.short)}`,
    '',
    ...table(rows),
    '',
    // The figures are not the service's alone then: only CPU per request means something.
    ...(busyCores < QUIET_CORES
      ? []
      : [`DISTURBED: other processes kept up to ${busyCores.toFixed(2)} cores busy; measure again later`]),
    ...(plan.judged
      ? targets.map(
          ({ name, value, wanted, reached }) =>
            `${reached ? 'reached' : 'MISSED '}  ${name}: ${value.toFixed(2)} (${wanted})`,
        )
      : ['too short to be compared with the targets']),
  ].join('\n');
}

function table(rows: readonly RowSummary[]): string[] {
  const columns = COLUMNS.map(([title, show], index) => {
    const cells = rows.map(show);
    const width = Math.max(3, title.length, ...cells.map((cell) => cell.length));
    return index === 0
      ? [title.padEnd(width), '-'.repeat(width), ...cells.map((cell) => cell.padEnd(width))]
      : [title.padStart(width), `${'-'.repeat(width - 1)}:`, ...cells.map((cell) => cell.padStart(width))];
  });
  return Array.from(
    { length: rows.length + 2 },
    (_, line) => `| ${columns.map((cells) => cells[line]).join(' | ')} |`,
  );
}
