import type Sqlite from 'better-sqlite3';

/** The client whose deposits the server accepts. */
export interface StoredClient {
  readonly id: string;
  readonly appKey: string;
}

/** The demo banks of the service. Each has two accounts, which are assigned in turn. */
const BANKS = [
  {
    id: '507f1f77bcf86cd799439011',
    name: 'Demo Anadolu Bank',
    ibans: ['TR640099900000999000001001', 'TR030099900000999000002002'],
  },
  {
    id: '507f1f77bcf86cd799439012',
    name: 'Demo Ege Bank',
    ibans: ['TR680099800000998000001001', 'TR070099800000998000002002'],
  },
  {
    id: '507f1f77bcf86cd799439013',
    name: 'Demo Marmara Bank',
    ibans: ['TR720099700000997000001001', 'TR110099700000997000002002'],
  },
];
const LIMITS = [1_000, 10_000_000];

// The table of transactions has the service's columns, its unique indexes, and the indexes of its lists.
const TABLES = `
  create table clients (id text primary key, app_key text not null unique);
  create table banks (
    id text primary key, name text not null, active integer not null,
    deposit_min_minor bigint not null, deposit_max_minor bigint not null
  );
  create table bank_accounts (
    id text primary key, bank_id text not null references banks (id),
    account_name text not null, iban text not null,
    assigned_order bigint not null, used_day integer not null, used_minor bigint not null
  );
  create index bank_accounts_by_bank on bank_accounts (bank_id, id);
  create table transaction_counters (
    day integer not null, client_id text not null, bank_id text not null, type text not null,
    created_count bigint not null, created_minor bigint not null,
    primary key (day, client_id, bank_id, type)
  );
  create table transactions (
    id text primary key,
    client_id text not null references clients (id),
    process_id text not null,
    type text not null check (type in ('deposit', 'withdrawal')),
    status text not null check (status in ('pending', 'successful', 'unsuccessful')),
    status_reason text,
    bank_id text not null,
    bank_name text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    final_amount_minor bigint,
    user_id text not null,
    user_name text not null,
    name text not null,
    converted_name text not null,
    bank_account_id text,
    account_name text not null,
    iban text not null,
    iban_normalized text,
    pay_token text,
    sequence integer not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null,
    expires_at_ms bigint,
    sent_at_ms bigint
  );
  create unique index transactions_process_id on transactions (client_id, process_id);
  create unique index transactions_one_pending_deposit on transactions (client_id, user_id)
    where type = 'deposit' and status = 'pending';
  create index transactions_by_time on transactions (created_at_ms, id);
  create index transactions_by_client on transactions (client_id, created_at_ms, id);
  create index transactions_by_user on transactions (user_id, client_id, created_at_ms, id);
`;

/** Creates the tables of a new file, with the demo banks and one client. It does not change a file that has them. */
export function makeTables(database: Sqlite.Database, client: StoredClient): void {
  if (database.prepare("select 1 from sqlite_schema where name = 'transactions'").get()) return;
  database.transaction(() => {
    database.exec(TABLES);
    database.prepare('insert into clients values (?, ?)').run(client.id, client.appKey);
    const addBank = database.prepare('insert into banks values (?, ?, 1, ?, ?)');
    const addAccount = database.prepare('insert into bank_accounts values (?, ?, ?, ?, 0, 0, 0)');
    for (const { id, name, ibans } of BANKS) {
      addBank.run(id, name, ...LIMITS);
      for (const iban of ibans) addAccount.run(`account-${iban}`, id, `${name} Collections`, iban);
    }
  })();
}
