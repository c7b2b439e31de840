import type { Payee, Refund } from '../../../src/payouts/domain/refund.ts';
import type { Database } from '../../tables.ts';
import { refundFromRow } from '../rows.ts';

/** How many refunds of one line are listed. */
const MAX_REFUNDS = 5;

/** Selects refunds `f` with the line `l` whose money they give back. */
function selectRefunds(db: Database) {
  return db
    .selectFrom('refunds as f')
    .innerJoin('statement_lines as l', 'l.id', 'f.line_id')
    .selectAll('f')
    .select(['l.account_id', 'l.currency']);
}

type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>['executeTakeFirstOrThrow']>>;

function refundOf(row: RefundRow): Refund {
  return { ...refundFromRow(row), accountId: row.account_id, currency: row.currency };
}

/** Finds refunds by their ids. */
export async function findRefunds(db: Database, ids: readonly string[]): Promise<Refund[]> {
  if (ids.length === 0) return [];
  return (await selectRefunds(db).where('f.id', 'in', ids).execute()).map(refundOf);
}

/** Lists the last refunds of a line, newest first. */
export async function findRefundsOfLine(db: Database, lineId: string): Promise<Refund[]> {
  const rows = await selectRefunds(db)
    .where('f.line_id', '=', lineId)
    .orderBy('f.id', 'desc')
    .limit(MAX_REFUNDS)
    .execute();
  return rows.map(refundOf);
}

/** A payee with its id, which rows of batches refer to. */
export interface StoredPayee extends Payee {
  readonly id: string;
}

/** Finds the last payee that the desk has named for each of some withdrawals or refunds. */
export async function findPayees(
  db: Database,
  paidIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPayee>> {
  if (paidIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payout_payees')
    .select(['id', 'paid_id', 'account_name', 'iban', 'is_changed'])
    .where('paid_id', 'in', paidIds)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.paid_id,
      { id: row.id, accountName: row.account_name, iban: row.iban, isChanged: row.is_changed === 1 },
    ]),
  );
}
