import type { EngineOptions } from '../../src/service/database.ts';
import type { Fault } from './fault-cells.ts';

export interface FaultPlan {
  readonly fault: Fault;
  /** The number of the statement in its command, of which 0 is its begin, or the commit of any command. */
  readonly at: number | 'commit';
  /** The number of times; once by default. */
  readonly times?: number;
  /** Whether a killed thread only loses its connection and its port, since starting another one takes 80 ms. */
  readonly keepsThread?: boolean;
}

/** Raises faults in the writing thread of a database. */
export interface Faults {
  /** Options for the engine of the service. */
  readonly engine: EngineOptions;
  /** Makes a statement of the next commands fail. */
  plan(plan: FaultPlan): void;
  /** Lets all statements succeed again. @returns how often the planned fault was raised. */
  clear(): number;
  /** Counts the statements of the longest command since the last call, with its begin and its commit. */
  countStatements(): number;
  /** Makes the next rollbacks fail. */
  failRollbacks(count: number): void;
  /** Makes the thread hang after the begin of a command, until it is called with false. */
  hold(isHolding: boolean): void;
  /** Limits the pages of the database from the next command on. */
  limitPages(pages: number): void;
}
