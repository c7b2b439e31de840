import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/** Payouts: batches of withdrawals, their rows, who has approved them, the files for banks, and how accounts pay. */
export const payouts = (d: SchemaDialect): readonly string[] => [
  `create table payout_batches (
    id text primary key,
    number bigint not null,
    state text not null check (state in ('prepared', 'approved', 'rejected', 'exported', 'refused', 'paid')),
    account_id text not null references bank_accounts (id),
    currency text not null,
    execution_day text not null,
    row_count bigint not null,
    sum_minor bigint not null,
    content_hash text not null,
    maker text not null,
    maker_client_id text not null,
    created_at_ms bigint not null,
    rejected_by text,
    reject_reason text,
    changed_at_ms bigint not null,
    unique (id, maker, maker_client_id)
  )`,
  'create unique index payout_batches_number on payout_batches (number)',

  `create table payout_rows (
    batch_id text not null references payout_batches (id),
    row_number bigint not null,
    transaction_id text not null,
    end_to_end_id text not null,
    payment_id text,
    state text not null check (state in ('in', 'out', 'refused', 'paid', 'returned')),
    bank_status text,
    bank_reasons text,
    line_id text,
    primary key (batch_id, row_number)
  )`,
  'create unique index payout_rows_end_to_end on payout_rows (end_to_end_id)',
  'create index payout_rows_of_payment on payout_rows (payment_id) where payment_id is not null',
  "create unique index payout_rows_live on payout_rows (transaction_id) where state = 'in'",
  'create index payout_rows_of_transaction on payout_rows (transaction_id)',

  // The maker is copied from the batch, so that the database itself refuses an approval by the maker.
  `create table payout_approvals (
    batch_id text not null,
    content_hash text not null,
    approver text not null,
    maker text not null,
    maker_client_id text not null,
    approver_client_id text not null,
    approved_at_ms bigint not null,
    primary key (batch_id, content_hash, approver),
    foreign key (batch_id, maker, maker_client_id) references payout_batches (id, maker, maker_client_id),
    check (approver <> maker),
    check (approver_client_id <> maker_client_id)
  )`,

  // The file as it was given out: every download has the same bytes.
  `create table payout_files (
    batch_id text primary key references payout_batches (id),
    name text not null,
    media_type text not null,
    sha256 text not null,
    content_hash text not null,
    bytes ${d.bytes} not null,
    exported_by text not null,
    exported_client_id text not null,
    exported_at_ms bigint not null
  )`,

  // What the banks' answers have changed. The answers are among the imported files.
  `create table payout_reports (
    file_id text primary key references statement_files (id),
    batch_id text not null references payout_batches (id),
    summary text not null,
    created_at_ms bigint not null
  )`,
  'create index payout_reports_of_batch on payout_reports (batch_id, file_id)',

  // The profile is one of the service, or one of bank_profiles.
  `create table payout_accounts (
    account_id text primary key references bank_accounts (id),
    profile_id text,
    bic text
  )`,
];
