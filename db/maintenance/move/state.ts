/** The mark on the database that was moved. */
export interface SourceMark {
  readonly side: 'source';
  readonly id: string;
  readonly movedAtMs: number;
  /** The place that it was moved to, without a password. */
  readonly to: string;
}

/** The mark on the database that it was moved to. */
export interface TargetMark {
  readonly side: 'target';
  readonly id: string;
  readonly startedAtMs: number;
  /** Null until all rows are there and were compared. */
  readonly finishedAtMs: number | null;
}

/** The mark on the source or the target of a move, stored as JSON. */
export type MoveMark = SourceMark | TargetMark;

/** @param stored what `recordMove` has written. */
export function readMark(stored: string | undefined): MoveMark | undefined {
  return stored === undefined ? undefined : JSON.parse(stored);
}

/** A move that cannot begin or go on. The message is one line for the operator. */
export class MoveRefusal extends Error {}
