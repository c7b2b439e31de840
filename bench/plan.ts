import { parseArgs } from 'node:util';

/** How long and how much is measured. */
export interface Plan {
  /** Whether it is long enough to hold against the targets. */
  readonly judged: boolean;
  readonly connections: number;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
  /** Transactions that each history holds. */
  readonly historyRows: Readonly<Record<HistoryName, number>>;
}

export type HistoryName = 'long' | 'short';

const FULL: Plan = {
  judged: true,
  connections: 64,
  rounds: 3,
  warmUpSeconds: 4,
  measuredSeconds: 8,
  historyRows: { long: 1_000_000, short: 10_000 },
};

/** Shows that the benchmark works, not how fast the service is. */
const QUICK: Plan = {
  ...FULL,
  judged: false,
  rounds: 1,
  warmUpSeconds: 1,
  measuredSeconds: 2,
  historyRows: { long: 50_000, short: 10_000 },
};

/** What the command line asks for. */
export interface Options {
  readonly plan: Plan;
  /** The rows to measure; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/** @throws TypeError for an argument that is not known. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  return { plan: values.quick ? QUICK : FULL, only: values.only?.split(',') };
}
