import type { Verdict } from './consistency.ts';
import type { AfterRestoreReport } from './numbering.ts';

/** The contents of a copy of a database. */
export interface CopyContents {
  readonly transactions: number;
  /** The time of the newest live transaction, since the clocks of test keys are ahead; null when there is none. */
  readonly newestAtMs: number | null;
  /** Callbacks that are not acknowledged and not given up. */
  readonly pendingCallbacks: number;
  /** The fingerprint of the key that its secrets are sealed with; null when there is none yet. */
  readonly masterKeyId: string | null;
  /** The fingerprint of the key that they were being re-sealed with; null at other times. */
  readonly nextMasterKeyId: string | null;
}

export interface BackupReport extends CopyContents {
  readonly path: string;
  readonly bytes: number;
}

/** The numbers of rows that the old database holds and the copy does not. */
export interface LostRows {
  readonly transactions: number;
  /** Transitions, also of transactions that the copy has. */
  readonly events: number;
}

export interface RestoreReport {
  readonly contents: CopyContents;
  /** Undefined when the old database could not be read, or there was none. */
  readonly lost: LostRows | undefined;
  /** The folder with the old files; undefined when there were none. */
  readonly savedTo: string | undefined;
  readonly migrated: readonly string[];
  readonly after: AfterRestoreReport;
  readonly verdict: Verdict;
}
