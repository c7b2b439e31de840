import type { Movement } from './movement.ts';
import { foldName, wholeName } from './profiles/column-name.ts';
import { isPendingWord } from './profiles/status-words.ts';
import { failure, quoted } from './read-failure.ts';
import type { TableLayout } from './table-header.ts';
import { MAX_COLUMNS, placeOf, type TableRow, textAt } from './table-row.ts';

const listed = (text: string) => new Set(text.split(',').map((word) => word.trim()));

/** Words for a debit, which no other kind of column has. */
const OUT_WORDS = listed(`
  BORC, DEBIT, DBIT, GIDEN, CIKIS, CIKAN, PARA CIKISI, OUTGOING, WITHDRAWAL, MONEY OUT, PAID OUT, SOLL,
  GONDERILEN, PARA GONDERME, CEKILEN, PARA CEKME, HARCAMA, GIDER, TRANSFER OUT, OUTFLOW, EXPENSE
`);
const OUT_BEGINNING = /^(?:GIDEN|GONDERILEN|OUTGOING) (?!.*(?:IADE|IPTAL|RETURN|REVERS))/;
/** Short marks show the direction only in a column that has nothing else. */
const OUT_MARKS = listed('B, D, DR, -, OUT, S');
const IN_MARKS = listed('A, C, CR, +, IN, H, ALACAK, CREDIT, CRDT, GELEN, HABEN');

/** The names of columns that say something of debits alone, such as their amount. */
const DEBIT_COLUMNS = new Set([
  ...OUT_WORDS,
  ...listed('BORC TUTARI, BORC TUTAR, GIDEN TUTAR, CIKIS TUTARI, CEKILEN TUTAR, DEBIT AMOUNT, DEBITS'),
]);
/** The names of columns that mark the lines that were taken back. */
const CANCELLED_COLUMNS = listed(`
  IPTAL, IPTAL MI, IPTAL DURUMU, IPTAL EDILDI, IPTAL EDILDI MI, IADE, IADE MI, IADE EDILDI, IADE EDILDI MI,
  CANCELLED, CANCELED, IS CANCELLED, REVERSED, IS REVERSED, REVERSAL, REFUNDED, STORNO, STORNIERT
`);
/** What a column of either kind has for all other lines: nothing, a zero, or a no. */
const NO = /^(?:[^A-Z1-9]*(?:0 ?(?:TL|[A-Z]{3}))?|H|HAYIR|N|NO|NEIN|FALSE|YOK)$/;

/** The columns that have no role, and can still say something about a line that decides about money. */
export class UnreadColumns {
  readonly #layout: TableLayout;
  readonly #known: ReadonlySet<number>;
  /** Those in which the state of a line is looked for. */
  readonly #stateless: ReadonlySet<number>;
  /** The columns by the name of a kind of lines that only these fill. */
  readonly #ofDebits: ReadonlySet<number>;
  readonly #ofCancelled: ReadonlySet<number>;
  /** Those with anything else than words of a direction. */
  readonly #others = new Set<number>();

  constructor(layout: TableLayout) {
    this.#layout = layout;
    const { transactionType, ...roles } = layout.columns;
    this.#known = new Set([...Object.values(roles), ...layout.textColumns]);
    // Which of several pasted columns the payer wrote is unknown, and in a type IADE is a return that is booked.
    const texts = layout.headerNumber === 0 ? [] : layout.textColumns;
    this.#stateless = new Set([...Object.values(layout.columns), ...texts]);
    this.#ofDebits = columnsNamed(DEBIT_COLUMNS, layout);
    this.#ofCancelled = columnsNamed(CANCELLED_COLUMNS, layout);
  }

  /** Takes the cells of the next line. */
  take(row: TableRow): void {
    for (const { column, word } of this.#cellsOf(row))
      if (!OUT_WORDS.has(word) && !OUT_MARKS.has(word) && !IN_MARKS.has(word)) this.#others.add(column);
  }

  /**
   * @throws ReadFailure for a line that another column marks as not booked, or as a debit although it is read as a
   * credit.
   */
  check(row: TableRow, { direction }: Movement): void {
    this.#checkState(row);
    const { profile, columns } = this.#layout;
    if (direction === 'debit' || profile.direction.kind !== 'signed') return;
    if (textAt(row, columns.direction) !== '') return;
    const found = this.#cellsOf(row).find(({ column, word }) => this.#isOut(word, column));
    if (found)
      throw failure('unclear_direction', placeOf(row), this.#titleOf(found.column), quoted(found.text));
  }

  #checkState(row: TableRow): void {
    const column = row.cells
      .slice(0, MAX_COLUMNS)
      .findIndex(({ text }, index) => !this.#stateless.has(index) && this.#isPending(wordOf(text), index));
    if (column !== -1)
      throw failure('unclear_state', placeOf(row), this.#titleOf(column), quoted(textAt(row, column)));
  }

  #isPending(word: string, column: number): boolean {
    return isPendingWord(word) || (this.#ofCancelled.has(column) && !NO.test(word));
  }

  #isOut(word: string, column: number): boolean {
    if (this.#ofDebits.has(column)) return !NO.test(word);
    if (OUT_WORDS.has(word) || OUT_BEGINNING.test(word)) return true;
    return OUT_MARKS.has(word) && !this.#others.has(column);
  }

  #titleOf(column: number): string {
    return quoted(this.#layout.titles[column] ?? String(column + 1));
  }

  #cellsOf(row: TableRow) {
    return row.cells
      .slice(0, MAX_COLUMNS)
      .flatMap(({ text }, column) =>
        text === '' || this.#known.has(column) ? [] : [{ column, text, word: wordOf(text) }],
      );
  }
}

function columnsNamed(names: ReadonlySet<string>, { titles }: TableLayout): ReadonlySet<number> {
  return new Set(titles.flatMap((title, column) => (names.has(foldName(title)) ? [column] : [])));
}

/** Returns the text of a cell in the form in which words of banks are compared. */
function wordOf(text: string): string {
  return wholeName(text.slice(0, 80));
}
