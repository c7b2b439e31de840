import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Plan } from './plan.ts';
import type { RowSummary, Summary, TargetResult } from './summary.ts';

/** Markdown, so that a table can go into a README as it is. */
export function printSummary({ machine, plan, rows, targets }: Summary): string {
  return [
    machineLine(machine),
    planLine(plan),
    '',
    ...table(
      COLUMNS.map(([title]) => title),
      rows.map((row) => COLUMNS.map(([, show]) => show(row))),
    ),
    '',
    ...disturbance(rows),
    ...(plan.judged ? targets.map(targetLine) : ['too short to be held against the targets']),
  ].join('\n');
}

/** What the rest of a machine at rest may use. */
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
  ['rows stored', (row) => (row.stored === null ? '–' : whole(row.stored))],
  ['answer bytes', (row) => whole(row.answerBytes)],
  ['server cores', (row) => decimals(row.serverCores, 3)],
  ['load cores', (row) => row.generatorCores.toFixed(2)],
  ['other cores', (row) => row.otherCores.toFixed(2)],
];

function machineLine({ cpu, cores, memoryGb, node, fsyncMs, inMemory }: Machine): string {
  const disk = inMemory ? 'the folder lies in MEMORY: nothing is durable' : `fsync ${fsyncMs.toFixed(2)} ms`;
  return `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node}, ${disk}`;
}

function planLine(plan: Plan): string {
  return (
    `${plan.connections} connections, ${plan.rounds} rounds of ${plan.measuredSeconds} s each after ` +
    `${plan.warmUpSeconds} s of warm-up; a long history has ${whole(plan.historyRows.long)} rows, ` +
    `a short one ${whole(plan.historyRows.short)}`
  );
}

/** Says when the figures are not the service's alone: then only CPU per request means something. */
function disturbance(rows: readonly RowSummary[]): string[] {
  const cores = Math.max(...rows.map((row) => row.otherCores));
  if (cores < QUIET_CORES) return [];
  return [
    `DISTURBED: other processes kept up to ${cores.toFixed(2)} cores busy; measure again when they do not`,
  ];
}

function targetLine({ name, value, wanted, reached }: TargetResult): string {
  return `${reached ? 'reached' : 'MISSED '}  ${name}: ${value.toFixed(2)} (${wanted})`;
}

function table(titles: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const widths = titles.map((title, column) =>
    Math.max(3, title.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd : cell.padStart).call(cell, widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [print(titles), print(rule), ...lines.map(print)];
}

/** Writes everything that was measured. @returns the path of the file. */
export function writeSummary(folder: string, summary: Summary): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${summary.startedAt.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(path, `${JSON.stringify(summary, null, 2)}\n`);
  return path;
}
