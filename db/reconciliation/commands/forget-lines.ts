import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { selectGivenBack } from '../../admin/queries/personal-data.ts';
import { forgetRefundsOf } from '../../payouts/commands/refunds.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/**
 * Locks the lines of transactions, in the order of their ids: those by which refunds went or came back before the others, as
 * decisions about such a line lock it before the one whose money the refund gives back.
 * @returns their ids.
 */
export async function lockLinesOf(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { own, moving } = await findLinesOf(trx, transactionIds);
  for (const ids of [moving, own])
    if (ids.length > 0)
      await trx
        .selectFrom('statement_lines')
        .select('id')
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute();
  return new Set([...moving, ...own]);
}

/**
 * Empties what lines of bank statements say about the people of transactions that they paid, or that they named and whose
 * money was given back, and what operators wrote about these lines, also in refunds that they had. Their keys, dates,
 * amounts and the bank's own numbers stay, so that the same lines of a later file are known.
 * @param locked a line that is none of them became theirs since: it still names them, for the next time.
 */
export async function forgetLines(
  trx: DatabaseTransaction,
  transactionIds: readonly string[],
  locked: ReadonlySet<string>,
): Promise<void> {
  const { own, moving } = await findLinesOf(trx, transactionIds);
  const ids = [...own, ...moving].filter((id) => locked.has(id));
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

interface LinesOf {
  /** Those that paid transactions, and those that name them and were given back. */
  readonly own: readonly string[];
  /** Those by which money of the others left or came back. */
  readonly moving: readonly string[];
}

/** Finds the lines of transactions. Money that is still on its way back needs its payer. */
async function findLinesOf(trx: DatabaseTransaction, transactionIds: readonly string[]): Promise<LinesOf> {
  const paying = trx.selectFrom('statement_lines').select('id').where('transaction_id', 'in', transactionIds);
  const givenBack = selectGivenBack().where('g.id', 'in', transactionIds);
  const own = (await paying.union(givenBack).execute()).map(({ id }) => id);
  if (own.length === 0) return { own, moving: [] };
  const refunds = await trx
    .selectFrom('refunds as f')
    .leftJoin('payout_rows as r', 'r.transaction_id', 'f.id')
    .select(['r.line_id as debit', 'f.return_line_id as credit'])
    .where('f.line_id', 'in', own)
    .execute();
  const moving = new Set(refunds.flatMap(({ debit, credit }) => [debit ?? [], credit ?? []].flat()));
  return { own, moving: [...moving].filter((id) => !own.includes(id)) };
}
