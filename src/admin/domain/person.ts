/** A user of one client. Another client may give the same userId to somebody else. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
}

/** Why a transaction names a person still. */
export const UNFORGOTTEN_REASONS = ['pending', 'planned', 'callback_pending', 'changed'] as const;
