/** The outcome of a command on one of many batches of rows. */
export interface Batch {
  /** The number of rows that it examined. If it is below the limit, there are no more rows. */
  readonly looked: number;
  /** The number of rows it changed. Another process may have changed the others before they were locked. */
  readonly changed: number;
}

export const NO_ROWS: Batch = { looked: 0, changed: 0 };
