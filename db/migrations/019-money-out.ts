import { type Kysely, type RawBuilder, sql } from 'kysely';
import { debitKindOf } from '../../src/domain/matching/line-reading.ts';

const PAGE_SIZE = 500;

interface DebitRow {
  readonly id: string;
  readonly remittance: string;
  readonly transaction_code: string | null;
  readonly return_reason: string | null;
  readonly is_reversal: 0 | 1;
  readonly counterparty_name: string | null;
  readonly counterparty_iban: string | null;
  readonly debit_kind: string | null;
}

/**
 * Stores of which kind money out is, and adds indexes for money out: so of very much of one amount
 * only as much is read as decides. The same on both engines.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table statement_lines add column debit_kind text').execute(db);
  await markDebits(db, sql`direction = 'debit'`);
  for (const statement of INDEXES) await sql.raw(statement).execute(db);
}

const INDEXES = [
  `create index statement_lines_returns on statement_lines (account_id, amount_minor, id)
    where debit_kind = 'return' and is_open = 1`,
  // A line without any date counts for all days.
  `create index statement_lines_out_amount on statement_lines
    (account_id, amount_minor, coalesce(booking_date, value_date, '9999-12-31')) where debit_kind <> 'fee'`,
];

/** Stores of which kind the money out of some lines is, where that is not stored yet. */
export async function markDebits(db: Kysely<never>, which: RawBuilder<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<DebitRow>`
      select id, remittance, transaction_code, return_reason, is_reversal,
        counterparty_name, counterparty_iban, debit_kind
      from statement_lines
      where id > ${after} and ${which} order by id limit ${PAGE_SIZE}
    `.execute(db);
    for (const row of rows) {
      const kind = kindOf(row);
      if (kind !== row.debit_kind)
        await sql`update statement_lines set debit_kind = ${kind} where id = ${row.id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

function kindOf(row: DebitRow): string | null {
  return debitKindOf({
    direction: 'debit',
    remittance: JSON.parse(row.remittance) as readonly string[],
    transactionCode: row.transaction_code,
    returnReason: row.return_reason,
    isReversal: row.is_reversal === 1,
    counterpartyName: row.counterparty_name,
    counterpartyIban: row.counterparty_iban,
  });
}
