import type { ReasonTemplate } from '../../../src/transactions/domain/reason.ts';
import { fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = {
  id: 'id',
  kind: 'kind',
  text: 'text',
  seenBy: 'seen_by',
} as const satisfies Record<keyof ReasonTemplate, string>;

export type ReasonTemplatesTable = RowOf<ReasonTemplate, typeof COLUMNS>;

export function templateToRow(template: ReasonTemplate): ReasonTemplatesTable {
  return toRow(COLUMNS, template);
}

export function templateFromRow(row: ReasonTemplatesTable): ReasonTemplate {
  return fromRow(COLUMNS, row);
}
