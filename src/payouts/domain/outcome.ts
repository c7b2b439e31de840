import type { PayoutBatch, Unfit } from './batch.ts';
import type { PolicyRefusal } from './policy-refusal.ts';

/** The outcome of a decision about a batch. */
export type PayoutOutcome =
  | {
      readonly kind: 'stored';
      readonly batch: PayoutBatch;
      /** The ids of the withdrawals and refunds that the batch has taken or let go of; none by default. */
      readonly movedIds?: readonly string[] | undefined;
    }
  | { readonly kind: 'missing' }
  | PolicyRefusal
  | { readonly kind: 'wrong-state'; readonly batch: PayoutBatch }
  /** The batch no longer contains what the caller has seen, or the withdrawals are not what was prepared. */
  | { readonly kind: 'changed'; readonly batch: PayoutBatch }
  /** It was exported, or something was learnt of its payouts, since the caller has seen it. */
  | { readonly kind: 'progressed'; readonly batch: PayoutBatch }
  /** The form of its file was changed after the last approval: it waits for approvals again. */
  | { readonly kind: 'form-changed'; readonly batch: PayoutBatch }
  | { readonly kind: 'same-person'; readonly batch: PayoutBatch }
  /** Who has named the payee of a row does not approve that it is paid. */
  | {
      readonly kind: 'own-payee';
      readonly batch: PayoutBatch;
      readonly rowNumber: number;
      readonly transactionId: string;
    }
  /** Who has exported it cannot say alone that no bank will pay it. */
  | { readonly kind: 'same-exporter'; readonly batch: PayoutBatch }
  /** A booked debit of a payout of it waits at the desk, so the bank has the file. */
  | { readonly kind: 'debited'; readonly batch: PayoutBatch; readonly lineId: string }
  /** Only who has prepared it adds to it: whoever adds cannot approve. */
  | { readonly kind: 'not-maker'; readonly batch: PayoutBatch }
  /** It would have more rows than a batch can. */
  | { readonly kind: 'full'; readonly batch: PayoutBatch }
  /** Nothing would be left in it, or nothing is. */
  | { readonly kind: 'empty'; readonly batch: PayoutBatch }
  /** The day on which the bank shall pay is over. */
  | { readonly kind: 'too-late'; readonly batch: PayoutBatch }
  /** Something has come between since it was approved. */
  | { readonly kind: 'unfit'; readonly batch: PayoutBatch; readonly unfit: readonly Unfit[] }
  | {
      readonly kind: 'unknown-rows';
      readonly batch: PayoutBatch;
      readonly transactionIds: readonly string[];
    };
