import { sql } from 'kysely';
import type { BlacklistEntry, BlacklistPage } from '../../../src/admin/blacklist-store.ts';
import {
  type BlacklistKey,
  blacklistKeys,
  createBlacklistSearch,
  type Party,
} from '../../../src/admin/domain/blacklist.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';
import { CHUNK_ROWS, yieldToEventLoop } from '../../transactions/queries/scans.ts';
import type { TransactionsTable } from '../../transactions/rows/transactions.ts';
import { entryFromRow, entryToRow } from '../rows/blacklist.ts';

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

const selectKeys = compileForList((db, keys) =>
  db.selectFrom('blacklist').select(['id', 'client_id as clientId', 'kind', 'key']).where('key', 'in', keys),
);

/** Finds the entries that may hit some parties. */
export async function findBlacklistKeys(
  db: Database,
  parties: readonly Party[],
): Promise<readonly BlacklistKey[]> {
  const keys = new Set(parties.flatMap((party) => blacklistKeys(party).map(([, key]) => key)));
  return selectKeys(db, [...keys]);
}

/** A transaction, or what is paid like one. */
export type BlacklistSubject = Party & Pick<Transaction, 'id' | 'status'>;

/**
 * Finds the entries that stop transactions: those that hit one that is not successful, and of which no operator has
 * cleared it. @returns the ids of entries by the id of the transaction.
 */
export async function findStops(
  db: Database,
  transactions: readonly BlacklistSubject[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = transactions.filter(({ status }) => status !== 'successful');
  const search = createBlacklistSearch(await findBlacklistKeys(db, open));
  const hits = open.flatMap((transaction) =>
    search(transaction).map((entryId) => [transaction.id, entryId] as const),
  );
  if (hits.length === 0) return new Map();
  const cleared = await db
    .selectFrom('blacklist_clearances')
    .select(['transaction_id', 'entry_id'])
    .where('transaction_id', 'in', [...new Set(hits.map(([id]) => id))])
    .execute();
  const isCleared = new Set(cleared.map((row) => `${row.transaction_id} ${row.entry_id}`));
  const stops = new Map<string, string[]>();
  for (const [id, entryId] of hits) {
    if (isCleared.has(`${id} ${entryId}`)) continue;
    stops.set(id, [...new Set([...(stops.get(id) ?? []), entryId])]);
  }
  return stops;
}

/** Finds the pending transactions that an entry hits. @returns their ids, the oldest first. */
export async function findHitByEntry(db: Database, entry: BlacklistEntry): Promise<string[]> {
  const { client_id: clientId, kind, key } = entryToRow(entry);
  const search = createBlacklistSearch([{ id: entry.id, clientId, kind, key }]);
  const found: string[] = [];
  for (let after = ''; ; ) {
    let page = db
      .selectFrom('transactions')
      .select(['id', 'type', 'client_id', 'user_id', 'name', 'converted_name'])
      .select(['account_name', 'iban_normalized'])
      .where('status', '=', sql.lit('pending'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK_ROWS);
    if (clientId !== '') page = page.where('client_id', '=', clientId);
    if (kind === 'userId') page = page.where('user_id', '=', key);
    if (kind === 'iban') page = page.where('iban_normalized', '=', key);
    const rows = await page.execute();
    found.push(...rows.filter((row) => search(partyOf(row)).length > 0).map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK_ROWS) return found;
    after = last.id;
    await yieldToEventLoop();
  }
}

function partyOf(row: PartyRow): Party {
  const { client_id: clientId, user_id: userId, name, converted_name: convertedName } = row;
  const party = { clientId, userId, name, convertedName };
  if (row.type === 'deposit') return party;
  return { ...party, accountName: row.account_name, ibanNormalized: row.iban_normalized ?? '' };
}

type PartyRow = Pick<
  TransactionsTable,
  'type' | 'client_id' | 'user_id' | 'name' | 'converted_name' | 'account_name' | 'iban_normalized'
>;
