/** The facts from which lines of bank statements are matched with transactions. The decisions are in decision.ts. */
import type { PayoutRowState } from '../../../payouts/domain/batch.ts';
import type { SentPayout } from '../../../payouts/domain/sent-batch.ts';
import type { StatementLine } from '../statement.ts';
import type { MatchPolicy } from './policy.ts';
import type { SettlementState } from './reasons.ts';
import type { SentMoney } from './still-out.ts';

export type { LineAction, LineDecision, LineState, RuleId } from './decision.ts';

/**
 * The kind of a debit, judged by the line alone: marked as a return, a bank fee that names no person, or anything else.
 */
export type DebitKind = 'return' | 'fee' | 'other';

/** The fields of a line that the rules read. */
export type MatchableLine = Omit<
  StatementLine,
  'place' | 'raw' | 'balanceAfterMinor' | 'isBankReferenceTrusted'
>;

/** A line with its place in the storage. */
export interface LineFacts {
  readonly lineId: string;
  readonly bankAccountId: string;
  /** Whether its statement is held, because its balances do not add up. Such a line settles nothing. */
  readonly isHeld: boolean;
  readonly line: MatchableLine;
}

/** A deposit that a line can pay, or could have paid. */
export interface DepositFacts {
  readonly transactionId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly bankAccountId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The requested amount. */
  readonly amountMinor: number;
  /** As stored, in its RF form for EUR; null for a deposit that is older than references. */
  readonly reference: string | null;
  /** The full name of the user; null if the person was forgotten. */
  readonly name: string | null;
  readonly state: SettlementState;
  /** The sequence that the settle or the correction must name. */
  readonly sequence: number;
  readonly createdAtMs: number;
  /** The time of its last transition; null while it is pending. */
  readonly endedAtMs: number | null;
  /** The line that settled it, unless a debit has returned that money; null for none. */
  readonly settledByLineId: string | null;
  /** The amount with which an operator settled it by hand, so its line can still come; null if none did. */
  readonly paidWithoutLineMinor: number | null;
  /**
   * Whether a debit has returned a line's payment: another line that names the deposit can then be a second payment.
   */
  readonly isReturned: boolean;
  /** The debit that has returned it, and its day, if no line has shown the money that the debit took; null for none. */
  readonly takenBy: { readonly lineId: string; readonly day: string | null } | null;
}

/** A withdrawal. Its id can be the end-to-end id of its payment order. */
export interface WithdrawalFacts {
  readonly transactionId: string;
  readonly currency: string;
  readonly amountMinor: number;
  /** Normalized; null if the person was forgotten. */
  readonly iban: string | null;
  readonly state: SettlementState;
}

/** A payout in a bank file. */
export interface FiledPayout extends SentPayout {
  /**
   * `paid` even if no debit names it, because people can confirm a debit without its id. Its facts concern its own
   * debit.
   */
  readonly state: PayoutRowState;
  readonly batch: {
    readonly number: number;
    /** The account that pays. */
    readonly accountId: string;
    readonly currency: string;
  };
  /** Whether it gives money of a line back. Then `withdrawal` stands for the refund. */
  readonly isRefund: boolean;
  /** The withdrawal, with the sequence that a transition must name. */
  readonly withdrawal: WithdrawalFacts & { readonly sequence: number };
}

/** How many of the last ended deposits of one amount are read, and how many of the last that ended unpaid. */
export const MAX_ENDED_OF_AMOUNT = 50;

/** The deposits that a line can mean without naming them. */
export interface LikelyDeposits {
  /**
   * Deposits of the account: the newest pending ones and the last ended ones, paid or not, with the amount of a line, and pending
   * ones with the name of a payer. Deposits of any account, of the users whose deposits a line names: the pending one
   * of each, and the last ended ones.
   */
  readonly deposits: readonly DepositFacts[];
  /** The amounts with more pending deposits than were read, or for which none were read. */
  readonly crowdedAmounts: ReadonlySet<number>;
  /** The amounts with more deposits that ended unpaid than were read. */
  readonly crowdedEnded: ReadonlySet<number>;
  /** The users with more ended deposits than were read: see `userKey`. */
  readonly crowdedUsers: ReadonlySet<string>;
}

/** Money that came to the account with the amount of a debit, and that the bank can have taken back. */
export interface ReceivedMoney {
  /** The booked credit; null for a deposit that was settled by hand without one. */
  readonly credit: LineFacts | null;
  /** The deposits that it has paid; for a waiting credit, those that it names. */
  readonly deposits: readonly DepositFacts[];
  readonly currency: string;
  readonly amountMinor: number;
}

/**
 * The lines of other sources that agree with a line in account, day, direction, amount and currency: see
 * findEqualPayments.
 */
export interface EqualPayments {
  /** In the order of their ids. Lines that are equal to one another share the same list. */
  readonly others: readonly EqualPayment[];
  /** Whether there are more than are compared: see MAX_OTHERS. Then `others` has one of them. */
  readonly areTooMany: boolean;
}

export interface EqualPayment {
  readonly line: LineFacts;
  /** The ids of the deposits that it names. */
  readonly named: readonly string[];
  /** Whether it still waits; otherwise its money was used, or given back, or is used together with the line. */
  readonly isOpen: boolean;
}

/** A withdrawal that waits for its debit, or that was settled by hand without one. */
export interface OwedWithdrawal {
  readonly currency: string;
  readonly amountMinor: number;
  /** The name of the payee; null if the person was forgotten. */
  readonly name: string | null;
}

/** The money that debits may have taken back, and the withdrawals that they may have paid instead. */
export interface ReclaimableMoney {
  /** The money of the last days (see MAX_DAYS_BACK), the newest of each amount. */
  readonly received: readonly ReceivedMoney[];
  readonly owed: readonly OwedWithdrawal[];
}

/** The times with which lines are decided about. */
export interface MatchTerms {
  readonly nowMs: number;
  /** How long after its expiry a deposit can still be paid. */
  readonly lateGraceMs: number;
  /** How far back, beyond the grace, a policy still takes events into account. */
  readonly recentMs: number;
}

/** Everything that decides about a group of lines of one account. */
export interface MatchFacts extends MatchTerms {
  readonly bankAccountId: string;
  /** The lines to decide about: of this account, without a final decision. */
  readonly lines: readonly LineFacts[];
  /**
   * Other open booked payments, to any account, that name the same deposit as a line, by reference or id. The first
   * ones of each name are enough: see MAX_OTHERS.
   */
  readonly otherLines: readonly LineFacts[];
  /**
   * Unexplained debits of this account with the amount of a line, whatever became of them, on the day of that line or
   * later. Fees are left out. Some of each amount are enough: see MAX_OTHERS.
   */
  readonly debits: readonly LineFacts[];
  /**
   * Equal payments by the ids of lines; unsaved lines have none. Read with `likely`, since a line that settles by what
   * it names does not need them.
   */
  readonly equals: ReadonlyMap<string, EqualPayments>;
  /** The deposits that lines name, even with one slip, of any account and age. */
  readonly deposits: readonly DepositFacts[];
  /** Null until it is read. Without it nothing settles by a policy. */
  readonly likely: LikelyDeposits | null;
  /** The withdrawals whose id a line names, and those with the IBAN and amount of a line, of any account. */
  readonly withdrawals: readonly WithdrawalFacts[];
  /** The payouts that lines name by ids from bank files: single payouts, or all of one payment. */
  readonly payouts: readonly FiledPayout[];
  /**
   * The money sent for withdrawals and refunds that credits return, by the ids of the withdrawals and refunds: see
   * stillOut.
   */
  readonly sentMoney: ReadonlyMap<string, SentMoney>;
  /** The amounts and currencies of refunds in bank files that this account pays and whose debit is not known. */
  readonly sentRefunds: readonly { readonly currency: string; readonly amountMinor: number }[];
  /** The pending withdrawals with the amounts of debits in bank files that this account pays. */
  readonly sentPayouts: readonly WithdrawalFacts[];
  /** Null until it is read, which is done only for unexplained debits. */
  readonly reclaimable: ReclaimableMoney | null;
  /** The policies by client. A client without its own has that of the desk; a missing one means `STRICT_POLICY`. */
  readonly policies: ReadonlyMap<string, MatchPolicy>;
}

/** How many other lines of one name, or debits of one amount, a line is compared with. If there are more, it waits. */
export const MAX_OTHERS = 100;
/** One more shows that there are too many. */
export const MAX_READ_OTHERS = MAX_OTHERS + 1;

/** The facts that a loader must look up for a line. Each list is limited and without duplicates. */
export interface LineLookups {
  /** References of deposits, in all forms that can be meant. */
  readonly references: readonly string[];
  /** References that differ by one slip from a text of the line. They can only be proposed. */
  readonly nearReferences: readonly string[];
  /** Ids of transactions: end-to-end ids that the service gave. */
  readonly transactionIds: readonly string[];
  /** Ids of payouts in bank files. */
  readonly payoutIds: readonly string[];
  /** Ids of payments in such files, with many payouts each. */
  readonly paymentIds: readonly string[];
  /** The names of the payer, converted as in deposits, with the surname first or last. */
  readonly convertedNames: readonly string[];
  /** Null for a credit. */
  readonly debitKind: DebitKind | null;
}
