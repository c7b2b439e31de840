import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { forgetRefundsOf } from '../../payouts/commands/refunds.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** Locks the lines that paid transactions, in the order of their ids. */
export async function lockLinesOf(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  await linesOf(trx, transactionIds).orderBy('id').forUpdate().execute();
}

/**
 * Empties what lines of bank statements say about the people of transactions that they paid, and what operators wrote
 * about these lines, also in refunds that they had. Their keys, dates, amounts and the bank's own numbers stay, so that the same lines of a later file
 * are known.
 */
export async function forgetLines(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<void> {
  const rows = await linesOf(trx, transactionIds).execute();
  const ids = rows.map((row) => row.id);
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

function linesOf(trx: DatabaseTransaction, transactionIds: readonly string[]) {
  return trx.selectFrom('statement_lines').select('id').where('transaction_id', 'in', transactionIds);
}
