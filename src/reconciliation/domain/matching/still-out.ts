import type { PayoutRowState } from '../../../payouts/domain/batch.ts';
import type { UnpaidState } from '../../../payouts/domain/row-state.ts';
import type { Reason } from './reasons.ts';

/** A payout of a withdrawal or refund in a bank file, or a withdrawal that lines name and that is in no file. */
export interface SentRow {
  /** For a withdrawal that is in no file, its own id. */
  readonly endToEndId: string;
  /** Null if it is in no file. */
  readonly batchNumber: number | null;
  /** The account that pays; null for any. */
  readonly accountId: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** Hundredths. */
  readonly amountMinor: number;
  /** `in` until the bank or people have said what became of it. */
  readonly state: PayoutRowState;
  /** The state that it would have without its debit: see unpaidStateOf. */
  readonly unpaidState: UnpaidState;
  /** Whether the bank has said that it executed the payment. */
  readonly isExecuted: boolean;
  /** The debit that has paid it. */
  readonly lineId: string | null;
}

/** A booked line that names a withdrawal or refund, or payouts of it. */
export interface NamingLine {
  readonly lineId: string;
  readonly direction: 'credit' | 'debit';
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly accountId: string;
  /** Its state at the desk. */
  readonly state: string;
  readonly isHeld: boolean;
  /** The transaction that it was matched with, or the refund that it has returned; null for none. */
  readonly matchedWith: string | null;
  /**
   * The payouts that it names, including those of the payment that it stands for, or the one that the withdrawal's own
   * id stands for.
   */
  readonly endToEndIds: readonly string[];
  /** Whether it names neither a payout nor a payment, but the withdrawal or refund itself. */
  readonly isByOwnId: boolean;
}

/** All that is known about the money of a withdrawal or refund that is in bank files or that lines name. */
export interface SentMoney {
  /** The id of the withdrawal or the refund. */
  readonly transactionId: string;
  readonly rows: readonly SentRow[];
  readonly lines: readonly NamingLine[];
  /** Whether all rows and lines are here: if there are very many, not all are read. */
  readonly isWhole: boolean;
}

/** The line that returns a paid withdrawal or refund. */
export interface ReturningLine {
  readonly lineId: string;
  /** The payout that it returns; null if it names none. */
  readonly endToEndId: string | null;
}

/** Why a withdrawal or refund would end unpaid, or has done so. */
export type Ending =
  | ({ readonly by: 'credit' } & ReturningLine)
  /** A person says that its payment came back, with a credit that waits or one that is not known. */
  | { readonly by: 'word' }
  /** These lines have not paid it after all. */
  | { readonly by: 'undo'; readonly lineIds: readonly string[] }
  /** It has ended already: everything that left counts. */
  | { readonly by: 'past' };

export type StillOut = Extract<Reason, { readonly code: 'paid-again' | 'payout-under-way' }>;

/**
 * Finds what keeps money of a withdrawal or refund out although it ends unpaid. For each payout, every booked debit
 * must have its own booked credit, including the one that ends it, and no other file may still pay it. Without such a
 * credit the payee keeps a payment, and the reversed withdrawal would be paid again.
 * @returns none if all of the money is back.
 */
export function stillOut(money: SentMoney, ending: Ending): readonly StillOut[] {
  const { lines, isWhole } = money;
  const last = lines.findLast(({ direction }) => direction === 'debit');
  if (!isWhole) return [reasonOf(money.rows.at(-1), last?.lineId)];
  const rows = money.rows.map((row) => (isUnpaidBy(ending, row) ? unpaid(row) : row));
  const paid = rows.find(({ state }) => state === 'paid');
  const returnedId = returnedBy(ending, paid);
  const found = rows.flatMap((row): StillOut[] => {
    const isReturned = row.endToEndId === returnedId;
    const debitIds = debitsOf(row, money);
    const creditCount = creditsOf(row, money, isReturned ? ending : undefined);
    const ownCount = debitIds.length + Number(isPaidUnnamed(row, money));
    // It was settled without any of its files, so the credit can return that payment instead of a debit.
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

/** Whether a debit paid a withdrawal or refund again after its money had come back. */
export function isOutAgain(money: SentMoney, debitId: string): boolean {
  const isOfPayout = money.rows.some((row) => debitsOf(row, money).includes(debitId));
  return isOfPayout && stillOut(money, { by: 'past' }).some(({ code }) => code === 'paid-again');
}

/** Whether a row was paid by lines that, according to a person, have not paid it. */
export function isUnpaidBy(ending: Ending | undefined, { state, lineId }: SentRow): boolean {
  // The debit of a row without a line names no payout.
  return ending?.by === 'undo' && state === 'paid' && (lineId === null || ending.lineIds.includes(lineId));
}

function unpaid(row: SentRow): SentRow {
  return { ...row, state: row.unpaidState, lineId: null };
}

/** Returns the payout whose payment comes back; undefined for none. */
function returnedBy(ending: Ending, paid: SentRow | undefined): string | undefined {
  const named = ending.by === 'credit' ? ending.endToEndId : null;
  return ending.by === 'credit' || ending.by === 'word' ? (named ?? paid?.endToEndId) : undefined;
}

/** Counts the credits that returned a payout, including the one of the ending. */
function creditsOf(row: SentRow, money: SentMoney, ending: Ending | undefined): number {
  const lineId = ending?.by === 'credit' ? ending.lineId : undefined;
  const credits = money.lines.filter((line) => line.lineId !== lineId && isReturnOf(line, row, money));
  // A line without its id can have returned it, or a person who reversed it says so.
  const known = Math.max(credits.length, Number(row.state === 'returned'));
  if (ending === undefined) return known;
  if (ending.by === 'credit') return known + 1;
  // A person's word does not count as another credit in addition to one that waits.
  return Math.max(known, credits.filter(({ state }) => state === 'matched').length + 1);
}

function reasonOf(row: SentRow | undefined, byLineId?: string): StillOut {
  if (byLineId !== undefined) return { code: 'paid-again', byLineId };
  return { code: 'payout-under-way', batchNumber: row?.batchNumber ?? 0 };
}

/** Returns the debits that have paid a payout, whatever became of them, in the order of their ids. */
function debitsOf(row: SentRow, money: SentMoney): readonly string[] {
  const named = money.lines.filter((line) => isDebitOf(line, row, money)).map(({ lineId }) => lineId);
  return [...new Set(row.lineId === null ? named : [...named, row.lineId])].sort();
}

/**
 * Returns the payout that a withdrawal's or refund's own id stands for in a line: the paid one, the waiting one, or
 * else the last one.
 */
export function payoutOfOwnId(rows: readonly SentRow[]): SentRow | undefined {
  const ofState = (state: PayoutRowState) => rows.find((row) => row.state === state);
  return ofState('paid') ?? ofState('in') ?? rows.at(-1);
}

/**
 * Whether a payment without its id has paid a payout, in addition to the debits that name it. If it was paid by hand,
 * any such debit is that payment.
 */
function isPaidUnnamed(row: SentRow, money: SentMoney): boolean {
  if (row.state !== 'paid' || row.lineId !== null) return false;
  const isByHand = row.batchNumber === null;
  return !money.lines.some((line) => (isByHand || line.state === 'matched') && isDebitOf(line, row, money));
}

/**
 * Whether a line is the debit of a payout. A bank never debits less than the payout: a smaller debit with its id is a
 * charge.
 */
function isDebitOf(line: NamingLine, row: SentRow, money: SentMoney): boolean {
  const isLess = line.currency === row.currency && line.amountMinor < row.amountMinor;
  if (line.direction === 'credit' || line.state === 'fee' || isLess || isOfNothing(line, money)) return false;
  return line.endToEndIds.includes(row.endToEndId) && !isOfOther(line, money);
}

/**
 * Whether people have put away a debit that has only the id of the withdrawal or refund, which others can write too. If
 * that was settled by hand, the debit they put away may be its payment.
 */
function isOfNothing({ isByOwnId, state }: NamingLine, { rows }: SentMoney): boolean {
  return isByOwnId && state === 'put-away' && !rows.some((row) => row.state === 'paid');
}

/** States of credits that do not show a return, because people have undone them or given them back to a payer. */
const NO_RETURNS: ReadonlySet<string> = new Set(['undone', 'giving-back', 'given-back']);

function isReturnOf(line: NamingLine, row: SentRow, money: SentMoney): boolean {
  const { direction, endToEndIds, isHeld, state } = line;
  if (direction === 'debit' || isHeld || NO_RETURNS.has(state) || isOfOther(line, money)) return false;
  const isExact =
    line.amountMinor === row.amountMinor &&
    line.currency === row.currency &&
    line.accountId === (row.accountId ?? line.accountId);
  return isExact && endToEndIds.length === 1 && endToEndIds[0] === row.endToEndId;
}

/** Whether a line was matched with another transaction or refund. */
function isOfOther({ lineId, state, matchedWith }: NamingLine, { transactionId, rows }: SentMoney): boolean {
  if (state !== 'matched' || matchedWith === transactionId) return false;
  if (matchedWith !== null) return true;
  // A debit of several withdrawals, or of a refund, is named in their rows.
  return !rows.some((row) => row.lineId === lineId);
}
