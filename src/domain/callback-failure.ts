/** The ways in which callbacks of a test key can be asked to go wrong. */
export const CALLBACK_FAILURE_KINDS = ['timeout', 'error500', 'duplicate', 'outOfOrder'] as const;
export type CallbackFailureKind = (typeof CALLBACK_FAILURE_KINDS)[number];

/** A failure of one delivery, for which its client has asked. */
export type TakenFailure =
  | { readonly kind: 'timeout' | 'error500' | 'duplicate' }
  /** It is out of order: it comes after the next one. */
  | { readonly kind: 'giveUp' }
  /** The callback that was given up before comes after this one. */
  | { readonly kind: 'comeFirst'; readonly laterEventId: string };
