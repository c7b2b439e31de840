import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the right; names may wrap. */
  readonly kind?: 'number' | 'name';
  /** `list`: hidden while the detail pane is open. `room`: also hidden on narrower screens. */
  readonly needs?: 'list' | 'room';
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string | undefined;
}

/** A table that scrolls horizontally when it is wider than its container. */
export function DataTable<Row>({ label, columns, rows, keyOf, classOf }: TableProps<Row>) {
  return (
    <section class="table-frame" aria-label={label}>
      <table>
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOfColumn(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-key={keyOf(row)} class={classOf?.(row)}>
              {columns.map((column) => (
                <td key={column.title} class={classOfColumn(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Focuses the link in a row. */
export function focusRow(key: string): void {
  const link = document.querySelector(`tr[data-key="${CSS.escape(key)}"] a`);
  if (link instanceof HTMLElement) link.focus();
}

function classOfColumn<Row>({ kind, needs }: Column<Row>): string | undefined {
  return [kind, needs && `needs-${needs}`].filter(Boolean).join(' ') || undefined;
}
