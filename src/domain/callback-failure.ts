/** What can be asked to go wrong with the callbacks of a test key. */
export const CALLBACK_FAILURE_KINDS = ['timeout', 'error500', 'duplicate', 'outOfOrder'] as const;
export type CallbackFailureKind = (typeof CALLBACK_FAILURE_KINDS)[number];

/** What is to go wrong with one delivery, because its client has asked for it. */
export type TakenFailure =
  | { readonly kind: 'timeout' | 'error500' | 'duplicate' }
  /** It is out of order: it comes after the next one. */
  | { readonly kind: 'giveUp' }
  /** The callback that was given up before comes after this one. */
  | { readonly kind: 'comeFirst'; readonly laterEventId: string };
