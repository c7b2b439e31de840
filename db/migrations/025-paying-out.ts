import { type Kysely, sql } from 'kysely';
import { type BlacklistKind, keyOfEntry } from '../../src/domain/blacklist.ts';

interface EntryRow {
  readonly id: string;
  readonly kind: BlacklistKind;
  readonly value: string;
  readonly client_id: string;
}

/**
 * Keeps from which account a withdrawal was paid and the bank's number of the transfer, and when it was handed to the
 * bank. Entries of the blacklist get the key by which they are compared, and transactions can be cleared of them. Of
 * entries that are the same by their keys the oldest stays. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(db);
  const { rows } = await sql<EntryRow>`select id, kind, value, client_id from blacklist order by id`.execute(
    db,
  );
  const known = new Set<string>();
  for (const { id, kind, value, client_id } of rows) {
    const key = keyOfEntry(kind, value);
    const entry = JSON.stringify([client_id, kind, key]);
    if (known.has(entry)) await sql`delete from blacklist where id = ${id}`.execute(db);
    else await sql`update blacklist set key = ${key} where id = ${id}`.execute(db);
    known.add(entry);
  }
  for (const statement of TABLES) await sql.raw(statement).execute(db);
}

const COLUMNS = [
  'alter table events add column paid_from_account_id text',
  'alter table events add column bank_reference text',
  'alter table transactions add column sent_to_bank_at_ms bigint',
  "alter table blacklist add column key text default '' not null",
];

const TABLES = [
  'drop index blacklist_entry',
  'create unique index blacklist_entry on blacklist (key, kind, client_id)',
  `create table blacklist_clearances (
    transaction_id text not null,
    entry_id text not null,
    cleared_by text not null,
    cleared_at_ms bigint not null,
    primary key (transaction_id, entry_id)
  )`,
  'create index blacklist_clearances_of_entry on blacklist_clearances (entry_id)',
];
