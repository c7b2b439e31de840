import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** Refunds, and payees whom the desk has named. Payout rows refer to both. */
const STATEMENTS: readonly string[] = [
  // A line has at most one refund that is open or paid, so it gives back no more than its amount.
  `create table refunds (
    id text primary key,
    line_id text not null references statement_lines (id),
    amount_minor bigint not null check (amount_minor > 0),
    state text not null check (state in ('open', 'paid', 'cancelled', 'returned')),
    reason text not null,
    created_by text not null,
    created_at_ms bigint not null,
    changed_at_ms bigint not null
  )`,
  "create unique index refunds_live on refunds (line_id) where state in ('open', 'paid')",
  'create index refunds_of_line on refunds (line_id, id)',
  "create index refunds_open on refunds (id) where state = 'open'",

  // The payees of a refund, or of a withdrawal whose payee the bank has refused. They never change: a batch row refers
  // to its own.
  `create table payout_payees (
    id text primary key,
    paid_id text not null,
    account_name text not null,
    iban text not null,
    is_changed integer not null,
    reason text not null,
    given_by text not null,
    created_at_ms bigint not null
  )`,
  'create index payout_payees_of on payout_payees (paid_id, id)',
  'alter table payout_rows add column payee_id text',
  'create index payout_rows_of_line on payout_rows (line_id) where line_id is not null',
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS) await sql.raw(byBytes(statement)).execute(db);
}
