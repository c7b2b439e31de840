import type { ReadScope } from '../operations/read-scope.ts';
import type { AuditActorKind, AuditRow } from './domain/audit.ts';

export interface AuditFilter extends Pick<ReadScope, 'isTest'> {
  /** The appKey, or the user of the operating system. */
  readonly actor?: string | undefined;
  readonly actorKind?: AuditActorKind | undefined;
  readonly operation?: string | undefined;
  /** Any of these, which are at most a few hundred. */
  readonly targetIds?: readonly string[] | undefined;
  /** At or after, in epoch milliseconds. */
  readonly fromMs?: number | undefined;
  /** Before, in epoch milliseconds. */
  readonly toMs?: number | undefined;
}

/** A row with the present name of the actor's key; null for other actors. */
export interface NamedAuditRow extends AuditRow {
  readonly actorName: string | null;
}

export interface AuditPage {
  /** Newest first. */
  readonly items: readonly NamedAuditRow[];
  /** The position after which the next page starts; undefined at the end. A page may be short, even empty, before it. */
  readonly next: number | undefined;
  readonly scannedRows: number;
}
