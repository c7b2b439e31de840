import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/** Clients with their keys, banks with their accounts, the blacklist, and the service's metadata. */
export const directory = (d: SchemaDialect): readonly string[] => [
  `create table metadata (
    key text primary key,
    value text not null
  ) ${d.only('postgres', 'with (fillfactor = 50)').join('')}`,

  `create table clients (
    id text primary key,
    app_key text not null unique,
    name text not null,
    role text not null check (role in ('merchant', 'viewer', 'operator', 'admin')),
    callback_url text,
    ip_allowlist text not null,
    requires_timed_sign integer not null,
    return_hosts text default '[]' not null,
    return_url text,
    brand_name text,
    brand_color text,
    brand_logo text,
    is_test integer default 0 not null,
    disabled_at_ms bigint,
    created_at_ms bigint not null
  )`,
  'create index clients_test on clients (id) where is_test = 1',
  `create table client_secrets (
    id text primary key,
    client_id text not null references clients (id),
    sealed_secret text not null,
    created_at_ms bigint not null,
    expires_at_ms bigint
  )`,
  'create index client_secrets_by_client on client_secrets (client_id, created_at_ms)',
  // Logos are kept apart from the clients, whose rows are read with each request of an unknown key.
  `create table client_logos (
    client_id text not null primary key references clients (id),
    file text not null,
    bytes ${d.bytes} not null
  )`,
  'create index client_logos_by_file on client_logos (file)',
  // One row for each timed sign that a command was run with, until the sign has ended.
  `create table used_signs (
    digest text not null primary key,
    ends_at_ms bigint not null
  ) ${d.busy()}`,
  'create index used_signs_by_end on used_signs (ends_at_ms)',

  `create table banks (
    id text primary key,
    name text not null,
    active integer not null,
    deposit_min_minor bigint,
    deposit_max_minor bigint,
    withdrawal_min_minor bigint,
    withdrawal_max_minor bigint,
    created_at_ms bigint not null
  )`,
  // Without a foreign key to banks: they may live in a separate Available Banks service.
  `create table bank_accounts (
    id text primary key,
    bank_id text not null,
    account_name text not null,
    iban text not null,
    daily_limit_minor bigint,
    active integer not null,
    assigned_order bigint not null,
    paid_day integer not null,
    paid_minor bigint not null,
    pending_minor bigint default 0 not null,
    created_at_ms bigint not null
  ) ${d.busy(30)}`,
  'create index bank_accounts_by_bank on bank_accounts (bank_id, id)',
  `create table bank_copies (
    url text primary key,
    body text not null,
    fetched_at_ms bigint not null
  )`,

  `create table blacklist (
    id text primary key,
    client_id text not null,
    kind text not null check (kind in ('userId', 'iban', 'convertedName')),
    value text not null,
    key text default '' not null,
    reason text,
    created_at_ms bigint not null
  )`,
  'create unique index blacklist_entry on blacklist (key, kind, client_id)',
  // One row for each entry that hits a transaction and that an operator has cleared for it.
  `create table blacklist_clearances (
    transaction_id text not null,
    entry_id text not null,
    cleared_by text not null,
    cleared_at_ms bigint not null,
    primary key (transaction_id, entry_id)
  )`,
  'create index blacklist_clearances_of_entry on blacklist_clearances (entry_id)',
];
