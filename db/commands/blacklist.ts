import type { BlacklistEntry } from '../../src/operations/admin/blacklist-store.ts';
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
  for (;;) {
    const added = await trx
      .insertInto('blacklist')
      .values(values)
      .onConflict((conflict) => conflict.columns(['value', 'kind', 'client_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) {
      await appendAudit(trx, audit, {
        ...{ targetKind: 'blacklistEntry', targetId: entry.id },
        ...{ before: null, after: entryValues(entryFromRow(added)) },
      });
      return entryFromRow(added);
    }
    const known = await trx
      .selectFrom('blacklist')
      .selectAll()
      .where('value', '=', values.value)
      .where('kind', '=', values.kind)
      .where('client_id', '=', values.client_id)
      .executeTakeFirst();
    if (known) return entryFromRow(known);
    // Another process has removed it meanwhile.
  }
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
