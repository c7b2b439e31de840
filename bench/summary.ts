import type { Machine } from './machine.ts';
import type { Plan } from './plan.ts';
import type { Measurement, RowDefinition, RowFigures } from './row.ts';
import { TARGETS } from './rows.ts';

/** A row over all its rounds: medians, but the highest memory and the sums of what was stored. */
export interface RowSummary extends RowFigures {
  readonly key: string;
  readonly title: string;
  readonly slowestRequestsPerSecond: number;
  readonly fastestRequestsPerSecond: number;
  readonly cpuMsPerRequest: number;
  readonly generatorCores: number;
  readonly otherCores: number;
  readonly answerBytes: number;
  readonly acknowledged: number;
  readonly stored: number | null;
  readonly madeLate: number;
}

export interface TargetResult {
  readonly name: string;
  readonly value: number;
  readonly wanted: string;
  readonly reached: boolean;
}

/** All that a run found out, as it is written to the JSON file. */
export interface Summary {
  readonly startedAt: string;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly rows: readonly RowSummary[];
  readonly targets: readonly TargetResult[];
  readonly rounds: Readonly<Record<string, readonly Measurement[]>>;
}

/** Sums a row up. */
export function summarizeRow(row: RowDefinition, rounds: readonly Measurement[]): RowSummary {
  const middle = (figure: (round: Measurement) => number) => median(rounds.map(figure));
  const sum = (figure: (round: Measurement) => number) =>
    rounds.reduce((total, round) => total + figure(round), 0);
  const speeds = rounds.map((round) => round.requestsPerSecond);
  return {
    key: row.key,
    title: row.title,
    requestsPerSecond: median(speeds),
    slowestRequestsPerSecond: Math.min(...speeds),
    fastestRequestsPerSecond: Math.max(...speeds),
    p50Ms: middle((round) => round.p50Ms),
    p99Ms: middle((round) => round.p99Ms),
    cpuMsPerRequest: middle((round) => round.cpuMsPerRequest),
    serverCores: middle((round) => round.serverCores),
    generatorCores: middle((round) => round.generatorCores),
    otherCores: middle((round) => round.otherCores),
    answerBytes: middle((round) => round.answerBytes),
    peakRssBytes: Math.max(...rounds.map((round) => round.peakRssBytes)),
    acknowledged: sum((round) => round.acknowledged),
    stored: rounds.some((round) => round.stored !== null) ? sum((round) => round.stored ?? 0) : null,
    madeLate: sum((round) => round.madeLate),
  };
}

/** Holds the rows against the targets. Those about rows that were not measured are left out. */
export function judge(rows: readonly RowSummary[]): TargetResult[] {
  const byKey = Object.fromEntries(rows.map((row) => [row.key, row]));
  return TARGETS.map(({ name, min, max, measure }) => {
    const value = measure(byKey);
    return {
      name,
      value,
      wanted: min === undefined ? `at most ${max}` : `at least ${min}`,
      reached: value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY),
    };
  }).filter(({ value }) => !Number.isNaN(value));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
