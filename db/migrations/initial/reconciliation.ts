import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/** Bank statements: the imported files, their statements and lines, and the decisions about lines. */
export const reconciliation = (d: SchemaDialect): readonly string[] => [
  `create table statement_files (
    id text primary key,
    name text not null,
    sha256 text not null,
    size_bytes bigint not null,
    format text not null,
    profile_id text,
    state text not null check (state in ('staging', 'imported')),
    staging_ends_at_ms bigint,
    client_id text,
    line_count bigint not null,
    added_count bigint not null,
    created_at_ms bigint not null,
    matched_at_ms bigint
  )`,
  'create index statement_files_unmatched on statement_files (id) where matched_at_ms is null',
  // One import at a time: lines that two files share belong to the file that was imported first.
  "create unique index statement_files_staging on statement_files (state) where state = 'staging'",
  "create unique index statement_files_sha256 on statement_files (sha256) where state = 'imported'",

  `create table statements (
    id text primary key,
    file_id text not null references statement_files (id),
    account_id text not null references bank_accounts (id),
    kind text not null,
    statement_ref text,
    sequence_number text,
    page bigint not null,
    currency text,
    opening_minor bigint,
    closing_minor bigint,
    first_date text,
    last_date text,
    line_count bigint not null,
    held_reason text,
    held_detail text,
    released_at_ms bigint,
    released_by text,
    release_reason text,
    created_at_ms bigint not null
  )`,
  'create index statements_of_file on statements (file_id, id)',
  'create index statements_of_account on statements (account_id, last_date, id)',
  `create index statements_held on statements (id)
    where held_reason is not null and released_at_ms is null`,

  `create table statement_lines (
    id text primary key,
    account_id text not null references bank_accounts (id),
    line_key text not null,
    occurrence bigint not null,
    statement_id text not null references statements (id),
    place text not null,
    booking_date text,
    value_date text,
    direction text not null check (direction in ('credit', 'debit')),
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    status text not null check (status in ('booked', 'pending')),
    is_reversal integer not null,
    is_collective integer not null default 0,
    is_vouched integer not null default 0,
    return_reason text,
    debit_kind text,
    counterparty_name text,
    ultimate_name text,
    payer_folded text,
    counterparty_iban text,
    remittance text not null,
    structured_reference text,
    end_to_end_id text,
    payment_id text,
    payment_count bigint,
    bank_reference text,
    transaction_code text,
    balance_after_minor bigint,
    raw text not null,
    state text not null,
    is_open integer not null,
    state_at_ms bigint not null,
    decision_id text,
    transaction_id text,
    created_at_ms bigint not null
  )`,
  'create unique index statement_lines_key on statement_lines (account_id, line_key, occurrence)',
  'create index statement_lines_of_statement on statement_lines (statement_id, id)',
  "create index statement_lines_new on statement_lines (statement_id, id) where state = 'new'",
  'create index statement_lines_of_state on statement_lines (state, id)',
  "create index statement_lines_pending on statement_lines (account_id) where status = 'pending'",
  // Finds the first lines of very many credits of one amount without a sort.
  `create index statement_lines_open on statement_lines (account_id, direction, amount_minor, id)
    where is_open = 1`,
  `create index statement_lines_of_transaction on statement_lines (transaction_id)
    where transaction_id is not null`,
  `create index statement_lines_of_day on statement_lines
    (account_id, coalesce(booking_date, value_date))`,
  // A debit without any date counts for all days.
  `create index statement_lines_out_amount on statement_lines
    (account_id, amount_minor, coalesce(booking_date, value_date, '9999-12-31'))
    where debit_kind <> 'fee' and state not in ('matched', 'replaced')`,
  // The desk searches deposits by who paid them.
  `create index statement_lines_payer_end on statement_lines ((${d.lastFour('counterparty_iban')}))
    where transaction_id is not null and direction = 'credit'`,

  // One row for each reference of a deposit, and for each id of a transaction, that a line names.
  `create table line_references (
    reference text not null,
    line_id text not null references statement_lines (id),
    primary key (reference, line_id)
  )`,
  'create index line_references_of_line on line_references (line_id)',
  // One row for each later statement that contains a line: its own is in the line.
  `create table line_sightings (
    line_id text not null references statement_lines (id),
    statement_id text not null references statements (id),
    primary key (line_id, statement_id)
  )`,
  'create index line_sightings_of_statement on line_sightings (statement_id)',

  `create table line_decisions (
    id text primary key,
    line_id text not null references statement_lines (id),
    state text not null,
    rule text not null,
    evidence text not null,
    candidates text not null,
    transaction_id text,
    event_id text,
    settles integer not null,
    part bigint not null default 0,
    actor_kind text not null,
    actor_client_id text,
    note text,
    decided_at_ms bigint not null,
    undone_at_ms bigint,
    undone_by text,
    undo_reason text
  )`,
  'create index line_decisions_of_line on line_decisions (line_id, id)',
  // A transaction is settled once: by one line, or by the numbered lines of one decision. An undo frees both.
  `create unique index line_decisions_settling on line_decisions (transaction_id, part)
    where settles = 1 and undone_at_ms is null`,

  // One policy for the desk, without a client, and one for each client that has its own.
  `create table match_policies (
    scope text primary key,
    client_id text references clients (id),
    policy text not null,
    updated_at_ms bigint not null,
    check (scope = coalesce(client_id, 'desk'))
  )`,
  // Profiles of statements, and of payout files.
  `create table bank_profiles (
    kind text not null check (kind in ('statement', 'payout')),
    id text not null,
    title text not null,
    profile text not null,
    primary key (kind, id)
  )`,
];
