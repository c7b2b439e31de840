import { sql } from 'kysely';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { forgetRefundsOf } from '../../payouts/commands/refunds.ts';
import { isIn } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findAnnouncing, linesOf } from '../queries/lines-of.ts';

/**
 * Locks the lines of transactions, in the order of their ids. Lines that paid or returned refunds come first, because a
 * decision about such a line locks it before the line whose money the refund gives back.
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
 * Empties what the lines of transactions say about people, and what operators wrote about these lines and their
 * refunds. Their keys, dates, amounts and the bank's own numbers stay, so that the same lines of a later file are
 * recognized.
 * @param locked the lines to empty. A line that came to belong to the transactions later keeps its names until the next
 * time.
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
  // A near reference quotes what the payer has typed.
  await trx
    .updateTable('line_decisions')
    .set({ evidence: '[]', candidates: '[]' })
    .where('line_id', 'in', ids)
    .execute();
  await forgetRefundsOf(trx, ids);
}

interface LinesOf {
  /** The lines about the people of the transactions. */
  readonly own: readonly string[];
  /** The lines with which money of any of the others left or came back. */
  readonly moving: readonly string[];
}

async function findLinesOf(trx: DatabaseTransaction, transactionIds: readonly string[]): Promise<LinesOf> {
  const { rows } = await sql<{ readonly id: string }>`
    select distinct line_id as id from (${linesOf((id) => isIn(id, transactionIds))}) as own`.execute(trx);
  const found = rows.map(({ id }) => id);
  if (found.length === 0) return { own: [], moving: [] };
  const refunds = await trx
    .selectFrom('refunds as f')
    .leftJoin('payout_rows as r', 'r.transaction_id', 'f.id')
    .select(['r.line_id as debit', 'f.return_line_id as credit'])
    .where('f.line_id', 'in', found)
    .execute();
  const moving = new Set(refunds.flatMap(({ debit, credit }) => [debit ?? [], credit ?? []].flat()));
  const own = [...found, ...(await findAnnouncing(trx, [...found, ...moving]))];
  return { own: own.filter((id) => !moving.has(id)), moving: [...moving] };
}
