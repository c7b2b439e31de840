import { printable } from '../../kernel/texts.ts';

/** One column of a table: its heading, and the text of its cell in a row. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

const GAP = '  ';

/**
 * Renders rows for people: aligned columns under headings, or one line that says there are none. Cells can contain
 * texts of others, so control characters never reach the terminal.
 */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return 'There are none.\n';
  const lines = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => printable(cell(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => width(cells[index] ?? ''))));
  return lines.map((cells) => `${alignCells(cells, widths)}\n`).join('');
}

/** Joins cells padded to the widths, without spaces at the end of the line. */
function alignCells(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell))))
    .join(GAP)
    .trimEnd();
}

const segmenter = new Intl.Segmenter();

/** Counts characters as a reader does, in grapheme clusters. */
function width(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

/** Formats a value that can be missing. */
export function orDash(text: string | null | undefined): string {
  return text ?? '-';
}

/** Formats a timestamp to the second, in UTC. */
export function formatShortTimestamp(iso: string | null): string {
  return iso === null ? '-' : `${iso.slice(0, 19).replace('T', ' ')}Z`;
}

/** Formats the state that `activate` and `deactivate` set. */
export function formatActive(active: boolean): string {
  return active ? 'active' : 'inactive';
}
