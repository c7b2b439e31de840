import type { LoadResult } from './load-process.ts';
import type { RunningServer } from './servers.ts';
import type { WorkloadName } from './workloads.ts';

/** Duration and amount of the measurements. */
export interface Plan {
  /** The run is long enough to be compared with the targets. */
  readonly judged: boolean;
  readonly connections: number;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
  /** Number of transactions in each history. */
  readonly historyRows: Readonly<Record<HistoryName, number>>;
  /** Number of statement lines that `--reconciliation` matches. */
  readonly reconciledLines: number;
}

type HistoryName = 'long' | 'short';

export const FULL_PLAN: Plan = {
  judged: true,
  connections: 64,
  rounds: 3,
  warmUpSeconds: 4,
  measuredSeconds: 8,
  historyRows: { long: 1_000_000, short: 10_000 },
  reconciledLines: 200_000,
};

/** Shows that the benchmark works, not how fast the service is. */
export const QUICK_PLAN: Plan = {
  ...FULL_PLAN,
  judged: false,
  rounds: 1,
  warmUpSeconds: 1,
  measuredSeconds: 2,
  historyRows: { long: 50_000, short: 10_000 },
  reconciledLines: 20_000,
};

/** One row of the benchmark's table: a server and its workload. */
export interface RowDefinition {
  readonly key: string;
  readonly title: string;
  readonly workload?: WorkloadName;
  /** Starts the server with all its files in the folder. */
  start?(folder: string): Promise<RunningServer>;
  /** Does the whole measurement, for a row that is not one kind of request. It replaces `workload` and `start`. */
  measure?(folder: string, plan: Plan): Promise<Measurement>;
  /**
   * SQL that counts the rows stored in the folder's database, one for each acknowledgement. A server without it
   * stores nothing, so its requests may repeat.
   */
  readonly countStored?: string;
  /** The row is not part of an ordinary run: it is measured with its engine alone, or only when `--only` names it. */
  readonly extra?: 'with engine' | 'never';
  /** The engine of its database; SQLite by default. */
  readonly engine?: 'sqlite' | 'postgres';
  /** The transactions that are stored before the measurement. Rows with the same history share its database. */
  readonly history?: HistoryName;
  /** Requests in flight, where the number differs from the plan's. */
  readonly connections?: number;
  /** Requests arrive at half the speed of this row, independent of responses. Without it they follow the responses. */
  readonly atHalfOf?: RowDefinition;
}

/** Figures of one row in one round. A figure that a row does not have is NaN. */
export interface Measurement extends LoadResult {
  readonly peakRssBytes: number;
  /** Number of rows that the database gained; NaN for a server that stores nothing. */
  readonly stored: number;
  /** Bytes that one stored row added to the database and to its log, on PostgreSQL. */
  readonly diskBytesPerRow: number;
  readonly logBytesPerRow: number;
}

/** A measurement to which a row adds the figures that it has. */
export const NO_FIGURES: Measurement = {
  acknowledged: 0,
  requestsPerSecond: Number.NaN,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  cpuMsPerRequest: Number.NaN,
  mainMsPerRequest: Number.NaN,
  nextMsPerRequest: Number.NaN,
  pagesPerRequest: Number.NaN,
  serverCores: Number.NaN,
  generatorCores: 0,
  otherCores: 0,
  responseBytes: 0,
  madeLate: 0,
  peakRssBytes: 0,
  stored: Number.NaN,
  diskBytesPerRow: Number.NaN,
  logBytesPerRow: Number.NaN,
};
