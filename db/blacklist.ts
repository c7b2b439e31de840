import type { BlacklistAdmin, BlacklistEntry } from '../src/operations/admin-ports.ts';
import type { Engine } from './engine.ts';
import type { BlacklistTable } from './tables.ts';

/** Adds to and removes from the blacklist, which every create reads in its own transaction. */
export function createBlacklistAdmin(engine: Engine): BlacklistAdmin {
  return {
    async list() {
      const rows = await engine.read((db) =>
        db.selectFrom('blacklist').selectAll().orderBy('created_at_ms').orderBy('id').execute(),
      );
      return rows.map(entryFromRow);
    },
    add: (entry) => engine.run('addToBlacklist', { entry }),
    remove: (entryId) => engine.run('removeFromBlacklist', { entryId }),
  };
}

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
