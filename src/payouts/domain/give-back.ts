import { foldLetters } from '../../kernel/fold-letters.ts';
import type { Payee } from './refund.ts';

/** Neither the line nor the request names a part of the payee. */
export interface PayeeMissing {
  readonly type: 'payee-missing';
  readonly field: 'iban' | 'accountName';
}

interface Line {
  readonly direction: 'credit' | 'debit';
  /** What the matching has found it to be, even if an operator has decided about it since, and undone that. */
  readonly state: string;
  readonly isReversal: boolean;
  readonly returnReason: string | null;
}

/** States of credits that are money of the operator, or that nothing has been decided about. */
const OWN: ReadonlySet<string> = new Set(['payout-back', 'returned', 'new']);

/** Whether money of an open line can be given back: it is a credit of a payer. */
export function lineRefunds({ direction, state, isReversal, returnReason }: Line): boolean {
  return direction === 'credit' && !OWN.has(state) && !isReversal && returnReason === null;
}

interface Named {
  readonly accountName?: string | null | undefined;
  readonly iban?: string | null | undefined;
}

/** Whom a refund pays: what the request names, or else the payer of the line. */
export function payeeOf(given: Named, payer: Named): Payee | PayeeMissing {
  const iban = given.iban ?? payer.iban;
  if (!iban) return { type: 'payee-missing', field: 'iban' };
  const accountName = given.accountName ?? payer.accountName;
  if (!accountName) return { type: 'payee-missing', field: 'accountName' };
  return { accountName, iban, isChanged: isOtherPayee({ accountName, iban }, payer) };
}

/** Whether a payee is not the one that the merchant, or the line of the bank, has named. */
export function isOtherPayee(payee: Omit<Payee, 'isChanged'>, named: Named): boolean {
  return payee.iban !== named.iban || foldLetters(payee.accountName) !== foldLetters(named.accountName ?? '');
}

/** A line of which money can be given back. */
export interface RefundableLine {
  /** ISO 4217. */
  readonly currency: string;
  /** Hundredths. */
  readonly amountMinor: number;
}

interface Credited {
  readonly currency: string;
  /** The amount that an operator has credited, and no line has shown; null for none. */
  readonly paidWithoutLineMinor: number | null;
}

/**
 * The part of a line's amount that can still be given back or credited. Deposits that the line names, and that an operator
 * has credited by hand, count against it, since the line may be their payment.
 * @returns hundredths, below zero where more was credited.
 */
export function leftOf(line: RefundableLine, deposits: readonly Credited[]): number {
  return deposits.reduce(
    (left, { paidWithoutLineMinor: minor, ...deposit }) =>
      minor === null ? left : left - takenFrom(line, deposit, minor),
    line.amountMinor,
  );
}

/** A line whose money was given back, or is going to be. */
export interface RefundedLine extends RefundableLine {
  readonly lineId: string;
  /** What the refund, and deposits that were credited by hand, leave of it for others. Each that is credited lowers it. */
  leftMinor: number;
}

/** How much each of the lines that name a deposit loses when it is credited by hand. */
export function takesOf(
  lines: readonly RefundedLine[],
  deposit: { readonly currency: string },
  minor: number,
) {
  return lines.map((line) => ({ line, minor: takenFrom(line, deposit, minor) }));
}

/** The part of a line that a credited deposit counts for: the whole line where the currencies differ. */
function takenFrom(line: RefundableLine, { currency }: { readonly currency: string }, minor: number): number {
  return currency === line.currency ? minor : line.amountMinor;
}
