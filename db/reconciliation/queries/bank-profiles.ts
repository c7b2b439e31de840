import type { ProfileKind, StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import type { Database } from '../../tables.ts';
import { profileFromRow } from '../rows/bank-profiles.ts';

/** Lists the profiles of a kind that admins have added, in the order of their ids. */
export async function listProfiles(db: Database, kind: ProfileKind): Promise<StoredProfile[]> {
  const rows = await db
    .selectFrom('bank_profiles')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(profileFromRow);
}
