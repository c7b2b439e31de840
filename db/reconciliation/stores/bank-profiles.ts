import type { ProfileStore } from '../../../src/reconciliation/profile-store.ts';
import type { Engine } from '../../engine.ts';
import { profileFromRow } from '../rows/bank-profiles.ts';

/** Reads and changes the profiles of banks. */
export function createProfileStore(engine: Engine): ProfileStore {
  return {
    async list() {
      const rows = await engine.read((db) =>
        db.selectFrom('bank_profiles').selectAll().orderBy('id').execute(),
      );
      return rows.map(profileFromRow);
    },
    save: (profile, audit) => engine.run('saveBankProfile', { profile, audit }),
    remove: (id, audit) => engine.run('removeBankProfile', { id, audit }),
  };
}
