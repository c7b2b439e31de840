import type { LineFacts, MatchableLine } from './model.ts';

/** A fee of the bank takes no more than half of what is sent back, or this: 100.00. */
const MOST_FEE_MINOR = 10_000;
/** The day of a line that names none: it can be any. */
export const NO_DAY = '9999-12-31';

/** By what money out is found that may send money in back. */
export interface AskedOut {
  readonly bankAccountId: string;
  readonly counterpartyIban: string | null;
  readonly amountMinor: number;
  /** The lowest amount that is left after a fee. */
  readonly lowestMinor: number;
  /** Money that was sent before this day is other money; empty where the line names no day. */
  readonly day: string;
}

/** Asks for the money out that may send these lines back, each question once. */
export function askOut(lines: readonly LineFacts[]): readonly AskedOut[] {
  const asked = lines.filter(({ line }) => line.direction === 'credit').map(askedBy);
  return [...new Map(asked.map((one) => [JSON.stringify(one), one])).values()];
}

export function askedBy({ bankAccountId, line }: LineFacts): AskedOut {
  const { counterpartyIban, amountMinor } = line;
  const lowestMinor = Math.min(Math.ceil(amountMinor / 2), Math.max(1, amountMinor - MOST_FEE_MINOR));
  return { bankAccountId, counterpartyIban, amountMinor, lowestMinor, day: dayOf(line) ?? '' };
}

/** Whether a debit sends the amount, or what a fee leaves of it, to the payer's account: from any account of ours. */
export function isToPayer(
  { counterpartyIban, amountMinor, lowestMinor, day }: AskedOut,
  { line }: LineFacts,
): boolean {
  return (
    counterpartyIban !== null &&
    line.counterpartyIban === counterpartyIban &&
    line.amountMinor >= lowestMinor &&
    line.amountMinor <= amountMinor &&
    (dayOf(line) ?? NO_DAY) >= day
  );
}

/**
 * Whether a debit takes the amount from the account, and one of both lines does not say which account is
 * the other.
 */
export function isOfAmount(
  { bankAccountId, counterpartyIban, amountMinor, day }: AskedOut,
  { bankAccountId: accountId, line }: LineFacts,
): boolean {
  return (
    accountId === bankAccountId &&
    line.amountMinor === amountMinor &&
    (counterpartyIban === null || line.counterpartyIban === null) &&
    (dayOf(line) ?? NO_DAY) >= day
  );
}

/** An amount and the other account, by which money out and withdrawals are grouped. */
export function payeeKey(amountMinor: number, iban: string | null): string {
  return `${amountMinor} ${iban ?? ''}`;
}

function dayOf({ bookingDate, valueDate }: MatchableLine): string | null {
  return bookingDate ?? valueDate;
}
