import type { ClientRecord } from '../../../src/admin/client-directory.ts';
import {
  type ColumnsOf,
  columnsOf,
  type Flag,
  fromRow,
  type RowOf,
  toFlag,
  toRow,
} from '../../sql/columns.ts';

const COLUMNS = columnsOf(
  'id appKey name role callbackUrl returnUrl brandName brandColor brandLogo disabledAtMs createdAtMs',
) satisfies ColumnsOf<ClientRecord, 'ipAllowlist' | 'returnHosts' | 'requiresTimedSign' | 'isTest'>;

export type ClientsTable = RowOf<ClientRecord, typeof COLUMNS> & {
  /** JSON array of CIDR blocks. */
  ip_allowlist: string;
  /** JSON array of hosts. */
  return_hosts: string;
  requires_timed_sign: Flag;
  is_test: Flag;
};

/** Reads a client, without its secrets. */
export function clientFromRow(row: ClientsTable): ClientRecord {
  return Object.assign(fromRow(COLUMNS, row), {
    ipAllowlist: JSON.parse(row.ip_allowlist),
    returnHosts: JSON.parse(row.return_hosts),
    requiresTimedSign: row.requires_timed_sign === 1,
    isTest: row.is_test === 1,
  });
}

export function clientToRow(client: ClientRecord): ClientsTable {
  return Object.assign(toRow(COLUMNS, client), {
    ip_allowlist: JSON.stringify(client.ipAllowlist),
    return_hosts: JSON.stringify(client.returnHosts),
    requires_timed_sign: toFlag(client.requiresTimedSign),
    is_test: toFlag(client.isTest),
  });
}
