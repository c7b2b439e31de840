/** The kinds of actions of a repair. */
export type RepairKind =
  | 'transaction-changed'
  | 'event-added'
  | 'event-changed'
  | 'event-removed'
  | 'callback-added'
  | 'callback-changed'
  | 'callback-removed'
  | 'callbacks-ordered'
  | 'hold-removed'
  | 'key-added'
  | 'key-removed'
  | 'attempt-changed'
  | 'attempt-removed'
  | 'counters-set'
  | 'account-use-set';

type Values = Readonly<Record<string, string | number | null>>;

/** One action of a repair, with the stored values that it changed. */
export interface RepairDone {
  readonly kind: RepairKind;
  /** The id of the changed row. */
  readonly subject: string;
  /** Null when the row was added. */
  readonly before: Values | null;
  /** Null when the row was removed. */
  readonly after: Values | null;
}

/** The result of a repair. */
export interface RepairOutput {
  /** The first MOST_LISTED actions; the table of repairs holds all. */
  readonly done: readonly RepairDone[];
  readonly count: number;
}
