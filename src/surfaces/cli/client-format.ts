import type { ClientView } from '../../admin/clients.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

/** A longer allowlist is cut off in the table; `--json` has all of it. */
const MAX_PRINTED_BLOCKS = 3;

/** The columns of the table of clients. */
export const columns: readonly Column<ClientView>[] = [
  ['APP KEY', (client) => client.appKey],
  ['NAME', (client) => client.name],
  ['ROLE', (client) => client.role],
  ['KEY', (client) => (client.test ? 'test' : 'live')],
  ['STATE', (client) => (client.disabledAt === null ? 'enabled' : 'disabled')],
  ['TIMED SIGN', (client) => (client.requiresTimedSign ? 'required' : '-')],
  ['IP ADDRESSES', (client) => formatBlocks(client.ipAllowlist)],
  ['CALLBACK URL', (client) => orDash(client.callbackUrl)],
  ['CREATED', (client) => formatShortTimestamp(client.createdAt)],
];

function formatBlocks(blocks: readonly string[]): string {
  if (blocks.length === 0) return 'any';
  const hidden = blocks.length - MAX_PRINTED_BLOCKS;
  return blocks.slice(0, MAX_PRINTED_BLOCKS).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

/** Formats one client for people. */
export const formatClient = (client: ClientView) => renderTable(columns, [client]);
