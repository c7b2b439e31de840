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
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}
