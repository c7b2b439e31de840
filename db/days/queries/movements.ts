import { sql } from 'kysely';
import type { FeesOfDay, Movement, MovementsQuery } from '../../../src/days/store.ts';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { DAY_MS, dayNumber, formatDay } from '../../../src/kernel/time-zone.ts';
import {
  FARTHEST_MS,
  LINE_DAY,
  lineGroupFromRow,
  selectLineGroups,
} from '../../reconciliation/queries/account-days.ts';
import { payingLines } from '../../reconciliation/queries/lines-of.ts';
import { IS_MOVE, MOVED_ACCOUNT } from '../../reconciliation/queries/moves.ts';
import { dayBetween } from '../../sql/days.ts';
import { isIn } from '../../sql/lists.ts';
import type { Database } from '../../tables.ts';

interface MovementRow {
  readonly event_id: string;
  readonly at_ms: number;
  readonly day: number;
  readonly to_status: string;
  readonly amount: number;
  readonly event_reference: string | null;
  readonly type: 'deposit' | 'withdrawal';
  readonly id: string;
  readonly process_id: string;
  readonly user_id: string;
  readonly reference: string | null;
  readonly account_name: string;
  readonly iban: string;
  readonly slug: string;
  readonly merchant: string;
  readonly account: string | null;
}

/** Reads a page of the money that moved in a range of days, in the order of time, with what the bank's lines say. */
export async function listMovements(
  db: Database,
  query: MovementsQuery,
): Promise<{ readonly movements: readonly Movement[]; readonly scannedRows: number }> {
  const rows = await selectMovements(db, query);
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  );
  const movements = rows.map((row) => movementFromRow(row, lines.get(row.id) ?? []));
  return { movements, scannedRows: rows.length };
}

async function selectMovements(db: Database, query: MovementsQuery): Promise<readonly MovementRow[]> {
  const { timeZone, currency, after, limit } = query;
  const [fromDay, toDay] = [dayNumber(query.fromDay), dayNumber(query.toDay)];
  const [fromMs, toMs] = [fromDay * DAY_MS - FARTHEST_MS, (toDay + 1) * DAY_MS + FARTHEST_MS];
  const day = dayBetween(timeZone, fromMs, toMs)(sql.ref('e.occurred_at_ms'));
  const isAfter = after
    ? sql`(e.occurred_at_ms, e.id) > (${after.atMs}, ${after.eventId})`
    : sql`e.occurred_at_ms >= ${fromMs}`;
  const { rows } = await sql<MovementRow>`
    select e.id as event_id, e.occurred_at_ms as at_ms, ${day} as day, e.to_status,
      e.final_amount_minor as amount, e.bank_reference as event_reference, t.type, t.id, t.process_id, t.user_id,
      t.reference, coalesce(y.account_name, t.account_name) as account_name, coalesce(y.iban, t.iban) as iban,
      c.app_key as slug, c.name as merchant, ${MOVED_ACCOUNT} as account
    from events as e
      join transactions as t on t.id = e.transaction_id and t.client_id = e.client_id
      join clients as c on c.id = t.client_id
      left join payout_payees as y on y.id = ${PAID_PAYEE}
    where ${isAfter} and e.occurred_at_ms < ${toMs} and ${IS_MOVE}
      and t.is_test = 0 and t.currency = ${currency} and ${day} between ${fromDay} and ${toDay}
    order by e.occurred_at_ms, e.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/**
 * The payee, named by the desk, whom a batch row has paid for the withdrawal t: that of a row with a line, or else the
 * newest.
 */
const PAID_PAYEE = sql`(
  select r.payee_id from payout_rows as r where r.transaction_id = t.id and r.state in ('in', 'paid', 'returned')
  order by case when r.line_id is null then 1 else 0 end, r.batch_id desc limit 1
)`;

interface LineRow {
  readonly transaction_id: string;
  readonly direction: 'credit' | 'debit';
  readonly counterparty_name: string | null;
  readonly ultimate_name: string | null;
  readonly counterparty_iban: string | null;
  readonly bank_reference: string | null;
  readonly end_to_end_id: string | null;
}

async function linesOf(
  db: Database,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LineRow[]>> {
  const paying = payingLines((transactionId) => isIn(transactionId, transactionIds));
  const { rows } = await sql<LineRow>`
    select p.transaction_id, l.direction, l.counterparty_name, l.ultimate_name, l.counterparty_iban,
      l.bank_reference, l.end_to_end_id
    from (${paying}) as p join statement_lines as l on l.id = p.line_id
    where l.state = 'matched'
    order by l.id
  `.execute(db);
  return groupBy(rows, (row) => row.transaction_id);
}

function movementFromRow(row: MovementRow, lines: readonly LineRow[]): Movement {
  const isPaid = row.to_status === 'successful';
  const isDeposit = row.type === 'deposit';
  // The bank shows a reversal as a line in the other direction.
  const line = lines.find(({ direction }) => direction === (isDeposit === isPaid ? 'credit' : 'debit'));
  const payer = lines.find(({ direction }) => direction === 'credit');
  return {
    eventId: row.event_id,
    atMs: Number(row.at_ms),
    day: formatDay(Number(row.day)),
    kind: isPaid ? 'paid' : 'reversed',
    type: row.type,
    amountMinor: Number(row.amount),
    merchant: { slug: row.slug, name: row.merchant },
    transactionId: row.id,
    processId: row.process_id,
    userId: row.user_id,
    reference: row.reference,
    bankReference: line?.bank_reference ?? line?.end_to_end_id ?? (isPaid ? row.event_reference : null),
    accountId: row.account,
    partyName: isDeposit ? (payer?.counterparty_name ?? payer?.ultimate_name ?? null) : row.account_name,
    partyIban: isDeposit ? (payer?.counterparty_iban ?? null) : row.iban,
  };
}

type FeesQuery = Pick<MovementsQuery, 'fromDay' | 'toDay' | 'currency'> & {
  readonly accountIds: readonly string[];
};

/** Sums the fees of the bank by day and account. */
export async function listFees(
  db: Database,
  { fromDay, toDay, currency, accountIds }: FeesQuery,
): Promise<{ readonly fees: readonly FeesOfDay[]; readonly scannedRows: number }> {
  const rows = await selectLineGroups(db, currency)
    .select('l.account_id')
    .groupBy('l.account_id')
    .where('l.account_id', 'in', [...accountIds])
    .where(LINE_DAY, '>=', fromDay)
    .where(LINE_DAY, '<=', toDay)
    .where('l.state', '=', 'fee')
    .where('l.status', '=', 'booked')
    .where('l.currency', '=', currency)
    .orderBy('date')
    .orderBy('l.account_id')
    .execute();
  const fees = new Map<string, FeesOfDay>();
  for (const row of rows) {
    const { date: day, direction, count, sumMinor } = lineGroupFromRow(row);
    const key = `${day} ${row.account_id}`;
    const known = fees.get(key) ?? { day, accountId: row.account_id, feesMinor: 0, count: 0 };
    const signed = Number(direction === 'debit' ? sumMinor : -sumMinor);
    fees.set(key, { ...known, feesMinor: known.feesMinor + signed, count: known.count + count });
  }
  const found = [...fees.values()];
  return { fees: found, scannedRows: found.reduce((sum, { count }) => sum + count, 0) };
}
