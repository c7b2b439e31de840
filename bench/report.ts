import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { Measurement, Plan, RowDefinition } from './plan.ts';
import { checkTargets, type RowSummary } from './targets.ts';

/** The results of a run, as they are written to the JSON file. */
export interface Summary {
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
function summarizeRow(
  { key, title, engine = 'sqlite' }: RowDefinition,
  rounds: readonly Measurement[],
): RowSummary {
  const all = (figure: keyof Measurement) => rounds.map((round) => round[figure]);
  const speeds = all('requestsPerSecond');
  return {
    key,
    title,
    engine,
    requestsPerSecond: median(speeds),
    slowestRequestsPerSecond: Math.min(...speeds),
    fastestRequestsPerSecond: Math.max(...speeds),
    p50Ms: median(all('p50Ms')),
    p99Ms: median(all('p99Ms')),
    cpuMsPerRequest: median(all('cpuMsPerRequest')),
    mainMsPerRequest: median(all('mainMsPerRequest')),
    nextMsPerRequest: median(all('nextMsPerRequest')),
    pagesPerRequest: median(all('pagesPerRequest')),
    serverCores: median(all('serverCores')),
    generatorCores: median(all('generatorCores')),
    otherCores: median(all('otherCores')),
    responseBytes: median(all('responseBytes')),
    peakRssBytes: Math.max(...all('peakRssBytes')),
    acknowledged: sum(all('acknowledged')),
    stored: sum(all('stored')),
    madeLate: sum(all('madeLate')),
    diskBytesPerRow: median(all('diskBytesPerRow')),
    logBytesPerRow: median(all('logBytesPerRow')),
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
