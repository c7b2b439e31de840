import type { z } from 'zod';
import type { dayView } from '../../days/views.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

type Day = z.infer<typeof dayView>;

const amountOf = (amount: number | null) => (amount === null ? '-' : amount.toFixed(2));

const accountColumns: readonly Column<Day['accounts'][number]>[] = [
  ['BANK', ({ bank }) => bank],
  ['ACCOUNT NAME', ({ accountName }) => accountName],
  ['IBAN', ({ iban }) => iban],
  ['OPENING', ({ opening }) => amountOf(opening)],
  ['CREDITS', ({ credits }) => amountOf(credits)],
  ['DEBITS', ({ debits }) => amountOf(debits)],
  ['FEES', ({ fees }) => amountOf(fees)],
  ['CLOSING', ({ closing }) => amountOf(closing)],
  ['LINES', ({ lineCount }) => String(lineCount)],
  ['NOT BOOKED', ({ pendingCount }) => String(pendingCount)],
  ['OTHER CURRENCY', ({ otherCurrencyCount }) => String(otherCurrencyCount)],
  ['WAITING', ({ waitingCount }) => String(waitingCount)],
  ['DRIFT', ({ drift }) => amountOf(drift)],
  ['UNEXPLAINED', ({ unexplained }) => amountOf(unexplained)],
  ['MISSING', ({ missing }) => orDash(missing)],
];

const closingColumns: readonly Column<Day['closings'][number]>[] = [
  ['CLOSING', ({ number }) => String(number)],
  ['CLOSED', ({ closedAt }) => formatShortTimestamp(closedAt)],
  ['BY', ({ closedBy }) => closedBy],
  ['NOTE', ({ note }) => orDash(note)],
  ['REASON', ({ reason }) => orDash(reason)],
];

const changeColumns: readonly Column<Day['changes'][number]>[] = [
  ['ACCOUNT ID', ({ accountId }) => orDash(accountId)],
  ['FIGURE', ({ figure }) => figure],
  ['CLOSED WITH', ({ closed }) => amountOf(closed)],
  ['NOW', ({ now }) => amountOf(now)],
];

/** A day with its closings, and with what has changed since. */
export function describeDay(shown: Day): string {
  const { day, currency, accounts, closings, changes, unassigned, unassignedCount } = shown;
  const parts = [`${day}, ${currency}\n${renderTable(accountColumns, accounts)}`];
  if (unassignedCount !== 0)
    parts.push(`On no account yet: ${unassignedCount} withdrawals, ${unassigned.toFixed(2)} in all.\n`);
  parts.push(closings.length > 0 ? renderTable(closingColumns, closings) : 'Nobody has closed the day.\n');
  if (changes.length > 0) parts.push(renderTable(changeColumns, changes));
  return parts.join('\n');
}
