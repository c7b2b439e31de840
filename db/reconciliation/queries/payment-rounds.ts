import { sql } from 'kysely';
import {
  MAX_CONFIRMED_TOGETHER,
  type MatchOfRound,
} from '../../../src/reconciliation/domain/payment-rounds.ts';
import type { Database } from '../../tables.ts';

/** Finds the matches, not undone, of lines that have paid transactions and of debits that have returned deposits. */
export async function findRounds(db: Database, transactionIds: readonly string[]): Promise<MatchOfRound[]> {
  return [...(await findPaid(db, transactionIds)), ...(await findReturned(db, transactionIds))];
}

/** Finds the matches, not undone, of lines that have paid transactions. */
export async function findPaid(db: Database, transactionIds: readonly string[]): Promise<MatchOfRound[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('line_decisions')
    .select(['transaction_id', 'line_id as lineId', 'part'])
    .where('transaction_id', 'in', transactionIds)
    // Literals, so that the planner uses the partial index.
    .where('settles', '=', sql.lit(1))
    .where('undone_at_ms', 'is', null)
    .execute();
  return rows.map(({ transaction_id: id, ...row }) => ({ ...row, transactionId: id ?? '', pays: true }));
}

/** The match of a debit that has returned a deposit, with the day on which the bank booked it. */
export type ReturnOfRound = MatchOfRound & { readonly day: string | null };

/** Finds the matches, not undone, of debits that have returned deposits. */
export async function findReturned(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReturnOfRound[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('statement_lines as l')
    .innerJoin('line_decisions as d', 'd.id', 'l.decision_id')
    .select(['l.transaction_id', 'l.id as lineId', 'd.part'])
    .select((eb) => eb.fn.coalesce('l.booking_date', 'l.value_date').as('day'))
    .where('l.transaction_id', 'in', transactionIds)
    .where('l.direction', '=', 'debit')
    .where('l.state', '=', 'matched')
    .where('d.settles', '=', 0)
    .execute();
  return rows.map(({ transaction_id: id, ...row }) => ({ ...row, transactionId: id ?? '', pays: false }));
}

/** How many parts a round has. */
export const PARTS = sql.lit(MAX_CONFIRMED_TOGETHER);

/** Whether the matched debit `l` has returned a deposit in a round that no line paid: see unnamedReturns. */
export const RETURNS_UNNAMED = sql<boolean>`exists (
  select 1 from line_decisions as r where r.id = l.decision_id and r.settles = 0 and r.transaction_id is not null
    and not exists (
      select 1 from line_decisions as p
      where p.transaction_id = r.transaction_id and p.settles = 1 and p.undone_at_ms is null
        and p.part / ${PARTS} = r.part / ${PARTS}))`;
