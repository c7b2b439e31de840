import type { ProfileStore } from '../../../src/reconciliation/profile-store.ts';
import type { Engine } from '../../engine.ts';
import { listProfiles } from '../queries/bank-profiles.ts';

/** Reads and changes the profiles of the statements of banks. */
export function createProfileStore(engine: Engine): ProfileStore {
  const kind = 'statement';
  return {
    list: () => engine.read((db) => listProfiles(db, kind)),
    save: (profile, audit) => engine.run('saveBankProfile', { kind, profile, audit }),
    remove: (id, audit) => engine.run('removeBankProfile', { kind, id, audit }),
  };
}
