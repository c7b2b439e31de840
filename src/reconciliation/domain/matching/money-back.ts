import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import { type DepositFacts, type LineFacts, MAX_OTHERS, type MatchableLine } from './model.ts';
import type { Name } from './name-grade.ts';
import { bestGrade, namesShown, showsName } from './payer-names.ts';

/** Stands for the day of a debit without one, which can be any day. */
export const NO_DAY = '9999-12-31';

/**
 * Finds an unexplained debit with which the money of a credit can have gone back. It has the credit's amount, is on its
 * day or later, and goes to the payer's IBAN, names a deposit that the line names, or has a name that could be the
 * payer's, or none. A debit that has returned such a deposit counts with any amount, if no line has shown the money
 * that it took.
 * @returns the id of the first such debit.
 */
export function moneyBackBy(subject: ReadLine, index: FactIndex): string | undefined {
  if (subject.line.direction === 'debit') return undefined;
  const named = namedDeposits(subject.reading, index);
  const ofAmount = index.debitsByAmount.get(subject.line.amountMinor) ?? [];
  const since = ofAmount.filter((debit) => isSince(subject, debit));
  const taking = named.flatMap(({ takenBy }) =>
    takenBy && (takenBy.day ?? NO_DAY) >= (dayOf(subject.line) ?? '') ? takenBy.lineId : [],
  );
  // If there are very many, not all are known.
  const found = since.length > MAX_OTHERS ? since : findGoneBack(subject, { since, named, index });
  return [...taking, ...found.map(({ lineId }) => lineId)].sort()[0];
}

interface LaterDebits {
  readonly since: readonly ReadLine[];
  readonly named: readonly DepositFacts[];
  readonly index: FactIndex;
}

function findGoneBack(subject: ReadLine, { since, named, index }: LaterDebits): readonly ReadLine[] {
  if (since.length === 0) return [];
  const known = [...named.map((deposit) => index.nameOf(deposit)), ...subject.reading.names];
  const payers = known.length > 0 ? known : namesShown(subject);
  return since.filter(
    (debit) =>
      isToPayer(subject, debit) ||
      named.some((deposit) => names(debit, deposit, index)) ||
      canName(debit, payers),
  );
}

/** Whether a debit may have been booked on the day of a line or later. */
export function isSince({ line }: Pick<LineFacts, 'line'>, debit: Pick<LineFacts, 'line'>): boolean {
  return (dayOf(debit.line) ?? NO_DAY) >= (dayOf(line) ?? '');
}

/** Returns the booking day of a line, or else its value day. */
export function dayOf({ bookingDate, valueDate }: MatchableLine): string | null {
  return bookingDate ?? valueDate;
}

/** Whether a debit goes to the account that a line came from. */
export function isToPayer({ line }: ReadLine, debit: ReadLine): boolean {
  return line.counterpartyIban !== null && debit.line.counterpartyIban === line.counterpartyIban;
}

/** Whether a debit names a deposit: an operator who sends money back can write its id into the text. */
function names({ reading }: ReadLine, deposit: DepositFacts, index: FactIndex): boolean {
  return (
    namedDeposits(reading, index).includes(deposit) || reading.transactionIds.includes(deposit.transactionId)
  );
}

function canName(debit: ReadLine, payers: readonly (Name | null)[]): boolean {
  if (debit.reading.isCut || !showsName(debit)) return true;
  return payers.some((payer) => bestGrade(debit, payer) !== 'differs');
}
