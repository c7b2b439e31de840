import type { ProfileKind, StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = { id: 'id', title: 'title', json: 'profile' } as const satisfies Record<
  keyof StoredProfile,
  string
>;

/** A profile of a bank that an admin has added. */
export type BankProfilesTable = RowOf<StoredProfile, typeof COLUMNS> & { kind: ProfileKind };

export function profileToRow(kind: ProfileKind, profile: StoredProfile): BankProfilesTable {
  return Object.assign(toRow(COLUMNS, profile), { kind });
}

export function profileFromRow(row: BankProfilesTable): StoredProfile {
  return fromRow(COLUMNS, row);
}
