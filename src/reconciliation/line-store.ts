import type { RefundState } from '../payouts/domain/refund.ts';
import type { FinalAmountRefusal } from '../transactions/domain/final-amount.ts';
import type { Transaction } from '../transactions/domain/transaction.ts';
import type { TransitionRefusal } from '../transactions/domain/transition.ts';
import type { TransitionOutcome } from '../transactions/store.ts';
import type { StoredLineState } from './domain/line-states.ts';
import type { LineDecision, LineFacts } from './domain/matching/model.ts';

/** The outcome of one step of matching. */
export interface MatchRound {
  readonly lineCount: number;
  /** The number of decided lines. The others wait, because another command has just changed their transactions. */
  readonly decidedCount: number;
  readonly states: readonly StoredLineState[];
  readonly outcomes: readonly TransitionOutcome[];
}

export interface StatementMatching {
  /**
   * Finds the oldest file with lines that have no decision yet.
   * @param after skips the files up to this one.
   */
  findUnmatched(after?: string): Promise<string | undefined>;
  /**
   * Decides about the new lines of a file, round by round, until there are none and the file is done. Certain matches
   * settle in the commit of their round.
   */
  match(fileId: string): AsyncGenerator<MatchRound, void, void>;
  /**
   * Checks some of the lines that wait for payouts, different ones each time, and makes those new about which it would
   * now decide in another way.
   * @returns their number.
   */
  reopenOutdated(): Promise<number>;
  /**
   * Returns the lines with which it has failed since the last call. It leaves them out for some minutes, and continues
   * with others.
   */
  takeFailures(): readonly LineFailure[];
}

/** A line of an unsaved file, with its identity. */
export interface PreviewLine {
  readonly facts: LineFacts;
  readonly key: string;
  readonly occurrence: number;
}

/** The lines for one step of a preview. They belong to one account, and are no more than one step of matching takes. */
export interface PreviewRound {
  readonly lines: readonly PreviewLine[];
  /** The debits of the file that may have returned the money of a line. */
  readonly debits: readonly LineFacts[];
  /** The lines of the file that name payouts, if a line of the round does: money of these payouts may be out. */
  readonly naming: readonly LineFacts[];
}

export interface PreviewedRound {
  /** The decisions about the first lines. The other lines are for the next round. */
  readonly decisions: readonly LineDecision[];
  /** Pending lines whose booked line is stored. */
  readonly replacedIds: readonly string[];
}

/** A line that matching cannot decide about, for example because it is damaged. */
export interface LineFailure {
  readonly lineId: string;
  readonly err: unknown;
}

/** Refused because a debit can have given the money of a line back, or another line can be the same payment. */
export interface DoubtfulLine {
  readonly type: 'line-doubtful';
  readonly lineId: string;
  readonly byLineId: string;
  /** What is also unusual about the amount: one answer accepts both. */
  readonly unusual?: FinalAmountRefusal | undefined;
}

/** Why an operator's decision about a line is refused, as facts. */
export type LineRefusal =
  | DoubtfulLine
  | { readonly type: 'line-missing' }
  /** An operator, or matching, has already decided about it. */
  | { readonly type: 'line-decided'; readonly lineId: string; readonly state: StoredLineState }
  /** The bank has not booked it. */
  | { readonly type: 'line-pending' }
  /** Its statement is held. */
  | { readonly type: 'line-held'; readonly statementId: string }
  | { readonly type: 'line-not-matched' }
  /**
   * It is the debit of many payouts, which are reversed one by one, or it has an id that shows a refund as paid or
   * returned.
   */
  | { readonly type: 'line-pays-several' }
  /** The decision that the operator has seen was undone, and this one was made since. */
  | { readonly type: 'decision-outdated'; readonly decisionId: string }
  | { readonly type: 'transaction-missing' }
  /** Credits pay deposits, and debits pay withdrawals. */
  | { readonly type: 'wrong-direction' }
  | { readonly type: 'other-currency'; readonly currency: string }
  /** Another line has paid it. */
  | { readonly type: 'paid-by-another'; readonly lineId: string }
  /** A debit pays an open refund, and a credit returns a paid one. */
  | { readonly type: 'refund-state'; readonly state: RefundState }
  /** No batch with a bank file is going to pay it. */
  | { readonly type: 'refund-not-exported' }
  /** Its person was forgotten, so it could not be paid. */
  | { readonly type: 'refund-forgotten' }
  /**
   * A deposit that the line names was credited by hand, perhaps with this money. `maximumMinor` is left of the line.
   */
  | { readonly type: 'deposit-credited'; readonly transactionId: string; readonly maximumMinor: number }
  /** Refunds of the line came back minus a charge. `maximumMinor` is left of the line. */
  | { readonly type: 'line-reduced'; readonly maximumMinor: number }
  /** It takes two people to release what was exported. */
  | { readonly type: 'refund-same-exporter'; readonly batchNumber: number }
  | { readonly type: 'refund-other-account'; readonly accountId: string }
  | { readonly type: 'refund-other-amount'; readonly amountMinor: number }
  /** A debit names the payout, but has another amount, account or currency. */
  | {
      readonly type: 'payout-differs';
      readonly transactionId: string;
      readonly amountMinor: number;
      readonly currency: string;
    }
  /** A credit names the payout of another withdrawal or refund, so it returns that. */
  | { readonly type: 'names-other-payout' }
  | { readonly type: 'refund-of-one-line' }
  /**
   * The request asks for the decision to be held. A decision about a refund is never planned: it takes effect at once.
   */
  | { readonly type: 'refund-held' }
  /** The bank has booked a whole payment of a file in one debit, so no single payout has its amount. */
  | { readonly type: 'line-of-payment'; readonly paymentId: string; readonly count: number | null }
  /** The lines to confirm together have different accounts, currencies or directions. */
  | { readonly type: 'lines-differ' }
  /** The sum is more than any bank moves: see MAX_LINE_MINOR. */
  | { readonly type: 'lines-too-large' }
  | TransitionRefusal;

export type LineOutcome =
  | {
      readonly kind: 'stored';
      /** The transaction after the transition that was made; undefined without one. */
      readonly transaction: Transaction | undefined;
      /** Whether the transition is planned and has not happened yet. */
      readonly isPlanned: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: LineRefusal };
