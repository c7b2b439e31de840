import type { ProfileKind, StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = columnsOf('id title json', { json: 'profile' }) satisfies ColumnsOf<StoredProfile>;

/** A profile of a bank that an admin has added. */
export type BankProfilesTable = RowOf<StoredProfile, typeof COLUMNS> & { kind: ProfileKind };

export function profileToRow(kind: ProfileKind, profile: StoredProfile): BankProfilesTable {
  return Object.assign(toRow(COLUMNS, profile), { kind });
}

export function profileFromRow(row: BankProfilesTable): StoredProfile {
  return fromRow(COLUMNS, row);
}
