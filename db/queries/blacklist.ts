import type { BlacklistEntry, BlacklistPage } from '../../src/operations/admin/blacklist-store.ts';
import { entryFromRow } from '../rows/blacklist.ts';
import type { Database } from '../tables.ts';

/** Lists entries of the blacklist by their ids, which begin with their time. */
export async function listBlacklist(
  db: Database,
  { after, limit }: BlacklistPage,
): Promise<BlacklistEntry[]> {
  const rows = await db
    .selectFrom('blacklist')
    .selectAll()
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(entryFromRow);
}
