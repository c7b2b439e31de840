import type { PayoutRowState } from '../../../payouts/domain/batch.ts';
import type { Reason } from './reasons.ts';

/** A payout of a withdrawal or refund in a file that was made for a bank. */
export interface SentRow {
  readonly endToEndId: string;
  readonly batchNumber: number;
  /** The account that pays. */
  readonly accountId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Hundredths. */
  readonly amountMinor: number;
  /** `in` until the bank or people have said what became of it. */
  readonly state: PayoutRowState;
  /** Whether the bank has said that it executed the payment. */
  readonly isExecuted: boolean;
  /** The debit that has paid it. */
  readonly lineId: string | null;
}

/** A booked line that names payouts of a withdrawal or refund. */
export interface NamingLine {
  readonly lineId: string;
  readonly direction: 'credit' | 'debit';
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly accountId: string;
  /** At the desk. */
  readonly state: string;
  readonly isHeld: boolean;
  /** The transaction that it was matched with, or the refund that it has returned; null for none. */
  readonly matchedWith: string | null;
  /** The payouts, also those of the payment that it stands for. */
  readonly endToEndIds: readonly string[];
}

/** All that is known of the money of a withdrawal or refund in files for banks. */
export interface SentMoney {
  /** Of the withdrawal, or the refund. */
  readonly transactionId: string;
  readonly rows: readonly SentRow[];
  readonly lines: readonly NamingLine[];
  /** Whether these are all: very many are not read. */
  readonly isWhole: boolean;
}

/** The line that returns a withdrawal or refund which was paid. */
export interface ReturningLine {
  readonly lineId: string;
  /** The payout that it returns; null where it names none. */
  readonly endToEndId: string | null;
}

export type StillOut = Extract<Reason, { readonly code: 'paid-again' | 'payout-under-way' }>;

/**
 * Finds what keeps money of a withdrawal or refund out although a credit returns it. Of each payout, every booked debit has
 * to be met by a booked credit of its own, the given one included, and no other file may still pay it. Without the first,
 * the payee has a payment, and a withdrawal that is reversed is paid again.
 * @param credit null for one that was not paid, or has come back: then everything that left counts.
 * @returns none if all of the money is back.
 */
export function stillOut(money: SentMoney, credit: ReturningLine | null): readonly StillOut[] {
  const { rows, lines, isWhole } = money;
  const last = lines.findLast(({ direction }) => direction === 'debit');
  if (!isWhole) return [reasonOf(rows.at(-1), last?.lineId)];
  const paid = rows.find(({ state }) => state === 'paid');
  const returnedId = credit && (credit.endToEndId ?? paid?.endToEndId);
  const found = rows.flatMap((row): StillOut[] => {
    const isReturned = row.endToEndId === returnedId;
    const debitIds = debitsOf(row, money);
    const others = lines.filter((line) => line.lineId !== credit?.lineId && isReturnOf(line, row, money));
    // A line without its id has returned it, or a person who has reversed it says so.
    const creditCount = Math.max(others.length, Number(row.state === 'returned')) + Number(isReturned);
    // A line without its id has paid it.
    const ownCount = Math.max(debitIds.length, Number(row.state === 'paid'));
    // It was settled without any of its files: the credit can return that payment, and no debit as well.
    const debitCount = ownCount + Number(isReturned && paid === undefined);
    if (debitCount > creditCount)
      return [reasonOf(row, debitIds.find((id) => id !== row.lineId) ?? debitIds[0])];
    const isWaiting = row.state === 'in' || row.isExecuted;
    return isWaiting && debitCount + creditCount === 0 ? [reasonOf(row)] : [];
  });
  return (['paid-again', 'payout-under-way'] as const).flatMap(
    (code) => found.find((reason) => reason.code === code) ?? [],
  );
}

function reasonOf(row: SentRow | undefined, byLineId?: string): StillOut {
  if (byLineId !== undefined) return { code: 'paid-again', byLineId };
  return { code: 'payout-under-way', batchNumber: row?.batchNumber ?? 0 };
}

/** The debits that have paid a payout, whatever became of them, in the order of their ids. */
function debitsOf(row: SentRow, money: SentMoney): readonly string[] {
  const named = money.lines.filter((line) => isDebitOf(line, row, money)).map(({ lineId }) => lineId);
  return [...new Set(row.lineId === null ? named : [...named, row.lineId])].sort();
}

/** A bank debits no less than the payout. Less is a charge that has its id. */
function isDebitOf(line: NamingLine, row: SentRow, money: SentMoney): boolean {
  const isLess = line.currency === row.currency && line.amountMinor < row.amountMinor;
  if (line.direction === 'credit' || line.state === 'fee' || isLess) return false;
  return line.endToEndIds.includes(row.endToEndId) && !isOfOther(line, money);
}

/** A credit has to be certain: what somebody has taken back, or given to a payer, shows no return. */
const NO_RETURNS: ReadonlySet<string> = new Set(['undone', 'giving-back', 'given-back']);

function isReturnOf(line: NamingLine, row: SentRow, money: SentMoney): boolean {
  const { direction, endToEndIds, isHeld, state } = line;
  if (direction === 'debit' || isHeld || NO_RETURNS.has(state) || isOfOther(line, money)) return false;
  const isExact =
    line.amountMinor === row.amountMinor &&
    line.currency === row.currency &&
    line.accountId === row.accountId;
  return isExact && endToEndIds.length === 1 && endToEndIds[0] === row.endToEndId;
}

/** Whether a line was matched with another transaction or refund. */
function isOfOther({ lineId, state, matchedWith }: NamingLine, { transactionId, rows }: SentMoney): boolean {
  if (state !== 'matched' || matchedWith === transactionId) return false;
  if (matchedWith !== null) return true;
  // A debit of several withdrawals, or of a refund, is named by their rows.
  return !rows.some((row) => row.lineId === lineId);
}
