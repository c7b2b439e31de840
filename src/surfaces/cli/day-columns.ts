import type { z } from 'zod';
import { dayView } from '../../days/views.ts';
import { tableOf } from './columns.ts';

const { accounts, closings, changes } = dayView.shape;
const formatAccounts = tableOf(accounts, [
  'bank accountName iban opening credits debits fees closing lineCount:LINES pendingCount:NOT_BOOKED',
  'otherCurrencyCount:OTHER_CURRENCY waitingCount:WAITING drift unexplained missing',
]);
const formatClosings = tableOf(closings, ['number:CLOSING closedAt closedBy:BY note reason']);
const formatChanges = tableOf(changes, [
  'accountId figure',
  ['CLOSED WITH', ({ figure, closed }) => figureOf(figure, closed)],
  ['NOW', ({ figure, now }) => figureOf(figure, now)],
]);

function figureOf(figure: string, value: number | null): string {
  if (value === null) return '-';
  return figure.endsWith('Count') ? String(value) : value.toFixed(2);
}

/** A day with its closings, and with what has changed since. */
export function describeDay(shown: z.infer<typeof dayView>): string {
  const { day, currency } = shown;
  const parts = [`${day}, ${currency}\n${formatAccounts(shown.accounts)}`];
  if (shown.unassignedCount > 0) {
    parts.push(`Paid, and in no account yet: ${shown.unassignedCount} (${shown.unassigned.toFixed(2)}).\n`);
  }
  parts.push(shown.closings.length > 0 ? formatClosings(shown.closings) : 'Nobody has closed the day.\n');
  if (shown.changes.length > 0) parts.push(formatChanges(shown.changes));
  return parts.join('\n');
}
