import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand on the right, digit below digit; names break where they must. */
  readonly kind?: 'number' | 'name';
  /** Left out beside a pane (`list`), or already where there is not much room (`room`). */
  readonly needs?: 'list' | 'room';
}

interface TableProps<Row> {
  /** What the table holds, for those who cannot see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string | undefined;
}

/** Rows below columns, which scroll sideways where there is no room for them. The first cell names its row. */
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

/** Puts the focus on the link in a row. */
export function focusRow(key: string): void {
  const link = document.querySelector(`tr[data-key="${CSS.escape(key)}"] a`);
  if (link instanceof HTMLElement) link.focus();
}

function classOfColumn<Row>({ kind, needs }: Column<Row>): string | undefined {
  return [kind, needs && `needs-${needs}`].filter(Boolean).join(' ') || undefined;
}
