import type { AuditChange, AuditRow } from '../../audit/domain/audit.ts';
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

/** What the old database holds and the copy does not. */
export interface LostRows {
  /** The number of transactions. */
  readonly transactions: number;
  /** The number of transitions, also of transactions that the copy has. */
  readonly events: number;
  /** The commands of administration, in their order. */
  readonly commands: readonly LostCommand[];
}

/** A command that is missing in the copy, which therefore still has what the command removed or changed. */
export type LostCommand = Pick<
  AuditRow,
  'occurredAtMs' | 'actor' | 'operation' | 'targetKind' | 'targetId' | 'before' | 'after'
>;

/**
 * The targets of administration. What became of all others can be learned from the banks' statements and from payers.
 */
export const ADMIN_TARGETS: readonly AuditChange['targetKind'][] = [
  'client',
  'bank',
  'account',
  'blacklistEntry',
  'reasonTemplate',
  'bankProfile',
  'matchPolicy',
  'payoutProfile',
  'payoutPolicy',
];

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
