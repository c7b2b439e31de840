import type { ReasonTemplate } from '../../../src/transactions/domain/reason.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = columnsOf('id kind text seenBy') satisfies ColumnsOf<ReasonTemplate>;

export type ReasonTemplatesTable = RowOf<ReasonTemplate, typeof COLUMNS>;

export function templateToRow(template: ReasonTemplate): ReasonTemplatesTable {
  return toRow(COLUMNS, template);
}

export function templateFromRow(row: ReasonTemplatesTable): ReasonTemplate {
  return fromRow(COLUMNS, row);
}
