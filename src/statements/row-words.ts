import { foldLetters } from '../kernel/fold-letters.ts';
import type { StatementLine } from '../reconciliation/domain/statement.ts';
import { currencyOf } from './amount-text.ts';
import { failure, quoted } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, textAt } from './table-row.ts';

/** The currency of a line. Whatever the file says of it must agree. */
export function currencyAt(row: TableRow, layout: TableLayout, marks: readonly (string | null)[]): string {
  const text = textAt(row, layout.columns.currency);
  const named = text === '' ? null : currencyOf(text);
  if (named === undefined) throw failure('unknown_currency', placeOf(row), quoted(text));
  const stated = new Set([named, ...layout.currencies, ...marks].filter((currency) => currency !== null));
  if (stated.size > 1) throw failure('several_currencies', placeOf(row), [...stated].join(', '));
  const [only] = stated;
  const currency = only ?? layout.profile.defaultCurrency;
  if (currency) return currency;
  throw failure('no_currency', placeOf(row));
}

/** Whether a line is booked. A word that is not known could mean anything, and pending money must never settle. */
export function statusAt(row: TableRow, { profile, columns }: TableLayout): StatementLine['status'] {
  const text = textAt(row, columns.status);
  const word = foldLetters(text).replace(/\s+/g, ' ').trim();
  if (profile.pendingWords.includes(word)) return 'pending';
  if (word === '' || profile.bookedWords.includes(word)) return 'booked';
  throw failure('unclear_status', placeOf(row), quoted(text));
}
