import { type Kysely, sql } from 'kysely';

/**
 * Says of each line whether the bank booked several payments in it without saying which, and keeps which later statements
 * contain a line that is stored already, and whether one of these is complete. Of the lines that wait, those are found
 * whose entry had several details. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table statement_lines add column is_collective integer not null default 0',
  'alter table statement_lines add column is_vouched integer not null default 0',
  // Each element has two tags, and lines of single details begin with their own.
  `update statement_lines set is_collective = 1
    where is_open = 1 and raw like '<%Ntry>%TxDtls>%TxDtls>%TxDtls>%'`,
  `create table line_sightings (
    line_id text not null references statement_lines (id),
    statement_id text not null references statements (id),
    primary key (line_id, statement_id)
  )`,
  'create index line_sightings_of_statement on line_sightings (statement_id)',
];
