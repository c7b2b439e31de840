import { normalizeIban } from '../kernel/iban.ts';
import type { StatementAccount } from '../reconciliation/domain/statement.ts';
import type { Movement } from './movement.ts';
import type { ColumnRole } from './profiles/column-roles.ts';
import { failure, quoted } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { placeOf, type TableRow, textAt } from './table-row.ts';

/** Digits and their separators; the BIC of the bank can precede them. */
const NUMBER = /^(?:[A-Z]{6}[A-Z0-9]{2,5}\/)?\d[\d /.-]*$/;
const MIN_DIGITS = 4;

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
    const role = found.number === first.number ? 'ownIban' : 'ownNumber';
    if (found.number !== first.number || found.iban !== first.iban)
      throw failure('several_tables', placeOf(row), this.#titleOf(role));
  }

  /** The account as the table names it: in its columns, else above its header. */
  get named(): StatementAccount {
    const { account, currencies } = this.#layout;
    const { iban = '', number = '', currency = currencies[0] ?? null } = this.#first ?? {};
    const numberAsIban = normalizeIban(number) ?? null;
    return {
      iban: iban || numberAsIban || account.iban,
      number: (numberAsIban === null && numberIn(number)) || account.number,
      currency,
    };
  }

  #accountOf(row: TableRow, { currency }: Movement) {
    const at = (role: ColumnRole) => textAt(row, this.#layout.columns[role]);
    return { iban: withoutBlanks(at('ownIban')), number: at('ownNumber'), currency };
  }

  /** An IBAN in a column without an owner is the account's only where the rows above the header name it as well. */
  #checkUnclear(row: TableRow): void {
    const { account, columns } = this.#layout;
    const iban = textAt(row, columns.unclearIban);
    if (iban === '' || withoutBlanks(iban) === account.iban) return;
    throw failure('unclear_iban', placeOf(row), this.#titleOf('unclearIban'), quoted(iban));
  }

  #titleOf(role: ColumnRole): string {
    const { columns, titles } = this.#layout;
    return quoted(titles[columns[role] ?? -1] ?? '');
  }
}

/**
 * The number in a cell, without its currency; undefined for any other text, such as the name that the owner gave the
 * account.
 */
function numberIn(text: string): string | undefined {
  const number = text.trim().replace(/ ?(?:[A-Z]{3}|TL)$/i, '');
  const isNumber = NUMBER.test(number) && number.replace(/\D/g, '').length >= MIN_DIGITS;
  return isNumber ? number : undefined;
}

function withoutBlanks(iban: string): string {
  return iban.replace(/\s/g, '').toUpperCase();
}
