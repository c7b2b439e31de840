import type { PayoutBatch, Unfit } from './batch.ts';
import type { PolicyRefusal } from './policy-refusal.ts';

/** The outcome of a decision about a batch. */
export type PayoutOutcome =
  | {
      readonly kind: 'stored';
      readonly batch: PayoutBatch;
      /** The ids of the withdrawals and refunds that were added to the batch or released from it; none by default. */
      readonly movedIds?: readonly string[] | undefined;
    }
  | { readonly kind: 'missing' }
  | PolicyRefusal
  | { readonly kind: 'wrong-state'; readonly batch: PayoutBatch }
  /** The batch no longer contains what the caller has seen, or its withdrawals have changed since they were added. */
  | { readonly kind: 'changed'; readonly batch: PayoutBatch }
  /** Since the caller saw it, it was exported, or there was news about its payouts. */
  | { readonly kind: 'progressed'; readonly batch: PayoutBatch }
  /** The form of its file was changed after the last approval, so it waits for approvals again. */
  | { readonly kind: 'form-changed'; readonly batch: PayoutBatch }
  | { readonly kind: 'same-person'; readonly batch: PayoutBatch }
  /** The person who named the payee of a row cannot approve its payment. */
  | {
      readonly kind: 'own-payee';
      readonly batch: PayoutBatch;
      readonly rowNumber: number;
      readonly transactionId: string;
    }
  /** The person who exported it cannot declare alone that no bank will pay it. */
  | { readonly kind: 'same-exporter'; readonly batch: PayoutBatch }
  /** A booked debit of one of its payouts waits at the desk, so the bank has the file. */
  | { readonly kind: 'debited'; readonly batch: PayoutBatch; readonly lineId: string }
  /** Only the person who prepared it can add to it, because people who add cannot approve. */
  | { readonly kind: 'not-maker'; readonly batch: PayoutBatch }
  /** It would have more rows than a batch can have. */
  | { readonly kind: 'full'; readonly batch: PayoutBatch }
  /** It is empty, or would be. */
  | { readonly kind: 'empty'; readonly batch: PayoutBatch }
  /** The day on which the bank was to pay is over. */
  | { readonly kind: 'too-late'; readonly batch: PayoutBatch }
  /** Some of its withdrawals can no longer be paid. */
  | { readonly kind: 'unfit'; readonly batch: PayoutBatch; readonly unfit: readonly Unfit[] }
  | {
      readonly kind: 'unknown-rows';
      readonly batch: PayoutBatch;
      readonly transactionIds: readonly string[];
    };
