import type { AuditRow } from '../../src/audit/domain/audit.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../sql/columns.ts';

const COLUMNS = columnsOf(
  `position occurredAtMs actorKind actor address operation requestId targetKind targetId before after
    previousHash hash`,
  { before: 'before_json', after: 'after_json' },
) satisfies ColumnsOf<AuditRow>;

/** One row for each command of a person or a key that changed something. Triggers refuse changes to a row. */
export type AuditTable = RowOf<AuditRow, typeof COLUMNS>;

export const AUDIT_COLUMNS = Object.values(COLUMNS);

export function auditToRow(row: AuditRow): AuditTable {
  return toRow(COLUMNS, row);
}

export function auditFromRow(row: AuditTable): AuditRow {
  return fromRow(COLUMNS, row);
}
