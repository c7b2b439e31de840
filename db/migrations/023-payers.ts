import { type Kysely, sql } from 'kysely';
import { foldPayer } from '../rows/statement-lines.ts';
import { isPostgres } from '../sql/is-postgres.ts';

const PAGE_SIZE = 500;

interface NameRow {
  readonly id: string;
  readonly counterparty_name: string | null;
  readonly ultimate_name: string | null;
}

/**
 * Lets the desk search deposits by who paid them: the names of payers on lines as the search compares them, null where
 * `lower` gives the same, and an index by the end of their IBANs.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table statement_lines add column payer_folded text`.execute(db);
  const last = isPostgres(db) ? sql`right(counterparty_iban, 4)` : sql`substr(counterparty_iban, -4)`;
  await sql`
    create index statement_lines_payer_end on statement_lines ((${last}))
    where transaction_id is not null and direction = 'credit'
  `.execute(db);
  for (let after = ''; ; ) {
    const { rows } = await sql<NameRow>`
      select id, counterparty_name, ultimate_name from statement_lines
      where id > ${after} and direction = 'credit'
        and octet_length(coalesce(counterparty_name, ultimate_name)) <> length(coalesce(counterparty_name, ultimate_name))
      order by id limit ${PAGE_SIZE}
    `.execute(db);
    for (const row of rows)
      await sql`update statement_lines set payer_folded = ${foldPayer(row)} where id = ${row.id}`.execute(db);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE_SIZE) break;
    after = end.id;
  }
  if (isPostgres(db)) return;
  // What the planner knows of an index is chosen, not counted: see 021.
  await sql`
    insert into sqlite_stat1 (tbl, idx, stat) values ('statement_lines', 'statement_lines_payer_end', '500000 100')
  `.execute(db);
  await sql`analyze sqlite_schema`.execute(db);
}
