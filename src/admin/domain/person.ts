/** A user of one client. Another client may use the same userId for a different person. */
export interface Person {
  readonly clientId: string;
  readonly userId: string;
}

/** Why a transaction still names a person. */
export const UNFORGOTTEN_REASONS = ['pending', 'planned', 'callback_pending', 'changed'] as const;
