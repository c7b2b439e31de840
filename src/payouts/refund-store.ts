import type { LineRefusal } from '../reconciliation/line-store.ts';
import type { PayeeMissing } from './domain/give-back.ts';
import type { Refund } from './domain/refund.ts';

/** Why the money of a line cannot be given back, as facts. */
export type GiveBackRefusal =
  | LineRefusal
  /** It is the operator's own money, which left or came back. */
  | { readonly type: 'nothing-to-give-back' }
  | { readonly type: 'refund-too-large'; readonly maximumMinor: number }
  | PayeeMissing
  | { readonly type: 'payee-blacklisted' };

/** The outcome of giving money back. */
export type GivenBack =
  | { readonly kind: 'stored'; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly refusal: GiveBackRefusal };
