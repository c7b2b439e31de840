import type { StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = { id: 'id', title: 'title', json: 'profile' } as const satisfies Record<
  keyof StoredProfile,
  string
>;

/** A profile of a bank that an admin has added. */
export type BankProfilesTable = RowOf<StoredProfile, typeof COLUMNS>;

export function profileToRow(profile: StoredProfile): BankProfilesTable {
  return toRow(COLUMNS, profile);
}

export function profileFromRow(row: BankProfilesTable): StoredProfile {
  return fromRow(COLUMNS, row);
}
