import { type InferResult, type SqlBool, sql } from 'kysely';
import { DAY_MS, dayNumber, formatDay } from '../../../src/kernel/time-zone.ts';
import type { BelievedGroup } from '../../../src/reconciliation/domain/account-days.ts';
import { balancesSince, type StatementBalances } from '../../../src/reconciliation/domain/day-balances.ts';
import type { LineGroup } from '../../../src/reconciliation/domain/line-parts.ts';
import type { AccountDaysQuery, FoundAccountDays } from '../../../src/reconciliation/read-store.ts';
import type { TransactionType } from '../../../src/transactions/domain/transaction.ts';
import { dayBetween } from '../../sql/days.ts';
import type { Database } from '../../tables.ts';
import { IS_MOVE, isMoveOn, MOVED_MINOR, movedOnAccount } from './moves.ts';

/** The day of a line: its booking day, or else its value day. An index contains this expression. */
export const LINE_DAY = sql<string>`coalesce(l.booking_date, l.value_date)`;

/** Leaves out lines of files that are being imported or were taken back. At most one such file has lines. */
export const IS_IMPORTED = sql<SqlBool>`l.statement_id not in (
  select st.id from statements as st join statement_files as sf on sf.id = st.file_id where sf.state = 'staging' and sf.staging_ends_at_ms is not null
)`;

/** The largest offset of a time zone from UTC. */
export const FARTHEST_MS = 14 * 60 * 60 * 1000;

/** Reads the facts from which the days of an account are computed, in one snapshot. */
export async function readAccountDays(db: Database, query: AccountDaysQuery): Promise<FoundAccountDays> {
  // In one snapshot: a match made between two reads would show in the lines, but not in what the service believes.
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (trx) => {
    const known = await findStatements(trx, query);
    const since = balancesSince(known, query);
    const statements = known.filter(({ lastDate }) => lastDate >= since);
    const lines = await sumLines(trx, { ...query, fromDate: since });
    const believed = await sumBelieved(trx, query);
    const scannedRows = [...lines, ...believed].reduce((sum, { count }) => sum + count, known.length);
    return { since, facts: { lines, statements, believed }, scannedRows };
  });
}

/** Finds the statements of the range, and of the time before it in which a balance is looked for, newest first. */
async function findStatements(db: Database, query: AccountDaysQuery): Promise<StatementBalances[]> {
  const rows = await selectBalances(db, query).where('s.account_id', '=', query.accountId).execute();
  return rows.map(balancesFromRow);
}

type BalancesQuery = Pick<AccountDaysQuery, 'currency' | 'earliestDate' | 'toDate'>;

/**
 * Selects the balances of final statements, newest first. Those of intraday reports are left out, since they are of any
 * time of the day. The caller adds the accounts.
 */
export function selectBalances(db: Database, { currency, earliestDate, toDate }: BalancesQuery) {
  return db
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select(['s.account_id', 's.first_date', 's.last_date', 's.opening_minor', 's.closing_minor'])
    .where('s.kind', '=', 'statement')
    .where((eb) => eb.or([eb('s.currency', 'is', null), eb('s.currency', '=', currency)]))
    .where('f.state', '=', 'imported')
    .where('s.last_date', '>=', earliestDate)
    .where('s.first_date', '<=', toDate)
    .orderBy('s.id', 'desc');
}

export function balancesFromRow(
  row: InferResult<ReturnType<typeof selectBalances>>[number],
): StatementBalances {
  return {
    firstDate: row.first_date ?? '',
    lastDate: row.last_date ?? '',
    openingMinor: row.opening_minor === null ? null : BigInt(row.opening_minor),
    closingMinor: row.closing_minor === null ? null : BigInt(row.closing_minor),
  };
}

/** The part of a line `l` with decision `d` that paid refunds or returned one. One debit can also pay withdrawals. */
const REFUND_MINOR = sql<number>`case when d.id is null or d.transaction_id is not null then 0
  when d.settles = 0 then l.amount_minor
  else l.amount_minor - (select coalesce(sum(t.amount_minor), 0) from payout_rows as r
    join transactions as t on t.id = r.transaction_id where r.line_id = l.id) end`;

/** Sums similar lines of imported statements by day. The caller adds which lines. */
export function selectLineGroups(db: Database, currency: string) {
  return db
    .selectFrom('statement_lines as l')
    .leftJoin('line_decisions as d', (join) =>
      join.onRef('d.id', '=', 'l.decision_id').on('l.state', '=', 'matched'),
    )
    .select(['l.direction', 'l.status', 'l.state'])
    .select((eb) => [
      LINE_DAY.as('date'),
      sql<number>`coalesce(d.settles, 0)`.as('pays'),
      sql<number>`case when l.currency = ${currency} then 1 else 0 end`.as('own'),
      eb.fn.countAll<number>().as('count'),
      // Text, since a sum can have more digits than a number holds.
      sql<string>`cast(sum(l.amount_minor) as text)`.as('sum'),
      sql<string>`cast(sum(${REFUND_MINOR}) as text)`.as('refunds'),
    ])
    .where(IS_IMPORTED)
    .groupBy(['date', 'l.direction', 'l.status', 'l.state', 'pays', 'own']);
}

type LineGroupRow = InferResult<ReturnType<typeof selectLineGroups>>[number];

export function lineGroupFromRow(row: LineGroupRow): LineGroup {
  const { date, direction, status, state, pays, own, count, sum, refunds } = row;
  return {
    date,
    direction,
    state,
    count,
    isBooked: status === 'booked',
    isPaying: pays === 1,
    isOwnCurrency: own === 1,
    sumMinor: BigInt(sum),
    refundMinor: BigInt(refunds),
  };
}

async function sumLines(
  db: Database,
  { accountId, currency, fromDate, toDate }: AccountDaysQuery,
): Promise<LineGroup[]> {
  const rows = await selectLineGroups(db, currency)
    .where(LINE_DAY, '>=', fromDate)
    .where(LINE_DAY, '<=', toDate)
    .where('l.account_id', '=', accountId)
    .execute();
  return rows.map(lineGroupFromRow);
}

interface BelievedRow {
  readonly day: number;
  readonly type: TransactionType;
  readonly count: number;
  readonly sum: string;
}

/**
 * Sums what became successful, and subtracts what ceased to be, by the days of the events. A deposit belongs to its
 * assigned account, a withdrawal to the account whose line paid it, and its reversal to the account whose line brought
 * it back. Events that were undone do not count.
 */
async function sumBelieved(
  db: Database,
  { accountId, currency, timeZone, fromDate, toDate }: AccountDaysQuery,
): Promise<BelievedGroup[]> {
  const [fromDay, toDay] = [dayNumber(fromDate), dayNumber(toDate)];
  const [fromMs, toMs] = [fromDay * DAY_MS - FARTHEST_MS, (toDay + 1) * DAY_MS + FARTHEST_MS];
  const dayOf = dayBetween(timeZone, fromMs, toMs);
  const moved = movedOnAccount({
    accountId,
    sinceMs: fromMs,
    columns: sql`id, client_id, type, bank_account_id`,
    and: sql`is_test = 0 and currency = ${currency}`,
  });
  const { rows } = await sql<BelievedRow>`
    select day, type, count(*) as count, cast(sum(change) as text) as sum
    from (
      select ${dayOf(sql.ref('e.occurred_at_ms'))} as day, t.type,
        ${MOVED_MINOR} as change
      from (${moved}) as t join events as e on e.transaction_id = t.id and e.client_id = t.client_id
      where e.occurred_at_ms >= ${fromMs}
        and e.occurred_at_ms < ${toMs}
        and ${IS_MOVE}
        and ${isMoveOn(accountId, 't')}
    ) as changes
    where day between ${fromDay} and ${toDay}
    group by day, type
  `.execute(db);
  return rows.map(({ day, type, count, sum }) => ({
    date: formatDay(Number(day)),
    type,
    count: Number(count),
    sumMinor: BigInt(sum),
  }));
}
