/** The highest numbers that were given out, as far as they are known. */
export interface Numbers {
  readonly transactions: number;
  readonly batches: number;
}

const SECOND_MS = 1000;

/**
 * The most numbers that can have been given out since a backup: a fixed count, and a count for each second since then.
 * A second restore of the same backup comes later, so it continues beyond what was given out after the first.
 */
const GAPS: { readonly [K in keyof Numbers]: { readonly atOnce: number; readonly perSecond: number } } = {
  transactions: { atOnce: 10_000_000, perSecond: 200 },
  batches: { atOnce: 10_000, perSecond: 0.2 },
};

/**
 * Returns the numbers after which a restored database continues.
 * @param known the highest ones of the backup, and of the database before the restore where it can be read.
 * @param sinceMs the time of the newest transaction of the backup; null for none.
 */
export function numbersAfterRestore(
  known: readonly Numbers[],
  sinceMs: number | null,
  nowMs: number,
): Numbers {
  const seconds = sinceMs === null ? 0 : Math.max(0, Math.ceil((nowMs - sinceMs) / SECOND_MS));
  const beyond = (what: keyof Numbers) =>
    Math.max(0, ...known.map((numbers) => numbers[what])) +
    GAPS[what].atOnce +
    Math.ceil(GAPS[what].perSecond * seconds);
  return { transactions: beyond('transactions'), batches: beyond('batches') };
}

/** The changes that a restore makes to a database in addition to putting the backup in place. */
export interface AfterRestoreReport {
  /** New transactions and batches have higher numbers. */
  readonly numbers: Numbers;
  /** Withdrawals and refunds that are held now. Neither they nor later ones are paid until an admin resumes payouts. */
  readonly held: { readonly withdrawals: number; readonly refunds: number };
  /** The numbers of the batches that were rejected. */
  readonly rejectedBatches: readonly number[];
  /** How many planned decisions were undone. */
  readonly undonePlans: number;
}
