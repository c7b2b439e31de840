import type { Verdict } from './consistency.ts';

/** The source and the target of a move. */
export interface MoveRequest {
  /** The URL of the target; by default DATABASE_URL. */
  readonly to?: string | undefined;
  /** The path of the file; by default DATABASE_URL. */
  readonly from?: string | undefined;
}

/** How far a step of a move is. */
export interface MoveStep {
  readonly step: 'copying' | 'comparing';
  readonly table: string;
  /** The rows of all tables that this step is done with. */
  readonly rows: number;
}

/** How far a move is. */
export interface MoveProgress extends MoveStep {
  /** The rows of all tables. */
  readonly total: number;
}

/** A row that differs, by its key. It names columns and repeats none of their values. */
export interface RowDifference {
  readonly key: string;
  readonly problem: 'missing' | 'added' | 'differs';
  /** The columns that differ. */
  readonly columns: readonly string[];
}

/** The rows of a table on one side: their number, and SHA-256 over all of them in the order of their keys. */
export interface TableContents {
  readonly rows: number;
  readonly hash: string;
}

export interface TableComparison {
  readonly table: string;
  readonly source: TableContents;
  readonly target: TableContents;
  /** The first rows that differ. */
  readonly differences: readonly RowDifference[];
  readonly differenceCount: number;
}

interface MoveOutline {
  readonly from: string;
  readonly to: string;
  /** The file that holds MASTER_KEY, if the settings do not. */
  readonly keyFile?: string | undefined;
}

export type MoveReport = MoveOutline &
  (
    | { readonly outcome: 'differs'; readonly tables: readonly TableComparison[] }
    | {
        readonly outcome: 'moved';
        readonly movedAtMs: number;
        readonly tookMs: number;
        readonly secrets: number;
        readonly tables: readonly TableComparison[];
        readonly verdict: Verdict;
      }
  );
