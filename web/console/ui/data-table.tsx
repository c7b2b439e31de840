import type { ComponentChildren } from 'preact';
import { useKeptFocus } from './use-kept-focus.ts';

export interface Column<Row> {
  readonly title: string;
  /** Shown in the header in place of the title. */
  readonly head?: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the right; names may wrap. */
  readonly kind?: 'number' | 'name';
  /** The column whose cells name their rows. */
  readonly isRowHeader?: boolean;
  /** An additional class, for widths and cards. */
  readonly place?: string;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string | undefined;
  /** Called for a click on a row outside its links and controls. */
  readonly onOpen?: (row: Row) => void;
  /**
   * The class of the table. By default a row becomes a card if it has no room, and the focus is kept when a row
   * disappears. Rows of the class `rows` have one height and move the focus by themselves.
   */
  readonly look?: string;
  /** Whether it has its own height, and keys scroll it. */
  readonly isScrolled?: boolean;
}

const CONTROLS = 'a, button, input, label, select, summary';

/** A table that scrolls horizontally when it is wider than its container. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, classOf, onOpen, look = 'stacked', isScrolled = false } = props;
  const open = (event: MouseEvent, row: Row) => {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS);
    // The click at the end of a text selection does not open the row.
    if (!isControl && getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  const kept = useKeptFocus();
  return (
    <section
      {...(look === 'stacked' && kept)}
      class={`table-frame ${look}`}
      aria-label={label}
      tabIndex={isScrolled ? 0 : undefined}
    >
      <table>
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOfColumn(column)}>
                {column.head ?? column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // The link of the row does the same for the keyboard.
            <tr
              key={keyOf(row)}
              data-key={keyOf(row)}
              class={classOf?.(row)}
              onClick={onOpen && ((event) => open(event, row))}
            >
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const look = classOfColumn(column);
  const content = column.cell(row);
  return column.isRowHeader ? (
    <th scope="row" class={look}>
      {content}
    </th>
  ) : (
    <td class={look} data-title={column.title}>
      {content}
    </td>
  );
}

/** Focuses the link in a row, and scrolls the whole row into view. */
export function focusRow(key: string): void {
  const row = document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  const link = row?.querySelector('a');
  link?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

function classOfColumn<Row>({ kind, place }: Column<Row>): string | undefined {
  return [kind, place].filter(Boolean).join(' ') || undefined;
}
