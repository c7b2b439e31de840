import type { StatementAccount } from '../reconciliation/domain/statement.ts';
import type { Movement } from './movement.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { failure, quoted } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, textAt } from './table-row.ts';

/** The account of a table, which is the same in all of its rows. */
export class TableAccount {
  readonly #layout: TableLayout;
  #first: { readonly iban: string; readonly number: string; readonly currency: string } | undefined;

  constructor(layout: TableLayout) {
    this.#layout = layout;
  }

  /** Takes the account of the first line. */
  take(row: TableRow, movement: Movement): void {
    this.#first ??= this.#accountOf(row, movement);
  }

  /** @throws ReadFailure for a line of another account than the first. */
  check(row: TableRow, movement: Movement): void {
    this.#checkUnclear(row);
    const found = this.#accountOf(row, movement);
    const first = this.#first ?? found;
    if (found.currency !== first.currency)
      throw failure('several_currencies', placeOf(row), `${first.currency}, ${found.currency}`);
    if (found.iban !== first.iban || found.number !== first.number)
      throw failure('several_tables', placeOf(row));
  }

  /** The account as the table names it: in its columns, else above its header. */
  get named(): StatementAccount {
    const { account, currencies } = this.#layout;
    return {
      iban: this.#first?.iban || account.iban,
      number: this.#first?.number || account.number,
      currency: this.#first?.currency ?? currencies[0] ?? null,
    };
  }

  #accountOf(row: TableRow, { currency }: Movement) {
    const at = (role: ColumnRole) => textAt(row, this.#layout.columns[role]);
    return { iban: withoutBlanks(at('ownIban')), number: at('ownNumber'), currency };
  }

  /** An IBAN in a column without an owner is the account's only where the rows above the header name it as well. */
  #checkUnclear(row: TableRow): void {
    const { account, columns, titles } = this.#layout;
    const iban = textAt(row, columns.unclearIban);
    if (iban === '' || withoutBlanks(iban) === account.iban) return;
    const column = quoted(titles[columns.unclearIban ?? -1] ?? '');
    throw failure('unclear_iban', placeOf(row), column, quoted(iban));
  }
}

function withoutBlanks(iban: string): string {
  return iban.replace(/\s/g, '').toUpperCase();
}
