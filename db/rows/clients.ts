import type { ClientRecord } from '../../src/operations/admin/directory.ts';
import { type ClientsTable, toFlag } from '../tables.ts';

/** A client as it is stored, without its secrets. */
export function clientFromRow(row: ClientsTable): ClientRecord {
  return {
    id: row.id,
    appKey: row.app_key,
    name: row.name,
    role: row.role,
    callbackUrl: row.callback_url,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    requiresTimedSign: row.requires_timed_sign === 1,
    disabledAtMs: row.disabled_at_ms,
    createdAtMs: row.created_at_ms,
  };
}

/** A client as it is to be stored. */
export function clientToRow(client: ClientRecord): ClientsTable {
  return {
    id: client.id,
    app_key: client.appKey,
    name: client.name,
    role: client.role,
    callback_url: client.callbackUrl,
    ip_allowlist: JSON.stringify(client.ipAllowlist),
    requires_timed_sign: toFlag(client.requiresTimedSign),
    disabled_at_ms: client.disabledAtMs,
    created_at_ms: client.createdAtMs,
  };
}
