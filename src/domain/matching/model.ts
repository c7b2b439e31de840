/** The facts from which lines of bank statements are matched with transactions. The decisions are in decision.ts. */
import type { StatementLine } from '../statement.ts';
import type { MatchPolicy } from './policy.ts';
import type { SettlementState } from './reasons.ts';

export type { LineAction, LineDecision, LineState, RuleId } from './decision.ts';

/** The kind of money out by itself: marked as a return, a fee of the bank that names nobody, or anything else. */
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
  /** The amount that was asked for. */
  readonly amountMinor: number;
  /** As stored, in its RF form for EUR; null for a deposit that is older than references. */
  readonly reference: string | null;
  /** The name of the payer; null if the person was forgotten. */
  readonly name: string | null;
  readonly state: SettlementState;
  /** As the settle or the correction must name it. */
  readonly sequence: number;
  readonly createdAtMs: number;
  /** The time of its last transition; null while it is pending. */
  readonly endedAtMs: number | null;
  /** Whether the same user of the same client has a pending deposit that is newer. */
  readonly isReplaced: boolean;
  /** The line that settled it; null if none did. */
  readonly settledByLineId: string | null;
  /** The amount with which an operator settled it by hand, so that its line can still come; null if none did. */
  readonly paidWithoutLineMinor: number | null;
}

/** A withdrawal of our own. Its id is the end-to-end id of its payment order. */
export interface WithdrawalFacts {
  readonly transactionId: string;
  readonly clientId: string;
  readonly currency: string;
  readonly amountMinor: number;
  /** The name of the payee; null if the person was forgotten. */
  readonly name: string | null;
  /** Normalized; null if the person was forgotten. */
  readonly iban: string | null;
  readonly state: SettlementState;
  readonly createdAtMs: number;
  /** The numbers by which the bank knows its payment: query number, bank reference. */
  readonly bankReferences: readonly string[];
}

/** An IBAN from which a user has paid before. A disputed one is left out. */
export interface KnownPayer {
  readonly clientId: string;
  readonly userId: string;
  /** The name in the deposit that was paid. */
  readonly name: string;
  readonly iban: string;
  /** Learnt from an operator who matched a line, or from a match by reference. */
  readonly source: 'operator' | 'reference';
}

/** Amounts of which not all transactions are here, because more have them than are compared. */
export interface CrowdedAmounts {
  /** Deposits: no line with the amount is certain. */
  readonly deposits: ReadonlySet<number>;
  /** Withdrawals: nothing is certain because there is none of the amount. */
  readonly withdrawals: ReadonlySet<number>;
}

/**
 * Everything that decides about a group of lines of one account. It may hold more than is asked for here, but no less:
 * a deposit or a line that is missing can make another look unique.
 */
export interface MatchFacts {
  readonly nowMs: number;
  readonly bankAccountId: string;
  /** Whether there are more transactions than are compared, so that some are missing. Nothing is certain then. */
  readonly isCut?: boolean;
  readonly crowded?: CrowdedAmounts;
  /** Whether there are more deposits of the account than names are compared with. No name is that of one alone then. */
  readonly areNamesakesCut?: boolean;
  /** The lines to decide about: of this account, without a final decision. */
  readonly lines: readonly LineFacts[];
  /**
   * Other lines without a final decision, held ones too: money out of this account that is marked as a return and has the
   * amount of money in, and booked payments to any account that name what money in names. Of each amount and each name
   * the first are enough: see MOST_OTHERS. A line that was settled, or put away by an operator, is left out.
   */
  readonly otherLines: readonly LineFacts[];
  /**
   * Money out that is no withdrawal of ours as far as is known, decided or not, and may send back money in: see
   * `AskedOut`. Of any account what goes to the other account of a line, and what names what a line names; of this account
   * what has the amount of a line. Of each the first are enough: see MOST_OTHERS.
   */
  readonly moneyOut: readonly LineFacts[];
  /**
   * Of this account: all that are pending, and all that ended in the last days, in whatever way. Of any account and any
   * age: those with a reference or an id that a line looks up, and those that somebody settled by hand with the amount of
   * a line, if they are of the user of one that a line names.
   */
  readonly deposits: readonly DepositFacts[];
  /**
   * Of any account: those with an id or a bank reference that a line looks up, and those of the last weeks with the
   * amount of a line. The same for the money out.
   */
  readonly withdrawals: readonly WithdrawalFacts[];
  /**
   * Those that wait, for lines of money out that pay none of them alone: all of them, or none if there are too many. Empty
   * where it was not asked for.
   */
  readonly waitingWithdrawals: readonly WithdrawalFacts[];
  /**
   * Of each IBAN of a line all, or one more than MOST_OTHERS and the users of the deposits; of each user of a deposit that is
   * pending one, whatever the IBAN.
   */
  readonly knownPayers: readonly KnownPayer[];
  /** By client, that of the desk for clients without their own; one that is missing has `STRICT_POLICY`. */
  readonly policies: ReadonlyMap<string, MatchPolicy>;
  /** How long after its expiry a deposit can still be paid. */
  readonly lateGraceMs: number;
  /** How long after its creation a deposit can be paid by name alone. */
  readonly nameWindowMs: number;
}

/** The facts that a loader must look up for a line. Each list is bounded and without repeats. */
export interface LineLookups {
  /** References of deposits in all forms that can be meant. */
  readonly references: readonly string[];
  /** References that differ by one slip from a text of the line. They can only be proposed. */
  readonly nearReferences: readonly string[];
  /** Ids of transactions: end-to-end ids that we gave. */
  readonly transactionIds: readonly string[];
  /** Numbers by which the bank can know a payment of ours. */
  readonly bankReferences: readonly string[];
  readonly amountMinor: number;
  readonly counterpartyIban: string | null;
  /** The names of the payer, as deposits convert theirs, with the surname first or last. */
  readonly convertedNames: readonly string[];
  /** The words of the payer's name in ASCII capitals. */
  readonly nameTokens: readonly string[];
  /** Null for money in. */
  readonly debitKind: DebitKind | null;
}
