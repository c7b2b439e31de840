import type { AuditOrigin } from '../audit/domain/audit.ts';

/** A user of one client. Another client may give the same userId to somebody else. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
}

export const UNFORGOTTEN_REASONS = ['pending', 'planned', 'callback_pending', 'changed'] as const;

/** A transaction that names a person still, and why. */
interface UnforgottenTransaction {
  readonly transactionId: string;
  readonly reason: (typeof UNFORGOTTEN_REASONS)[number];
}

/** Forgets people. */
export interface PeopleStore {
  /** The ids of the clients that have transactions of a user. */
  clientsOf(userId: string): Promise<readonly string[]>;
  /** Replaces the names and IBANs of a person in ended transactions. @returns the number of these. */
  forget(person: Person, command: { readonly appKey: string; readonly audit: AuditOrigin }): Promise<number>;
  /** Lists transactions that `forget` leaves alone, oldest first. */
  listUnforgotten(person: Person, limit: number): Promise<readonly UnforgottenTransaction[]>;
}
