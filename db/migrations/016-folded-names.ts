import { type Kysely, sql } from 'kysely';
import { type FoldedNames, foldNames } from '../rows/transactions.ts';

const PAGE_SIZE = 500;

interface NameRow {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly user_name: string;
  readonly account_name: string;
}

/**
 * Stores names as the search compares them, which a function of the connection did for each row that a search looked
 * at. Most names are ASCII and need nothing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const transactions = db.schema.alterTable('transactions');
  await transactions.addColumn('user_name_folded', 'text').execute();
  await transactions.addColumn('account_name_folded', 'text').execute();
  for (let after = ''; ; ) {
    const { rows } = await sql<NameRow>`
      select id, type, user_name, account_name from transactions
      where id > ${after} and (
        octet_length(user_name) <> length(user_name)
        or (type = 'withdrawal' and octet_length(account_name) <> length(account_name)))
      order by id limit ${PAGE_SIZE}
    `.execute(db);
    for (const row of rows) await store(db, row.id, foldNames(row));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

async function store(db: Kysely<never>, id: string, folded: FoldedNames): Promise<void> {
  await sql`
    update transactions
    set user_name_folded = ${folded.user_name_folded}, account_name_folded = ${folded.account_name_folded}
    where id = ${id}
  `.execute(db);
}
