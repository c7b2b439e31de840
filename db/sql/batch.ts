/** The outcome of a command on one of many batches of rows. */
export interface Batch {
  /** The rows it looked at. Fewer than the limit: there are no more. */
  readonly looked: number;
  /** Those it changed. Another process may have changed the others before they were locked. */
  readonly changed: number;
}

export const NO_ROWS: Batch = { looked: 0, changed: 0 };
