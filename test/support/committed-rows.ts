import { sql } from 'kysely';
import type { BankAccountsTable } from '../../db/banks/rows.ts';
import type { TransactionsTable } from '../../db/transactions/rows/transactions.ts';
import { isPostgresUrl, openDatabase } from './rows-of.ts';

export type StoredRow = TransactionsTable;
export type AccountRow = BankAccountsTable;

/** A connection to the database of a service; it sees only committed rows. */
export interface Committed extends AsyncDisposable {
  /** Every transaction, in the order of their ids, which rise by the second. */
  transactions(): Promise<StoredRow[]>;
  withProcessId(processId: string): Promise<StoredRow[]>;
  withUserId(userId: string): Promise<StoredRow[]>;
  /** The accounts of one bank, or of all banks. */
  accounts(bankId?: string): Promise<AccountRow[]>;
  /** The damage that SQLite finds in the file; `ok` if there is none. */
  integrity(): Promise<unknown>;
}

/** Opens a connection. */
export function openCommitted(databasePath: string): Committed {
  const db = openDatabase(databasePath);
  const transactions = db.selectFrom('transactions').selectAll();
  const accounts = db.selectFrom('bank_accounts').selectAll().orderBy('id');
  return {
    transactions: () => transactions.orderBy('id').execute(),
    withProcessId: (processId) => transactions.where('process_id', '=', processId).execute(),
    withUserId: (userId) => transactions.where('user_id', '=', userId).execute(),
    accounts: (bankId) =>
      (bankId === undefined ? accounts : accounts.where('bank_id', '=', bankId)).execute(),
    async integrity() {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      return rows.map((row) => row.integrity_check).join('\n');
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** A held write lock of a database. */
interface HeldLock extends AsyncDisposable {
  release(): Promise<void>;
}

/** Locks every table of a PostgreSQL database: reads go on, writes wait, as those of SQLite do. */
const LOCK_TABLES = sql`
  do $$ begin
    execute (select 'lock table ' || string_agg(oid::regclass::text, ', ' order by oid) || ' in exclusive mode'
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r');
  end $$`;

/** Takes the write lock at once, through its own connection. */
export async function holdWriteLock(databasePath: string): Promise<HeldLock> {
  const db = openDatabase(databasePath);
  await db.connection().execute(async (connection) => {
    if (!isPostgresUrl(databasePath)) return sql`begin immediate`.execute(connection);
    await sql`begin`.execute(connection);
    // The service's own limit would end the lock after ten seconds.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(connection);
    // A running command may have locked tables in another order. PostgreSQL detects that first, and the command gives
    // way and runs again.
    await sql`set local deadlock_timeout = '1h'`.execute(connection);
    return LOCK_TABLES.execute(connection);
  });
  // A connection that is closed rolls back.
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= db.destroy();
    return released;
  };
  return { release, [Symbol.asyncDispose]: release };
}
