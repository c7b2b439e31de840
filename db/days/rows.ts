import type { ClosingHead, DayClosing, NamedFigures } from '../../src/days/domain/closing.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../sql/columns.ts';

const COLUMNS = columnsOf('id day number closedBy clientId closedAtMs note reason figuresHash', {
  clientId: 'closed_client_id',
}) satisfies ColumnsOf<ClosingHead>;

type HeadRow = RowOf<ClosingHead, typeof COLUMNS>;

/** The closings of days. Rows are added and never changed. */
export type DayClosingsTable = HeadRow & {
  /** JSON: see NamedFigures. */
  figures: string;
};

/** The columns of a closing without its figures. */
export const HEAD_COLUMNS = Object.values(COLUMNS);

export function headFromRow(row: HeadRow): ClosingHead {
  return fromRow(COLUMNS, row);
}

export function closingFromRow(row: DayClosingsTable): DayClosing {
  return Object.assign(headFromRow(row), { figures: JSON.parse(row.figures) as NamedFigures });
}

export function closingToRow(closing: DayClosing): DayClosingsTable {
  return Object.assign(toRow(COLUMNS, closing), { figures: JSON.stringify(closing.figures) });
}
