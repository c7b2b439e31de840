import type { BlacklistEntry } from '../../src/operations/admin/directory.ts';
import { entryFromRow } from '../rows/blacklist.ts';
import type { DatabaseTransaction } from '../tables.ts';

/** @returns the entry, or the one that stood there already. */
export async function addToBlacklist(
  trx: DatabaseTransaction,
  { entry }: { readonly entry: BlacklistEntry },
): Promise<BlacklistEntry> {
  const { id, kind, value, reason } = entry;
  const client_id = entry.clientId ?? '';
  await trx
    .insertInto('blacklist')
    .values({ id, client_id, kind, value, reason, created_at_ms: entry.createdAtMs })
    .onConflict((conflict) => conflict.columns(['value', 'kind', 'client_id']).doNothing())
    .execute();
  const row = await trx
    .selectFrom('blacklist')
    .selectAll()
    .where('value', '=', value)
    .where('kind', '=', kind)
    .where('client_id', '=', client_id)
    .executeTakeFirstOrThrow();
  return entryFromRow(row);
}

/** @returns whether there was such an entry. */
export async function removeFromBlacklist(
  trx: DatabaseTransaction,
  { entryId }: { readonly entryId: string },
): Promise<boolean> {
  const row = await trx.deleteFrom('blacklist').where('id', '=', entryId).returning('id').executeTakeFirst();
  return row !== undefined;
}
