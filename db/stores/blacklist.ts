import type { BlacklistStore } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
import { entryFromRow } from '../rows/blacklist.ts';

/** Reads and changes the blacklist. Creates read it in their own database transaction. */
export function createBlacklistStore(engine: Engine): BlacklistStore {
  return {
    async list() {
      const rows = await engine.read((db) =>
        db.selectFrom('blacklist').selectAll().orderBy('created_at_ms').orderBy('id').execute(),
      );
      return rows.map(entryFromRow);
    },
    add: (entry, audit) => engine.run('addToBlacklist', { entry, audit }),
    remove: (entryId, audit) => engine.run('removeFromBlacklist', { entryId, audit }),
  };
}
