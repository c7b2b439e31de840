import type { BlacklistAdmin } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
import { entryFromRow } from '../rows/blacklist.ts';

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
