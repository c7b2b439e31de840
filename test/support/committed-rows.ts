import Sqlite from 'better-sqlite3';

export interface StoredRow {
  readonly id: string;
  readonly process_id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly bank_id: string;
  readonly bank_account_id: string | null;
  readonly account_name: string;
  readonly iban: string;
  readonly amount_minor: number;
  readonly final_amount_minor: number | null;
  readonly status: 'pending' | 'successful' | 'unsuccessful';
  readonly user_id: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

export interface AccountRow {
  readonly id: string;
  readonly bank_id: string;
  readonly daily_limit_minor: number | null;
  readonly pending_minor: number;
  readonly paid_day: number;
  readonly paid_minor: number;
}

/** A connection to the file of a service; it sees only committed rows. */
export interface Committed extends Disposable {
  /** Every transaction, in the order in which they were stored. */
  transactions(): StoredRow[];
  withProcessId(processId: string): StoredRow[];
  withUserId(userId: string): StoredRow[];
  /** The accounts of one bank, or of all banks. */
  accounts(bankId?: string): AccountRow[];
  /** The damages that SQLite finds in the file; `ok` if there are none. */
  integrity(): unknown;
}

/** Opens a read-only connection. */
export function openCommitted(databasePath: string): Committed {
  const connection = new Sqlite(databasePath, { readonly: true, timeout: 5000 });
  const withProcessId = connection.prepare('select * from transactions where process_id = ?');
  const withUserId = connection.prepare('select * from transactions where user_id = ?');
  return {
    transactions: () => connection.prepare('select * from transactions order by rowid').all() as StoredRow[],
    withProcessId: (processId) => withProcessId.all(processId) as StoredRow[],
    withUserId: (userId) => withUserId.all(userId) as StoredRow[],
    accounts: (bankId) =>
      connection
        .prepare('select * from bank_accounts where bank_id = ifnull(?, bank_id) order by id')
        .all(bankId ?? null) as AccountRow[],
    integrity: () => connection.pragma('integrity_check', { simple: true }),
    [Symbol.dispose]: () => void connection.close(),
  };
}

/** A held write lock of a database file. */
interface HeldLock extends Disposable {
  release(): void;
}

/** Takes the write lock at once, through a connection of its own. */
export function holdWriteLock(databasePath: string): HeldLock {
  const connection = new Sqlite(databasePath, { timeout: 5000 });
  connection.exec('begin immediate');
  const release = () => void connection.close();
  return { release, [Symbol.dispose]: release };
}
