import type { Summary } from './report.ts';
import type { checkTargets, RowSummary } from './targets.ts';

/** Other processes of an idle machine use less than this. */
const QUIET_CORES = 0.25;

const NONE = '–';
const isMissing = (value: number) => Number.isNaN(value) || value === 0;
const whole = (value: number) => (isMissing(value) ? NONE : Math.round(value).toLocaleString('en-US'));
const micros = (valueMs: number) => whole(Math.round(valueMs * 1000));
const decimals = (value: number, digits: number) => (isMissing(value) ? NONE : value.toFixed(digits));

const COLUMNS: readonly (readonly [title: string, show: (row: RowSummary) => string])[] = [
  ['per second', (row) => whole(row.requestsPerSecond)],
  ['p50 ms', (row) => decimals(row.p50Ms, 1)],
  ['p99 ms', (row) => decimals(row.p99Ms, 1)],
  ['CPU µs each', (row) => micros(row.cpuMsPerRequest)],
  ['main thread', (row) => micros(row.mainMsPerRequest)],
  ['writing thread', (row) => micros(row.engine === 'sqlite' ? row.nextMsPerRequest : Number.NaN)],
  ['pages written', (row) => decimals(row.pagesPerRequest, 1)],
  ['peak RSS MB', (row) => whole(row.peakRssBytes / 1e6)],
];

/** Prints a summary as docs/figures.md has it. The file with the results has many more figures. */
export function printSummary({ machine, plan, rows, targets }: Summary): string {
  const { cpu, cores, memoryGb, node, fsyncMs, inMemory } = machine;
  const disk = inMemory ? 'the folder is in MEMORY: nothing is durable' : `fsync ${fsyncMs.toFixed(2)} ms`;
  // PostgreSQL runs in other processes.
  const ownRows = rows.filter((row) => row.engine === 'sqlite');
  const busyCores = Math.max(0, ...ownRows.map((row) => row.otherCores));
  return [
    `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, ${disk}; ` +
      `${plan.connections} connections, medians of ${plan.rounds} rounds of ${plan.measuredSeconds} s; ` +
      `a long history has ${whole(plan.historyRows.long)} transactions, a short one ${whole(plan.historyRows.short)}.`,
    '',
    ...printRows(rows),
    '',
    // Other processes then distort the figures: only the CPU time per request is meaningful.
    ...(busyCores < QUIET_CORES
      ? []
      : [
          `DISTURBED: other processes kept up to ${busyCores.toFixed(2)} cores busy; measure again later.`,
          '',
        ]),
    ...(plan.judged ? printTargets(targets) : ['Too short to be compared with the targets.']),
  ].join('\n');
}

/** The table of the rows. It leaves out rows without a speed. */
export function printRows(rows: readonly RowSummary[]): string[] {
  return [
    `| | ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---:').join('|')}|`,
    ...rows
      .filter((row) => !Number.isNaN(row.requestsPerSecond))
      .map((row) => `| (${row.key}) ${row.title} | ${COLUMNS.map(([, show]) => show(row)).join(' | ')} |`),
  ];
}

/** The table of the targets. */
export function printTargets(targets: ReturnType<typeof checkTargets>): string[] {
  return [
    '| aimed at | reached | |',
    '|---|---:|---|',
    ...targets.map(({ name, value, digits, wanted, reached, note = '' }) => {
      const shown = value.toLocaleString('en-US', {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      return `| ${name} ${wanted} | ${reached ? shown : `**${shown}, missed**`} | ${note} |`;
    }),
  ];
}
