import type { LineDecision, LineFacts } from './domain/matching/model.ts';

/** A line of a file that is not stored, with its identity. */
export interface PreviewLine {
  readonly facts: LineFacts;
  readonly key: string;
  readonly occurrence: number;
}

/** Lines that one step decides about: of one account, no more than the matching takes at once. */
export interface PreviewRound {
  readonly lines: readonly PreviewLine[];
  /** Debits of the file that can have given back the money of a line. */
  readonly debits: readonly LineFacts[];
}

export interface PreviewedRound {
  /** Those of the first lines. The others are for the next round. */
  readonly decisions: readonly LineDecision[];
  /** Pending lines of which a booked line is stored. */
  readonly replacedIds: readonly string[];
}

/** The reads of a preview. It writes nothing. */
export interface StatementPreviews {
  /** The lines that one step of the matching takes. */
  readonly roundSize: number;
  decide(round: PreviewRound): Promise<PreviewedRound>;
  /** Finds the file that was imported with these bytes. @returns its id. */
  findImported(sha256: string): Promise<string | undefined>;
}
