import type { BlacklistEntry } from '../../src/operations/admin/directory.ts';
import { entryFromRow, entryToRow } from '../rows/blacklist.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { entryValues } from './common/audit-values.ts';

/** Adds an entry. @returns the entry, or the existing one for the same value and client. */
export async function addToBlacklist(
  trx: DatabaseTransaction,
  { entry, audit }: { readonly entry: BlacklistEntry } & Audited,
): Promise<BlacklistEntry> {
  const values = entryToRow(entry);
  const row = await trx
    .insertInto('blacklist')
    .values(values)
    // It changes nothing, and locks the existing entry: another process may be removing that.
    .onConflict((conflict) =>
      conflict.columns(['value', 'kind', 'client_id']).doUpdateSet({ value: values.value }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const stored = entryFromRow(row);
  if (stored.id === entry.id)
    await appendAudit(trx, audit, {
      ...{ targetKind: 'blacklistEntry', targetId: entry.id },
      ...{ before: null, after: entryValues(stored) },
    });
  return stored;
}

/** Removes an entry. @returns whether there was such an entry. */
export async function removeFromBlacklist(
  trx: DatabaseTransaction,
  { entryId, audit }: { readonly entryId: string } & Audited,
): Promise<boolean> {
  const row = await trx.deleteFrom('blacklist').where('id', '=', entryId).returningAll().executeTakeFirst();
  if (!row) return false;
  await appendAudit(trx, audit, {
    ...{ targetKind: 'blacklistEntry', targetId: entryId },
    ...{ before: entryValues(entryFromRow(row)), after: null },
  });
  return true;
}
