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

/**
 * The id of the message of a batch (`MsgId`), `P000000042`; with a part the id of a payment group in it (`PmtInfId`),
 * `P000000042-G0001`. Numbers are as long as they are so that no piece of an id can be the reference of a deposit.
 * @param part the group, from 1.
 * @throws RangeError for anything but positive whole numbers.
 */
export function messageIdOf(batchNumber: number, part?: number): string {
  const messageId = `P${digits(batchNumber, 9)}`;
  return part === undefined ? messageId : `${messageId}-G${digits(part, 4)}`;
}

/**
 * The id of a payout in a batch (`EndToEndId`), `P000000042-000007`.
 * @param rowNumber its place in the batch, from 1.
 * @throws RangeError for anything but positive whole numbers.
 */
export function endToEndIdOf(batchNumber: number, rowNumber: number): string {
  return `${messageIdOf(batchNumber)}-${digits(rowNumber, 6)}`;
}

function digits(number: number, width: number): string {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`An id is made of whole numbers from 1, not of ${number}.`);
  return String(number).padStart(width, '0');
}

/** An amount as decimal text with two digits behind the sign: `1250.50`. @param amountMinor hundredths, from 0. */
export function decimalText(amountMinor: number, sign: '.' | ',' = '.'): string {
  const text = String(amountMinor).padStart(3, '0');
  return `${text.slice(0, -2)}${sign}${text.slice(-2)}`;
}
