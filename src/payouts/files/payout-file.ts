/** What a bank file is made of. Everything in it comes from here, so the same batch gives the same bytes again. */

/** A payout as a line of a bank file. */
export interface PayoutRow {
  readonly transactionId: string;
  /** From `endToEndIdOf`. The bank repeats it in its reports and in the statement. */
  readonly endToEndId: string;
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  /** ISO 4217; that of the batch. */
  readonly currency: string;
  /** The holder of the account that is paid, in any letters. */
  readonly accountName: string;
  /** Normalized: capitals, without blanks. */
  readonly iban: string;
  /** The text for the payee. */
  readonly text?: string;
}

/** A batch of payouts from one account, which becomes one file. */
export interface PayoutBatchFile {
  /** From 1, unique for the service. */
  readonly batchNumber: number;
  /** Written into the file as UTC. */
  readonly createdAtMs: number;
  /** The day on which the bank pays, `2026-11-28`. */
  readonly executionDay: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The account that pays. */
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic?: string };
  /** Who sends the file. */
  readonly initiator: string;
  /** They are iterated once, so they can come from a cursor. */
  readonly rows: Iterable<PayoutRow>;
  /** The number of rows that was approved. */
  readonly count: number;
  /** The sum of the rows that was approved, in hundredths. */
  readonly sumMinor: number;
}
