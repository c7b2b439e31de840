import type { BlacklistStore } from '../../../src/admin/blacklist-store.ts';
import type { Engine } from '../../engine.ts';

/** Reads and changes the blacklist. Creates read it in their own database transaction. */
export function createBlacklistStore(engine: Engine): BlacklistStore {
  return {
    list: (page) => engine.query('listBlacklist', page),
    add: (entry, audit) => engine.run('addToBlacklist', { entry, audit }),
    findWaiting: (entry) => engine.query('findHitByEntry', entry),
    remove: (entryId, audit) => engine.run('removeFromBlacklist', { entryId, audit }),
  };
}
