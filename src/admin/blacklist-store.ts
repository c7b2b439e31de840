import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { BlacklistKind } from './domain/blacklist.ts';

export interface BlacklistEntry {
  readonly id: string;
  /** The client the entry is for; null for every client. */
  readonly clientId: string | null;
  readonly kind: BlacklistKind;
  readonly value: string;
  readonly reason: string | null;
  readonly createdAtMs: number;
}

export interface BlacklistPage {
  /** The id of the last entry of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface BlacklistStore {
  /** Lists entries, oldest first. */
  list(page: BlacklistPage): Promise<BlacklistEntry[]>;
  /** @returns the entry, or the stored one with the same client, kind and value. */
  add(entry: BlacklistEntry, audit?: AuditOrigin): Promise<BlacklistEntry>;
  /** The pending transactions that an entry hits: their ids, the oldest first. */
  findWaiting(entry: BlacklistEntry): Promise<string[]>;
  /** @returns the entry; undefined when none has the id. */
  remove(id: string, audit?: AuditOrigin): Promise<BlacklistEntry | undefined>;
}
