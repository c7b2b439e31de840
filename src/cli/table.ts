/** One column of a table: its heading and how a row's cell is written. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

const GAP = '  ';

/** Rows for people: aligned columns under headings, or one line that says there are none. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return 'There are none.\n';
  const lines = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => width(cells[index] ?? ''))));
  return lines.map((cells) => `${alignCells(cells, widths)}\n`).join('');
}

/** Cells padded to the widths; nothing is padded behind the last one. */
export function alignCells(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell))))
    .join(GAP)
    .trimEnd();
}

const segmenter = new Intl.Segmenter();

/** Characters as a reader counts them. */
function width(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

/** A cell for a value that may not be there. */
export function orDash(text: string | null): string {
  return text ?? '-';
}

/** A moment to the second, in UTC. */
export function formatShortTimestamp(iso: string | null): string {
  return iso === null ? '-' : `${iso.slice(0, 19).replace('T', ' ')}Z`;
}

/** A state that an operator can switch. */
export function activity(active: boolean): string {
  return active ? 'active' : 'inactive';
}
