import { shortReference } from '../../../src/transactions/domain/reference.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { compileForList } from '../../sql/compile-once.ts';
import type { Database } from '../../tables.ts';

const selectGivenBack = compileForList((db, references) =>
  db
    .selectFrom('line_references as n')
    .innerJoin('refunds as f', 'f.line_id', 'n.line_id')
    .innerJoin('line_references as o', 'o.line_id', 'n.line_id')
    .select(['n.reference', 'n.line_id', 'o.reference as other'])
    .where('n.reference', 'in', references)
    .where('f.state', 'in', ['open', 'paid']),
);

/**
 * Finds the lines that name one of these transactions and whose money was given back, or is going to be, by its id. A line
 * that names others too does not say which of them its money was for.
 */
export async function findGivenBack(
  db: Database,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(transactions.map(({ id }) => [id, id]));
  for (const one of transactions)
    if (one.type === 'deposit' && one.reference !== null) ids.set(one.reference, one.id);
  const rows = await selectGivenBack(db, [...ids.keys()]);
  // A line names a reference also in its other form, with RF or without.
  const unclear = new Set(
    rows.flatMap((row) => (shortReference(row.other) === shortReference(row.reference) ? [] : [row.line_id])),
  );
  return new Map(
    rows.filter((row) => !unclear.has(row.line_id)).map((row) => [ids.get(row.reference) ?? '', row.line_id]),
  );
}
