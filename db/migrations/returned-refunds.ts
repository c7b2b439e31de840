import { type Kysely, sql } from 'kysely';
import { schemaDialectOf } from '../engines/schema-dialect.ts';

/** A refund that came back names the line of its credit. For earlier ones, that line names the batch row. */
const STATEMENTS: readonly string[] = [
  'alter table refunds add column return_line_id text',
  // A debit without an id is compared with the refunds of its amount.
  'create index refunds_of_amount on refunds (amount_minor, state)',
  'create index refunds_returned_by on refunds (return_line_id) where return_line_id is not null',
  `update refunds set return_line_id = (
    select max(l.id) from payout_rows as r
      join line_references as n on n.reference = r.end_to_end_id
      join statement_lines as l on l.id = n.line_id
      join line_decisions as d on d.id = l.decision_id
    where r.transaction_id = refunds.id and r.state = 'returned' and d.rule = 'payout-returned'
      and l.state = 'matched' and l.direction = 'credit'
  ) where state = 'returned'`,
];

export async function up(db: Kysely<never>): Promise<void> {
  const { byBytes } = schemaDialectOf(db);
  for (const statement of STATEMENTS) await sql.raw(byBytes(statement)).execute(db);
}
