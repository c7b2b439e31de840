import type { SheetCell } from './write-xlsx.ts';

/** A file of a bank as its page exports it, and what it says. */
export interface BankTable {
  readonly id: string;
  readonly rows: readonly (readonly SheetCell[])[];
  /** Of each line: the day, the signed amount in minor units, and the name of the other side. */
  readonly lines: readonly (readonly [string, number, string | null])[];
  readonly opening: number | null;
  readonly closing: number | null;
}

/** Empty rows above a header, with the IBAN of the account where banks print it. */
export const above = (count: number): readonly (readonly SheetCell[])[] => [
  ['Hesap Hareketleri'],
  ['IBAN', 'TR33 0006 1005 1978 6457 8413 26'],
  ...Array.from({ length: count - 2 }, () => [] as const),
];
