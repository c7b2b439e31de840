import { type SqlBool, sql } from 'kysely';
import type { DayFacts, DayFactsQuery } from '../../../src/days/store.ts';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { DAY_MS, dayNumber } from '../../../src/kernel/time-zone.ts';
import { balancesSince } from '../../../src/reconciliation/domain/day-balances.ts';
import type { TransactionType } from '../../../src/transactions/domain/transaction.ts';
import {
  balancesFromRow,
  FARTHEST_MS,
  LINE_DAY,
  lineGroupFromRow,
  selectBalances,
  selectLineGroups,
} from '../../reconciliation/queries/account-days.ts';
import { IS_MOVE, MOVED_ACCOUNT, MOVED_MINOR } from '../../reconciliation/queries/moves.ts';
import { dayBetween } from '../../sql/days.ts';
import { rowsOf } from '../../sql/functions.ts';
import type { Database } from '../../tables.ts';

/** Reads the facts from which the figures of a day are computed, for all accounts in one snapshot. */
export async function readDay(db: Database, query: DayFactsQuery): Promise<DayFacts> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (trx) => {
    const { day, accountIds, earliestDate } = query;
    const statements = await findStatements(trx, query);
    const sinces = accountIds.map((accountId) => {
      const known = statements.get(accountId) ?? [];
      return { accountId, since: balancesSince(known, { fromDate: day, earliestDate }) };
    });
    const lines = await sumLines(trx, { ...query, sinces });
    const believed = await sumBelieved(trx, query);
    const foreign = await findForeign(trx, query);
    const accounts = sinces.map(({ accountId, since }) => ({
      accountId,
      since,
      hasForeignStatement: foreign.has(accountId),
      facts: {
        lines: lines.get(accountId) ?? [],
        statements: (statements.get(accountId) ?? []).filter(({ lastDate }) => lastDate >= since),
        believed: believed.get(accountId) ?? [],
      },
    }));
    const unassigned = (believed.get('') ?? []).map(({ count, sumMinor }) => ({ count, sumMinor }));
    const counted = [...lines.values(), ...believed.values()].flat();
    const known = [...statements.values()].flat();
    const scannedRows = counted.reduce((sum, { count }) => sum + count, known.length);
    return { accounts, unassigned, scannedRows };
  });
}

async function findStatements(db: Database, { day, accountIds, ...query }: DayFactsQuery) {
  const rows = await selectBalances(db, { ...query, toDate: day })
    .where('s.account_id', 'in', [...accountIds])
    .execute();
  const found = rows.map((row) => ({ accountId: row.account_id, ...balancesFromRow(row) }));
  return groupBy(found, ({ accountId }) => accountId);
}

/** The accounts that have a final statement in another currency for the day. */
async function findForeign(db: Database, query: DayFactsQuery): Promise<ReadonlySet<string>> {
  const { day, accountIds, currency } = query;
  const rows = await db
    .selectFrom('statements as s')
    .innerJoin('statement_files as f', 'f.id', 's.file_id')
    .select('s.account_id')
    .distinct()
    .where('s.account_id', 'in', [...accountIds])
    .where('s.kind', '=', 'statement')
    .where('s.currency', '!=', currency)
    .where('f.state', '=', 'imported')
    .where('s.first_date', '<=', day)
    .where('s.last_date', '>=', day)
    .execute();
  return new Set(rows.map((row) => row.account_id ?? ''));
}

interface BalanceStart {
  readonly accountId: string;
  /** The day from which the balances are carried. */
  readonly since: string;
}

async function sumLines(
  db: Database,
  { day, currency, sinces }: DayFactsQuery & { readonly sinces: readonly BalanceStart[] },
) {
  const wanted = rowsOf<{ readonly account: string; readonly since: string }>(
    { account: 'text', since: 'text' },
    sinces.map(({ accountId, since }) => [accountId, since]),
  );
  const rows = await selectLineGroups(db, currency)
    .innerJoin(wanted.as('w'), 'w.account', 'l.account_id')
    .select('l.account_id')
    .groupBy('l.account_id')
    // Without an affinity: SQLite uses the index of an expression only if the compared value has none either.
    .where(sql<SqlBool>`${LINE_DAY} >= (w.since || '')`)
    .where(LINE_DAY, '<=', day)
    .execute();
  const groups = rows.map((row) => ({ accountId: row.account_id, ...lineGroupFromRow(row) }));
  return groupBy(groups, ({ accountId }) => accountId);
}

interface BelievedRow {
  readonly account: string | null;
  readonly type: TransactionType;
  readonly count: number;
  readonly sum: string;
}

/** Sums the money that moved on the day according to the service, by account; without one, under ''. */
async function sumBelieved(db: Database, { day, currency, timeZone }: DayFactsQuery) {
  const number = dayNumber(day);
  const [fromMs, toMs] = [number * DAY_MS - FARTHEST_MS, (number + 1) * DAY_MS + FARTHEST_MS];
  const dayOf = dayBetween(timeZone, fromMs, toMs);
  const { rows } = await sql<BelievedRow>`
    select account, type, count(*) as count, cast(sum(change) as text) as sum
    from (
      select ${MOVED_ACCOUNT} as account, t.type,
        ${MOVED_MINOR} as change
      from events as e
        join transactions as t on t.id = e.transaction_id and t.client_id = e.client_id
      where e.occurred_at_ms >= ${fromMs} and e.occurred_at_ms < ${toMs} and ${IS_MOVE}
        and t.is_test = 0 and t.currency = ${currency}
        and ${dayOf(sql.ref('e.occurred_at_ms'))} = ${number}
    ) as changes
    group by account, type
  `.execute(db);
  const groups = rows.map(({ account, type, count, sum }) => ({
    accountId: account ?? '',
    date: day,
    type,
    count: Number(count),
    sumMinor: BigInt(sum),
  }));
  return groupBy(groups, ({ accountId }) => accountId);
}
