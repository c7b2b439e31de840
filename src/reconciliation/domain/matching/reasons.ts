/** The reasons for and against a match: codes with plain data, which surfaces put into words. */
import type { EndedKind } from '../../../transactions/domain/transaction.ts';
import type { NameGrade } from './name-grade.ts';

/** The status of a transaction, with how it ended unpaid. */
export type SettlementState = 'pending' | 'successful' | EndedKind;

/** `differenceMinor` is the received amount minus the requested one. Reasons hold no name and no IBAN. */
export type Reason =
  /** The line names it by its reference. */
  | { readonly code: 'reference'; readonly reference: string }
  /** The line names it by its id, as the end-to-end id. */
  | { readonly code: 'transaction-id'; readonly transactionId: string }
  /** The line names a payout by its id in the bank file. */
  | { readonly code: 'end-to-end-id'; readonly endToEndId: string }
  /** The line names a payment of such a file, which has many payouts. */
  | { readonly code: 'payment-id'; readonly paymentId: string }
  /** The line does not match a clear part of its payment, of which these payouts wait. */
  | { readonly code: 'other-total'; readonly count: number; readonly sumMinor: number }
  /** The line names several payouts. */
  | { readonly code: 'several-payouts' }
  /** The blacklist stops it, until an operator clears it or removes the entry. */
  | { readonly code: 'blacklisted' }
  /** No debit has shown that the payout was paid. */
  | { readonly code: 'not-paid-yet' }
  /** Of the withdrawal that came back, another booked debit has not come back. */
  | { readonly code: 'paid-again'; readonly byLineId: string }
  /** The money left again after it had come back: the payee owes it. */
  | { readonly code: 'out-again' }
  /** Another bank file may still pay the withdrawal that came back. */
  | { readonly code: 'payout-under-way'; readonly batchNumber: number }
  /** The line contains a text that is one slip away from the reference. */
  | { readonly code: 'near-reference'; readonly reference: string; readonly typed: string }
  | { readonly code: 'amount-exact' }
  | { readonly code: 'amount-differs'; readonly differenceMinor: number }
  /** A name that the line shows can be that of the user. */
  | { readonly code: 'name'; readonly grade: Exclude<NameGrade, 'differs'> }
  /** The name of the payer does not fit the user of the named deposit, or is unclear. */
  | { readonly code: 'other-payer'; readonly grade: Exclude<NameGrade, 'fits'> }
  /** This is the waiting deposit of the user whose other deposit the line names. */
  | { readonly code: 'waiting-deposit' }
  | { readonly code: 'iban-own-payee' }
  | { readonly code: 'iban-own-payer' }
  /** Whole days between the creation and the booking. */
  | { readonly code: 'near-in-time'; readonly days: number }
  /** `lateMs` is how long after the end the money came, at the latest; null if that decided nothing. */
  | { readonly code: 'ended'; readonly state: EndedKind; readonly lateMs: number | null }
  | { readonly code: 'replaced' }
  | { readonly code: 'settled-already'; readonly byLineId: string | null }
  | { readonly code: 'other-account'; readonly bankAccountId: string }
  | { readonly code: 'other-currency'; readonly currency: string }
  /**
   * Lines that name the same deposit, including this one, with the sum of those whose money is not in doubt. `fits` if
   * the sum is the amount.
   */
  | {
      readonly code: 'several-lines';
      readonly lineIds: readonly string[];
      readonly sumMinor: number;
      readonly fits: boolean;
    }
  /** Deposits that the line names. `fits` if their sum is the amount, and all are open and of one client. */
  | {
      readonly code: 'several-deposits';
      readonly transactionIds: readonly string[];
      readonly sumMinor: number;
      readonly fits: boolean;
    }
  /** The line has another valid reference, which belongs to no known deposit. */
  | { readonly code: 'other-reference'; readonly reference: string }
  /** The reference was given to several deposits, one after another. */
  | { readonly code: 'reused-reference'; readonly transactionIds: readonly string[] }
  /** Only a policy would settle this deposit, and the money can be for another one with the amount. */
  | { readonly code: 'matches-other-deposit'; readonly transactionId: string }
  /** The bank booked several payments in one entry without the amount of each. */
  | { readonly code: 'collective' }
  /** A debit may have given the money back. */
  | { readonly code: 'taken-back'; readonly byLineId: string }
  /** A line of another kind or format of statement has the same day, amount and payer, and can be the same payment. */
  | { readonly code: 'same-payment'; readonly byLineId: string }
  /** The debit may take the money of these credits back. */
  | { readonly code: 'takes-back'; readonly lineIds: readonly string[] }
  /** The line was booked before the deposit was created. */
  | { readonly code: 'before-deposit' }
  /** The mark of a return: a code or words of the bank. */
  | { readonly code: 'return-mark'; readonly mark: string }
  /** The word of the line that makes it a fee. */
  | { readonly code: 'fee'; readonly word: string }
  /** The text is longer than is read, or more deposits of the amount wait than are compared. */
  | { readonly code: 'too-many' };

/** A transaction that the line may belong to. */
export interface Candidate {
  readonly type: 'deposit' | 'withdrawal';
  readonly transactionId: string;
  readonly reasons: readonly Reason[];
  /** Its place among the candidates, 1 for the most likely. Candidates that fit equally have the same rank. */
  readonly rank: number;
}

/** A candidate with how well it fits; higher is better. */
export interface WeighedCandidate {
  readonly candidate: Omit<Candidate, 'rank'>;
  readonly weight: number;
}

/** The most candidates of a line. */
export const MAX_CANDIDATES = 5;

/** Orders candidates, most likely first, and equal ones by their ids. */
export function rankCandidates(weighed: readonly WeighedCandidate[]): Candidate[] {
  return weighed
    .toSorted(
      (a, b) => b.weight - a.weight || (a.candidate.transactionId < b.candidate.transactionId ? -1 : 1),
    )
    .slice(0, MAX_CANDIDATES)
    .map(({ candidate, weight }) => ({
      ...candidate,
      rank: 1 + weighed.filter((other) => other.weight > weight).length,
    }));
}
