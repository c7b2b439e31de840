import type { RefundState } from '../payouts/domain/refund.ts';
import type { FinalAmountRefusal } from '../transactions/domain/final-amount.ts';
import type { Transaction } from '../transactions/domain/transaction.ts';
import type { TransitionRefusal } from '../transactions/domain/transition.ts';
import type { TransitionOutcome } from '../transactions/store.ts';
import type { StoredLineState } from './domain/line-states.ts';
import type { LineDecision, LineFacts } from './domain/matching/model.ts';

/** The outcome of one step of the matching. */
export interface MatchRound {
  readonly lineCount: number;
  /** The number of decided lines. The others wait, because another command has just changed their transactions. */
  readonly decidedCount: number;
  readonly states: readonly StoredLineState[];
  readonly outcomes: readonly TransitionOutcome[];
}

export interface StatementMatching {
  /**
   * Finds the oldest file with lines that nothing has decided about.
   * @param after passes over the files up to this one.
   */
  findUnmatched(after?: string): Promise<string | undefined>;
  /**
   * Decides about the new lines of a file, round by round, until there are none and the file is done. What is certain settles
   * in the commit of its round.
   */
  match(fileId: string): AsyncGenerator<MatchRound, void, void>;
  /**
   * Looks at some of the lines that wait for payouts, others each time, and makes those new about which it would decide
   * otherwise now. @returns their number.
   */
  reopenOutdated(): Promise<number>;
  /** Takes the lines that it has failed at since the last call. It leaves them out for some minutes, and goes on with others. */
  takeFailures(): readonly LineFailure[];
}

/** A line of a file that is not stored, with its identity. */
export interface PreviewLine {
  readonly facts: LineFacts;
  readonly key: string;
  readonly occurrence: number;
}

/** The lines for one step of a preview. They are of one account, and no more than one step of the matching takes. */
export interface PreviewRound {
  readonly lines: readonly PreviewLine[];
  /** The debits of the file that may have returned the money of a line. */
  readonly debits: readonly LineFacts[];
  /** The lines of the file that name payouts, if a line of the round does: money of these may be out. */
  readonly naming: readonly LineFacts[];
}

export interface PreviewedRound {
  /** The decisions about the first lines. The other lines are for the next round. */
  readonly decisions: readonly LineDecision[];
  /** Pending lines of which a booked line is stored. */
  readonly replacedIds: readonly string[];
}

/** A line that the matching cannot decide about: it is damaged, say. */
export interface LineFailure {
  readonly lineId: string;
  readonly err: unknown;
}

/** A debit can have given the money of a line back, or another line can be the same payment. */
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
  /** An operator, or the matching, has decided about it already. */
  | { readonly type: 'line-decided'; readonly lineId: string; readonly state: StoredLineState }
  /** The bank has not booked it. */
  | { readonly type: 'line-pending' }
  /** Its statement is held. */
  | { readonly type: 'line-held'; readonly statementId: string }
  | { readonly type: 'line-not-matched' }
  /** It is the debit of many payouts, which are reversed one by one, or its id has shown that a refund was paid or returned. */
  | { readonly type: 'line-pays-several' }
  /** The decision that the operator has seen was taken back, and this one was made since. */
  | { readonly type: 'decision-outdated'; readonly decisionId: string }
  | { readonly type: 'transaction-missing' }
  /** Credits pay deposits, and debits pay withdrawals. */
  | { readonly type: 'wrong-direction' }
  | { readonly type: 'other-currency'; readonly currency: string }
  /** Another line has paid it. */
  | { readonly type: 'paid-by-another'; readonly lineId: string }
  /** A debit pays an open refund, and a credit returns a paid one. */
  | { readonly type: 'refund-state'; readonly state: RefundState }
  /** No batch with a file for the bank is going to pay it. */
  | { readonly type: 'refund-not-exported' }
  /** Its person was forgotten: nobody could be paid. */
  | { readonly type: 'refund-forgotten' }
  /** A deposit that the line names was credited by hand: it can be that money. Hundredths are left of the line. */
  | { readonly type: 'deposit-credited'; readonly transactionId: string; readonly maximumMinor: number }
  /** Refunds of the line came back less a charge. Hundredths are left of it. */
  | { readonly type: 'line-reduced'; readonly maximumMinor: number }
  /** To let go of what was exported takes two people. */
  | { readonly type: 'refund-same-exporter'; readonly batchNumber: number }
  | { readonly type: 'refund-other-account'; readonly accountId: string }
  | { readonly type: 'refund-other-amount'; readonly amountMinor: number }
  /** A debit names the payout, and has another amount, account or currency. */
  | {
      readonly type: 'payout-differs';
      readonly transactionId: string;
      readonly amountMinor: number;
      readonly currency: string;
    }
  /** A credit names the payout of another withdrawal or refund, which it returns. */
  | { readonly type: 'names-other-payout' }
  | { readonly type: 'refund-of-one-line' }
  /** The request wants the decision held. A decision about a refund is never planned: it happens at once. */
  | { readonly type: 'refund-held' }
  /** The bank has booked a whole payment of a file in one debit: no single payout has its amount. */
  | { readonly type: 'line-of-payment'; readonly paymentId: string; readonly count: number | null }
  /** Lines that are to be confirmed together are of several accounts, currencies or directions. */
  | { readonly type: 'lines-differ' }
  /** No bank moves so much: see MAX_LINE_MINOR. */
  | { readonly type: 'lines-too-large' }
  | TransitionRefusal;

export type LineOutcome =
  | {
      readonly kind: 'stored';
      /** The transaction after the transition that was made; undefined without one. */
      readonly transaction: Transaction | undefined;
      /** Whether the transition is planned, and has not happened yet. */
      readonly isPlanned: boolean;
    }
  | { readonly kind: 'refused'; readonly refusal: LineRefusal };
