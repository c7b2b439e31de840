import type { Payer } from '../../../src/transactions/desk-store.ts';
import { compileForList } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';

const selectPayers = compileForList((db, transactionIds) =>
  db
    .selectFrom('statement_lines')
    .select(['transaction_id', 'counterparty_name', 'ultimate_name', 'counterparty_iban'])
    .where('transaction_id', 'in', transactionIds)
    .where('direction', '=', 'credit')
    .orderBy('id', 'desc'),
);

/**
 * Finds the payers of deposits, as the bank printed them on the lines that paid the deposits or were noted as their
 * payment. Of several lines the first counts.
 */
export async function findPayers(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Payer>> {
  const rows = await selectPayers(db, transactionIds);
  return new Map(
    rows.map((row) => [
      row.transaction_id ?? '',
      { name: row.counterparty_name ?? row.ultimate_name, iban: row.counterparty_iban },
    ]),
  );
}
