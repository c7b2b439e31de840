import { sql } from 'kysely';
import { leftOf, type RefundedLine } from '../../../src/payouts/domain/give-back.ts';
import type { DepositFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { findNamed } from '../../reconciliation/queries/match-transactions.ts';
import { isDeposit } from '../../reconciliation/rows/matched-transactions.ts';
import { compileForList } from '../../sql/compile-once.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { readDepositFacts } from '../../transactions/queries/deposit-facts.ts';

const selectRefunded = compileForList((db, references) =>
  db
    .selectFrom('line_references as n')
    .innerJoin('refunds as f', 'f.line_id', 'n.line_id')
    .innerJoin('statement_lines as l', 'l.id', 'n.line_id')
    .select(['n.reference', 'n.line_id', 'l.amount_minor', 'l.currency', 'f.amount_minor as refund_minor'])
    .where('n.reference', 'in', references)
    .where(sql<boolean>`f.state in ('open', 'paid')`)
    .orderBy('f.id')
    .forUpdate('f'),
);

/**
 * Finds the lines with refunds that name deposits, by the ids of these, and locks the refunds: deposits of one line that are
 * credited at once follow one another. The deposits are locked: see lockNamed.
 */
export async function findRefunded(
  trx: DatabaseTransaction,
  deposits: readonly Transaction[],
): Promise<ReadonlyMap<string, readonly RefundedLine[]>> {
  const ids = new Map(deposits.map(({ id }) => [id, id]));
  for (const one of deposits)
    if (one.type === 'deposit' && one.reference !== null) ids.set(one.reference, one.id);
  const lines = new Map<string, RefundedLine>();
  const found = new Map<string, Set<RefundedLine>>();
  for (const row of await selectRefunded(trx, [...ids.keys()])) {
    const { line_id: lineId, amount_minor: amountMinor, currency } = row;
    const line = lines.get(lineId) ?? { lineId, currency, amountMinor, leftMinor: 0 };
    if (!lines.has(lineId)) {
      line.leftMinor = leftOf(line, await findDepositsOf(trx, lineId)) - row.refund_minor;
      lines.set(lineId, line);
    }
    const id = ids.get(row.reference) ?? '';
    found.set(id, (found.get(id) ?? new Set()).add(line));
  }
  return new Map([...found].map(([id, named]) => [id, [...named]]));
}

/** Finds the deposits that a line names, by reference or by id. */
export async function findDepositsOf(db: Database, lineId: string): Promise<readonly DepositFacts[]> {
  const rows = await db
    .selectFrom('line_references')
    .select('reference')
    .where('line_id', '=', lineId)
    .execute();
  const names = rows.map(({ reference }) => reference);
  return readDepositFacts(db, (await findNamed(db, { references: names, ids: names })).filter(isDeposit));
}
