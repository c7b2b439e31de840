import type { DepositNames } from '../../domain/matching/deposit-names.ts';
import type { LineDecision, LineFacts } from '../../domain/matching/model.ts';
import type { RehearsedChanges } from '../../domain/matching/rehearsal.ts';

/** The previews, and tries of profiles, that a process has at once. */
export const MOST_PREVIEWS = 3;

/** A line of a file that is not stored, with its identity. */
export interface PreviewLine {
  readonly facts: LineFacts;
  readonly key: string;
  readonly occurrence: number;
}

/** Lines that one step of the matching would decide about: of one account, no more than it takes at once. */
export interface PreviewRound {
  readonly lines: readonly PreviewLine[];
  /** Other open lines of the file: money out with the amount of a line, and those with a reference of one. */
  readonly others: readonly LineFacts[];
  /** Lines of the file, open or not: money out that may send back a line. */
  readonly moneyOut: readonly LineFacts[];
  /** Open lines of the file, money in, with the amount of a line that would settle by its name. */
  readonly credits?: readonly LineFacts[] | undefined;
  /** The changes that the lines before would have made. */
  readonly changes: RehearsedChanges;
}

export type PreviewedRound =
  | {
      readonly kind: 'decided';
      /**
       * Those of the first lines. Lines without one are closed by the changes, because they are pending and another line
       * has booked them, or are for the next round.
       */
      readonly decisions: readonly LineDecision[];
      readonly changes: RehearsedChanges;
    }
  /** These lines would settle by their names: the same again with `credits`. */
  | { readonly kind: 'needs-credits'; readonly lineIds: readonly string[] };

/** The reads of a preview. It writes nothing. */
export interface StatementPreviews {
  /** The lines that one step of the matching takes. */
  readonly roundSize: number;
  decide(round: PreviewRound): Promise<PreviewedRound>;
  /** Finds the deposits with these ids; others are left out. */
  findDeposits(transactionIds: readonly string[]): Promise<readonly DepositNames[]>;
  /** Finds the file that was imported with these bytes. @returns its id. */
  findImported(sha256: string): Promise<string | undefined>;
}
