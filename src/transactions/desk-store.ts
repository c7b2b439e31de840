import type {
  ByBatchOnly,
  ClaimRefusal,
  HeldAfterRestore,
  NotClaimable,
  NotClaimed,
} from './domain/claim.ts';
import type { PlannedRefusal, UndoRefusal } from './domain/plan.ts';
import type { Transaction } from './domain/transaction.ts';
import type { InPayout, PaidAgain, TransitionRefusal } from './domain/transition.ts';

export type UndoOutcome =
  | StoredUnnumbered
  | { readonly kind: 'refused'; readonly refusal: UndoRefusal }
  | { readonly kind: 'missing' };

/** The outcome of a change that does not raise the sequence. */
interface StoredUnnumbered {
  readonly kind: 'stored';
  readonly transaction: Transaction;
}

type Blacklisted = Extract<TransitionRefusal, { readonly type: 'blacklisted' }>;

export type ClaimOutcome =
  | (StoredUnnumbered & { readonly isChanged: boolean })
  | {
      readonly kind: 'refused';
      readonly refusal:
        | ClaimRefusal
        | NotClaimable
        | NotClaimed
        | HeldAfterRestore
        | Blacklisted
        | PlannedRefusal
        | InPayout
        | PaidAgain
        | ByBatchOnly;
    }
  | { readonly kind: 'missing' };

export type NoteOutcome =
  | StoredUnnumbered
  /** The transaction has the most notes that it may have. */
  | { readonly kind: 'full' }
  | { readonly kind: 'refused'; readonly refusal: InPayout | PlannedRefusal }
  | { readonly kind: 'missing' };

/** A note of an operator about a transaction. */
export interface Note {
  readonly transactionId: string;
  readonly authorId: string;
  readonly text: string;
  readonly createdAtMs: number;
}

/** Who paid a deposit, as the bank printed it; null for what it did not print. */
export interface Payer {
  readonly name: string | null;
  readonly iban: string | null;
}
