import { type Expression, sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { PENDING_MARK, twinKeysOf } from '../../../src/reconciliation/domain/line-key.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import type { Database } from '../../tables.ts';
import { lineFromRow, type StatementLinesTable } from '../rows/statement-lines.ts';
import { keyChunks } from './lines-to-match.ts';

type Condition = Expression<unknown>;
/** A condition on the id of a transaction. */
type IsWanted = (transactionId: Condition) => Condition;

/**
 * Selects `transaction_id` and `line_id` of the lines that paid transactions or were noted as their payment: one debit can
 * stand for many rows of a batch.
 */
export function payingLines(isWanted: IsWanted): Condition {
  return sql`select transaction_id, id as line_id from statement_lines where ${isWanted(sql`transaction_id`)}
    union select transaction_id, line_id from payout_rows
    where line_id is not null and ${isWanted(sql`transaction_id`)}`;
}

/**
 * Selects `transaction_id` and `line_id` of the lines that are about the people of transactions: lines that paid, lines
 * that announced those on the same day, and lines that need no decision any more, name the transaction and paid no
 * other. Lines whose money is still to go back are left out, because their payer is needed.
 */
export function linesOf(isWanted: IsWanted): Condition {
  return sql`${payingLines(isWanted)}
    union select p.transaction_id, a.id from (${payingLines(isWanted)}) as p
      join statement_lines as l on l.id = p.line_id
      join statement_lines as a on a.account_id = l.account_id and a.line_key = ${PENDING_MARK} || l.line_key
    where a.state = 'replaced'
    union select g.id, l.id from transactions as g
      join line_references as n on n.reference in (g.id, g.reference)
      join statement_lines as l on l.id = n.line_id
    where ${isWanted(sql`g.id`)} and l.is_open = 0 and l.state <> 'giving-back' and l.transaction_id is null`;
}

/** Finds the lines that announced booked ones on any day. A forgotten line is recognized only on its own day. */
export async function findAnnouncing(db: Database, lineIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('statement_lines')
    .selectAll()
    .where('id', 'in', lineIds)
    .where('status', '=', 'booked')
    .where('raw', '<>', FORGOTTEN)
    .execute();
  const found: string[] = [];
  for (const [accountId, booked] of groupBy(rows, (row) => row.account_id))
    for (const keys of keyChunks(booked.flatMap(announcingKeysOf))) {
      const announcing = await db
        .selectFrom('statement_lines')
        .select('id')
        .where('account_id', '=', accountId)
        .where('line_key', 'in', keys)
        .where('state', '=', 'replaced')
        .execute();
      found.push(...announcing.map(({ id }) => id));
    }
  return found;
}

function announcingKeysOf(row: StatementLinesTable): readonly string[] {
  const { sameDay, otherDays } = twinKeysOf({ key: row.line_key, line: lineFromRow(row) });
  return [sameDay, ...otherDays];
}
