import type { AuditRow } from '../../src/audit/domain/audit.ts';
import { fromRow, type RowOf, toRow } from '../sql/columns.ts';

const COLUMNS = {
  position: 'position',
  occurredAtMs: 'occurred_at_ms',
  actorKind: 'actor_kind',
  actor: 'actor',
  address: 'address',
  operation: 'operation',
  requestId: 'request_id',
  targetKind: 'target_kind',
  targetId: 'target_id',
  before: 'before_json',
  after: 'after_json',
  previousHash: 'previous_hash',
  hash: 'hash',
} as const satisfies Record<keyof AuditRow, string>;

/** One row for each command of a person or a key that changed something. Triggers refuse changes to a row. */
export type AuditTable = RowOf<AuditRow, typeof COLUMNS>;

export const AUDIT_COLUMNS = Object.values(COLUMNS);

export function auditToRow(row: AuditRow): AuditTable {
  return toRow(COLUMNS, row);
}

export function auditFromRow(row: AuditTable): AuditRow {
  return fromRow(COLUMNS, row);
}
