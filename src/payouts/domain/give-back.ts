import { foldLetters } from '../../kernel/fold-letters.ts';
import type { Payee } from './refund.ts';

/** A part of the payee is missing: neither the line nor the request names it. */
export interface PayeeMissing {
  readonly type: 'payee-missing';
  readonly field: 'iban' | 'accountName';
}

interface Line {
  readonly direction: 'credit' | 'debit';
  /** The result of matching, even if an operator has since decided about the line and undone that. */
  readonly state: string;
  readonly isReversal: boolean;
  readonly returnReason: string | null;
}

/** States of credits that are the operator's own money, or that are not matched yet. */
const OWN: ReadonlySet<string> = new Set(['payout-back', 'returned', 'new']);

/** Whether money of an open line can be given back, because it is a payer's credit. */
export function lineRefunds({ direction, state, isReversal, returnReason }: Line): boolean {
  return direction === 'credit' && !OWN.has(state) && !isReversal && returnReason === null;
}

interface PayeeInput {
  readonly accountName?: string | null | undefined;
  readonly iban?: string | null | undefined;
}

/** Returns whom a refund pays: the payee that the request names, or else the payer of the line. */
export function payeeOf(given: PayeeInput, payer: PayeeInput): Payee | PayeeMissing {
  const iban = given.iban ?? payer.iban;
  if (!iban) return { type: 'payee-missing', field: 'iban' };
  const accountName = given.accountName ?? payer.accountName;
  if (!accountName) return { type: 'payee-missing', field: 'accountName' };
  return { accountName, iban, isChanged: isOtherPayee({ accountName, iban }, payer) };
}

/** Whether a payee differs from the one that the merchant or the bank's line has named. */
export function isOtherPayee(payee: Omit<Payee, 'isChanged'>, named: PayeeInput): boolean {
  return payee.iban !== named.iban || foldLetters(payee.accountName) !== foldLetters(named.accountName ?? '');
}

/** A line whose money can be given back. */
export interface RefundableLine {
  /** ISO 4217. */
  readonly currency: string;
  /** Hundredths. */
  readonly amountMinor: number;
}

interface CreditedDeposit {
  readonly currency: string;
  /** The amount that an operator has credited without a line; null for none. */
  readonly paidWithoutLineMinor: number | null;
}

/**
 * Returns the part of a line's amount that can still be given back or credited. Deposits that the line names and an
 * operator has credited by hand are deducted, since the line may be their payment.
 * @returns hundredths, below zero if more was credited.
 */
export function remainderOf(line: RefundableLine, deposits: readonly CreditedDeposit[]): number {
  return deposits.reduce(
    (left, { paidWithoutLineMinor: minor, ...deposit }) =>
      minor === null ? left : left - takenFrom(line, deposit, minor),
    line.amountMinor,
  );
}

/** A line with a refund, paid or not. */
export interface RefundedLine extends RefundableLine {
  readonly lineId: string;
  /** What the refund and the deposits credited by hand leave of the line. Each further credit lowers it. */
  leftMinor: number;
}

/** Computes how much of each line that names a deposit is used up when the deposit is credited by hand. */
export function deductionsOf(
  lines: readonly RefundedLine[],
  deposit: { readonly currency: string },
  minor: number,
) {
  return lines.map((line) => ({ line, minor: takenFrom(line, deposit, minor) }));
}

/** The part of a line that a credited deposit uses up: the whole line if the currencies differ. */
function takenFrom(line: RefundableLine, { currency }: { readonly currency: string }, minor: number): number {
  return currency === line.currency ? minor : line.amountMinor;
}
