import type { Disagreement, DisagreementOf } from './disagreements.ts';

/** The result of walking the audit log. */
export interface AuditVerdict {
  readonly rows: number;
  readonly lastHash: string;
  /** Null when everything fits. */
  readonly first: DisagreementOf<'audit-missing' | 'audit-changed' | 'audit-chain'> | null;
  /** The number of disagreements. */
  readonly count: number;
  /** Whether no row has the hash that was asked for. */
  readonly lacksKnownHash: boolean;
}

/**
 * A finding that may be correct: events without a callback between others with one. The database does not store
 * whether the client had a callbackUrl at the time.
 */
export interface Note {
  readonly kind: 'events-without-callback';
  readonly clientId: string;
  readonly count: number;
}

/** The number of checked rows of each table. */
export type CheckedCounts = Readonly<
  Record<'transactions' | 'events' | 'callbacks' | 'attempts' | 'counters' | 'accounts' | 'commands', number>
>;

/** The result of checking a whole database. */
export interface Verdict {
  /** Null when the file is damaged, since nothing else is checked then. */
  readonly checked: CheckedCounts | null;
  /** At most MAX_LISTED of each kind. */
  readonly disagreements: readonly Disagreement[];
  /** The number of disagreements that are not listed. */
  readonly more: number;
  readonly notes: readonly Note[];
}

/** The most disagreements of one kind that are kept in memory and listed. */
export const MAX_LISTED = 1000;
