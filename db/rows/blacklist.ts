import type { BlacklistEntry } from '../../src/operations/admin/directory.ts';
import type { BlacklistTable } from '../tables.ts';

/** An entry as it is stored. */
export function entryFromRow(row: BlacklistTable): BlacklistEntry {
  return {
    id: row.id,
    clientId: row.client_id === '' ? null : row.client_id,
    kind: row.kind,
    value: row.value,
    reason: row.reason,
    createdAtMs: row.created_at_ms,
  };
}
