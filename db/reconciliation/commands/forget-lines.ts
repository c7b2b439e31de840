import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { forgetRefundsOf } from '../../payouts/commands/refunds.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Locks the lines of transactions, in the order of their ids. */
export async function lockLinesOf(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  const ids = await findLinesOf(trx, transactionIds);
  if (ids.length === 0) return;
  await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Empties what lines of bank statements say about the people of transactions that they paid, or that they named and whose
 * money was given back, and what operators wrote about these lines, also in refunds that they had. Their keys, dates,
 * amounts and the bank's own numbers stay, so that the same lines of a later file are known.
 */
export async function forgetLines(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  const ids = await findLinesOf(trx, transactionIds);
  if (ids.length === 0) return;
  await trx
    .updateTable('statement_lines')
    .set({
      counterparty_name: null,
      ultimate_name: null,
      counterparty_iban: null,
      payer_folded: null,
      structured_reference: null,
      end_to_end_id: null,
      return_reason: null,
      remittance: '[]',
      raw: FORGOTTEN,
    })
    .where('id', 'in', ids)
    .execute();
  for (const column of ['note', 'undo_reason'] as const)
    await trx
      .updateTable('line_decisions')
      .set({ [column]: FORGOTTEN })
      .where('line_id', 'in', ids)
      .where(column, 'is not', null)
      .execute();
  // A near reference is quoted as the payer has typed it.
  await trx
    .updateTable('line_decisions')
    .set({ evidence: '[]', candidates: '[]' })
    .where('line_id', 'in', ids)
    .execute();
  await forgetRefundsOf(trx, ids);
}

/**
 * Finds the lines that paid transactions, those that name them and were given back, and those by which such money left or
 * came back. Money that is still on its way back needs its payer.
 */
async function findLinesOf(trx: DatabaseTransaction, transactionIds: readonly string[]): Promise<string[]> {
  const paying = trx.selectFrom('statement_lines').select('id').where('transaction_id', 'in', transactionIds);
  const givenBack = trx
    .selectFrom('line_references as n')
    .innerJoin('statement_lines as l', 'l.id', 'n.line_id')
    .select('l.id')
    .where('l.state', '=', 'given-back')
    .where((eb) =>
      eb.or([
        eb('n.reference', 'in', transactionIds),
        eb(
          'n.reference',
          'in',
          eb.selectFrom('transactions').select('reference').where('id', 'in', transactionIds),
        ),
      ]),
    );
  const found = (await paying.union(givenBack).execute()).map(({ id }) => id);
  if (found.length === 0) return [];
  const moving = await trx
    .selectFrom('refunds as f')
    .leftJoin('payout_rows as r', 'r.transaction_id', 'f.id')
    .select(['r.line_id as debit', 'f.return_line_id as credit'])
    .where('f.line_id', 'in', found)
    .execute();
  return [
    ...new Set([...found, ...moving.flatMap(({ debit, credit }) => [debit ?? [], credit ?? []].flat())]),
  ];
}
