/** Why no bank file is written. The list is closed. */
export type BankFileRefusalCode =
  | 'empty-batch'
  | 'too-many-rows'
  | 'count-differs'
  | 'sum-differs'
  | 'wrong-currency'
  | 'wrong-day'
  | 'wrong-bic'
  | 'wrong-iban'
  | 'outside-sepa'
  | 'own-account'
  | 'wrong-amount'
  | 'empty-name'
  | 'wrong-id'
  | 'repeated-id';

/** Thrown where a batch cannot become a bank file. The message says what to do, and can be shown to operators. */
export class BankFileRefusal extends Error {
  readonly code: BankFileRefusalCode;
  /** The row that it is about, from 1. */
  readonly row: number | undefined;

  constructor(code: BankFileRefusalCode, message: string, row?: number) {
    super(row === undefined ? message : `Row ${row}: ${message}`);
    this.name = 'BankFileRefusal';
    this.code = code;
    this.row = row;
  }
}
