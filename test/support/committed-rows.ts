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
  readonly user_id: string;
  readonly created_at_ms: number;
}

export interface AccountRow {
  readonly id: string;
  readonly bank_id: string;
  readonly daily_limit_minor: number | null;
  readonly used_day: number;
  readonly used_minor: number;
}

/** A database file seen from outside the service: through a connection that sees only what is committed. */
export interface Committed extends Disposable {
  /** Every transaction, in the order they were stored. */
  transactions(): StoredRow[];
  withProcessId(processId: string): StoredRow[];
  withUserId(userId: string): StoredRow[];
  /** The accounts of one bank, or of all. */
  accounts(bankId?: string): AccountRow[];
  /** What SQLite finds wrong with the file; `ok` if nothing. */
  integrity(): unknown;
}

/** Opens a connection for reading only. */
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

/** The write lock of a database file, held as another process would hold it. */
export interface HeldLock extends Disposable {
  release(): void;
}

/** Takes the write lock at once. */
export function holdWriteLock(databasePath: string): HeldLock {
  const connection = new Sqlite(databasePath, { timeout: 5000 });
  connection.exec('begin immediate');
  const release = () => void connection.close();
  return { release, [Symbol.dispose]: release };
}
