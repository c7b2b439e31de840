import type { BlacklistEntry } from '../../../src/admin/blacklist-store.ts';
import { keyOfEntry } from '../../../src/admin/domain/blacklist.ts';
import { type ColumnsOf, columnsOf, fromRow, type RowOf, toRow } from '../../sql/columns.ts';

const COLUMNS = columnsOf('id kind value reason createdAtMs') satisfies ColumnsOf<BlacklistEntry, 'clientId'>;

export type BlacklistTable = RowOf<BlacklistEntry, typeof COLUMNS> & {
  /** Empty for every client: a null would escape the unique index. */
  client_id: string;
  /** The normalized value, for comparing. */
  key: string;
};

export function entryToRow(entry: BlacklistEntry): BlacklistTable {
  const key = keyOfEntry(entry.kind, entry.value);
  return Object.assign(toRow(COLUMNS, entry), { client_id: entry.clientId ?? '', key });
}

export function entryFromRow(row: BlacklistTable): BlacklistEntry {
  return Object.assign(fromRow(COLUMNS, row), { clientId: row.client_id === '' ? null : row.client_id });
}
