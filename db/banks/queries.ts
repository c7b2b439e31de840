import type { ClientPage, ClientRecord } from '../../src/admin/client-directory.ts';
import type { AccountPage, AccountRecord, BankRecord } from '../../src/banks/bank-directory.ts';
import { clientFromRow } from '../admin/rows/clients.ts';
import { compileForList, compileOnce } from '../sql/compiled.ts';
import type { Database } from '../tables.ts';
import { accountFromRow, bankFromRow } from './rows.ts';

/** Lists a page of clients by appKey. */
export async function listClients(db: Database, { after, limit }: ClientPage): Promise<ClientRecord[]> {
  const rows = await db
    .selectFrom('clients')
    .selectAll()
    .where('app_key', '>', after ?? '')
    .orderBy('app_key')
    .limit(limit)
    .execute();
  return rows.map(clientFromRow);
}

/** Lists a page of accounts by their banks. @returns undefined when the account to continue after does not exist. */
export async function listAccounts(
  db: Database,
  { bankId, after, limit }: AccountPage,
): Promise<AccountRecord[] | undefined> {
  let query = db.selectFrom('bank_accounts').selectAll().orderBy('bank_id').orderBy('id').limit(limit);
  if (bankId !== undefined) query = query.where('bank_id', '=', bankId);
  if (after !== undefined) {
    const last = await db
      .selectFrom('bank_accounts')
      .select('bank_id')
      .where('id', '=', after)
      .executeTakeFirst();
    if (!last) return undefined;
    query = query.where((eb) => eb(eb.refTuple('bank_id', 'id'), '>', eb.tuple(last.bank_id, after)));
  }
  return (await query.execute()).map(accountFromRow);
}

const selectEveryAccount = compileOnce((db) =>
  db.selectFrom('bank_accounts').selectAll().orderBy('bank_id').orderBy('id'),
);

/** Lists all accounts by bank, then by id: a bank statement can name any of them. */
export async function listEveryAccount(db: Database): Promise<AccountRecord[]> {
  const { rows } = await selectEveryAccount(db, []);
  return rows.map(accountFromRow);
}

const selectAccounts = compileForList((db, ids) =>
  db.selectFrom('bank_accounts').selectAll().where('id', 'in', ids),
);

/** Finds the accounts that exist among the ids, by their ids. */
export async function findAccounts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AccountRecord>> {
  const rows = await selectAccounts(db, ids);
  return new Map(rows.map((row) => [row.id, accountFromRow(row)]));
}

/** Lists the banks of the local table by name. */
export async function listBanks(db: Database): Promise<BankRecord[]> {
  const rows = await db.selectFrom('banks').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(bankFromRow);
}
