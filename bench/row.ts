import type { LoadResult } from './load.ts';
import type { HistoryName, Plan } from './plan.ts';
import type { RunningServer } from './servers.ts';
import type { WorkloadName } from './workloads.ts';

/** One line of the benchmark's table: a server, and what it is asked to do. */
export interface RowDefinition {
  readonly key: string;
  readonly title: string;
  readonly workload?: WorkloadName;
  /** Starts the server with all its files in the folder. */
  start?(folder: string): Promise<RunningServer>;
  /** For what is not one kind of request alone: all that is done, in place of the two above. */
  measure?(folder: string, plan: Plan): Promise<Measurement>;
  /**
   * SQL that counts what acknowledgements leave in the database of that folder, one row for each. A server
   * without it stores nothing, so that requests to it may repeat.
   */
  readonly countStored?: string;
  /** Whether it is measured only when `--only` names it. */
  readonly extra?: true;
  /** The transactions that are stored before it is measured; rows of one history share its database. */
  readonly history?: HistoryName;
  /** Requests under way at a time, where it is not the load of the plan. */
  readonly connections?: number;
  /** The row at half of whose speed requests arrive, answered or not; without it they follow the answers. */
  readonly atHalfOf?: RowDefinition;
}

/** One row in one round. */
export interface Measurement extends LoadResult {
  readonly peakRssBytes: number;
  /** How many rows the database gained; null for a server that stores nothing. */
  readonly stored: number | null;
}

/** What a row came to over all rounds, as far as targets are about it. */
export interface RowFigures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serverCores: number;
  readonly peakRssBytes: number;
}
