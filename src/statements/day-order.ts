import { readDate } from './date-text.ts';
import { failure } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { type TableRow, textAt } from './table-row.ts';

/** The profile for a table of any bank, whose dates have no known form. */
const GENERIC_ID = 'generic';
/** Only English tables have the month first. */
const ENGLISH = /\bDATE\b/;

/** Follows the dates of a table of any bank, whose days and months can be in two orders. */
export class DayOrder {
  readonly #layout: TableLayout;
  /** Whether a date certainly has the day first. */
  #isProven = false;
  /** Whether a date would be another day with the month first. */
  #isUnclear = false;

  constructor(layout: TableLayout) {
    this.#layout = layout;
  }

  /** Takes the date of the next line. */
  take(row: TableRow): void {
    const text = textAt(row, this.#layout.columns.date);
    const dayFirst = readDate(text, ['dd/mm/yyyy']);
    if (dayFirst === undefined) return;
    const monthFirst = readDate(text, ['mm/dd/yyyy']);
    if (monthFirst === undefined) this.#isProven = true;
    else if (monthFirst !== dayFirst) this.#isUnclear = true;
  }

  /** @throws ReadFailure for a table whose dates can all be read in both orders. */
  check(): void {
    const { profile, names, columns } = this.#layout;
    const isGuessed = profile.id === GENERIC_ID && ENGLISH.test(names[columns.date ?? -1] ?? '');
    if (isGuessed && this.#isUnclear && !this.#isProven)
      throw failure('unclear_days', null, 'dd/mm/yyyy', 'mm/dd/yyyy');
  }
}
