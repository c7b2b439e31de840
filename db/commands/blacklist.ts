import type { BlacklistEntry } from '../../src/operations/admin/directory.ts';
import { entryFromRow, entryToRow } from '../rows/blacklist.ts';
import type { DatabaseTransaction } from '../tables.ts';

/** Adds an entry. @returns the entry, or the existing one for the same value and client. */
export async function addToBlacklist(
  trx: DatabaseTransaction,
  { entry }: { readonly entry: BlacklistEntry },
): Promise<BlacklistEntry> {
  const values = entryToRow(entry);
  await trx
    .insertInto('blacklist')
    .values(values)
    .onConflict((conflict) => conflict.columns(['value', 'kind', 'client_id']).doNothing())
    .execute();
  const row = await trx
    .selectFrom('blacklist')
    .selectAll()
    .where('value', '=', values.value)
    .where('kind', '=', values.kind)
    .where('client_id', '=', values.client_id)
    .executeTakeFirstOrThrow();
  return entryFromRow(row);
}

/** Removes an entry. @returns whether there was such an entry. */
export async function removeFromBlacklist(
  trx: DatabaseTransaction,
  { entryId }: { readonly entryId: string },
): Promise<boolean> {
  const row = await trx.deleteFrom('blacklist').where('id', '=', entryId).returning('id').executeTakeFirst();
  return row !== undefined;
}
