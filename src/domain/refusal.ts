import type { AmountLimits } from './bank.ts';
import type { ChangeKind } from './change.ts';
import type { TransactionStatus, TransactionType } from './transaction.ts';

/** Why a request is refused, as facts. Its words for callers are made at the edge, see operations/refusals.ts. */
export type Refusal = CreationRefusal | TransitionRefusal;

export type CreationRefusal =
  | BankRefusal
  /** The processId belongs to a transaction with other content. */
  | { readonly type: 'error_process_id_conflict'; readonly transactionId: string }
  | { readonly type: 'error_transaction_blacklisted' }
  /** No account of the bank has room for the deposit today. */
  | { readonly type: 'error_no_account_available' };

export type BankRefusal =
  | { readonly type: 'error_bank_not_found'; readonly bankId: string }
  | { readonly type: 'error_bank_unavailable'; readonly transactionType: TransactionType }
  | {
      readonly type: 'error_amount_out_of_bank_limits';
      readonly transactionType: TransactionType;
      readonly limits: AmountLimits;
    }
  /** The list of banks cannot be read now. */
  | { readonly type: 'error_unavailable' };

export type TransitionRefusal =
  | {
      readonly type: 'error_stale_sequence';
      readonly transactionId: string;
      readonly status: TransactionStatus;
      /** The sequence that the transaction has. */
      readonly sequence: number;
      /** The sequence that the request names. */
      readonly seen: number;
    }
  | {
      readonly type: 'error_transition_not_allowed';
      readonly transactionId: string;
      readonly status: TransactionStatus;
      readonly transition: ChangeKind;
    };
