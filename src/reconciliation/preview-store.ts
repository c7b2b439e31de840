import type { LineDecision, LineFacts } from './domain/matching/model.ts';

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
