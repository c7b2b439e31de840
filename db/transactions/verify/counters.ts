import { sql } from 'kysely';
import type { DisagreementOf } from '../../../src/maintenance/domain/disagreements.ts';
import { COUNTER_SUMS, type CounterSums } from '../../../src/transactions/domain/counters.ts';
import type { EndedKind, TransactionType } from '../../../src/transactions/domain/transaction.ts';
import type { FoundDisagreements } from '../../maintenance/verify/wrong-rows.ts';
import { readDayOf } from '../../sql/days.ts';
import type { Database } from '../../tables.ts';

type Expression = ReturnType<typeof sql>;

interface Row
  extends Readonly<Record<`stored_${keyof CounterSums}` | `expected_${keyof CounterSums}`, number>> {
  readonly day: number;
  readonly client_id: string;
  readonly bank_id: string;
  readonly type: TransactionType;
  readonly stored_rows: number;
}

function endedCounts() {
  const count = (kind: EndedKind) =>
    sql`sum(case when t.status = 'unsuccessful' and t.ended_as = ${sql.lit(kind)} then 1 else 0 end)`;
  return {
    expired_count: count('expired'),
    cancelled_count: count('cancelled'),
    rejected_count: count('rejected'),
    reversed_count: count('reversed'),
  };
}

/** The computation of each sum from transactions. The last two are computed from settle events. */
const OVER_TRANSACTIONS: Readonly<Record<keyof CounterSums, Expression>> = {
  created_count: sql`count(*)`,
  created_minor: sql`sum(t.amount_minor)`,
  successful_count: sql`sum(case when t.status = 'successful' then 1 else 0 end)`,
  successful_minor: sql`
    sum(case when t.status = 'successful' then coalesce(t.final_amount_minor, t.amount_minor) else 0 end)`,
  unsuccessful_count: sql`sum(case when t.status = 'unsuccessful' then 1 else 0 end)`,
  ...endedCounts(),
  settled_count: sql`0`,
  settling_ms: sql`0`,
};

const OVER_SETTLE_EVENTS: Partial<typeof OVER_TRANSACTIONS> = {
  settled_count: sql`count(*)`,
  settling_ms: sql`
    sum(case when e.occurred_at_ms > t.created_at_ms then e.occurred_at_ms - t.created_at_ms else 0 end)`,
};

/** Selects every sum of one side. */
function columns(side: 'stored' | 'expected', value: (sum: keyof CounterSums) => Expression) {
  return sql.join(COUNTER_SUMS.map((sum) => sql`${value(sum)} as ${sql.ref(`${side}_${sum}`)}`));
}

const zero = () => sql`0`;

const sums = sql.join(
  (['stored', 'expected'] as const).map((side) =>
    columns(side, (sum) => sql`sum(${sql.ref(`${side}_${sum}`)})`),
  ),
);

const differs = sql.join(
  COUNTER_SUMS.map((sum) => sql`sum(${sql.ref(`stored_${sum}`)}) <> sum(${sql.ref(`expected_${sum}`)})`),
  sql` or `,
);

/**
 * Checks that each row of counters is the sum over the transactions of its day, client, bank and type, and that the
 * rows are exactly those that have transactions. It yields one page: there are far fewer rows than transactions.
 */
export async function* checkCounters(db: Database): FoundDisagreements<'counters'> {
  const dayOf = await readDayOf(db);
  const key = sql`${dayOf(sql`t.created_at_ms`)} as day, t.client_id, t.bank_id, t.type`;
  const { rows } = await sql<Row>`
    select day, client_id, bank_id, type, sum(stored_rows) as stored_rows, ${sums}
    from (
      select day, client_id, bank_id, type, 1 as stored_rows,
        ${columns('stored', (sum) => sql.ref(sum))}, ${columns('expected', zero)}
      from transaction_counters
      union all
      select ${key}, 0, ${columns('stored', zero)}, ${columns('expected', (sum) => OVER_TRANSACTIONS[sum])}
      from transactions as t
      group by 1, 2, 3, 4
      union all
      select ${key}, 0, ${columns('stored', zero)}, ${columns('expected', (sum) => OVER_SETTLE_EVENTS[sum] ?? zero())}
      from events as e join transactions as t on t.id = e.transaction_id
      where e.kind = 'settle'
      group by 1, 2, 3, 4
    ) as both_sides
    group by day, client_id, bank_id, type
    having sum(stored_rows) = 0 or sum(expected_created_count) = 0 or ${differs}
    order by day, client_id, bank_id, type
  `.execute(db);
  if (rows.length > 0) yield rows.map(toDisagreement);
}

function toDisagreement(row: Row): DisagreementOf<'counters'> {
  return {
    kind: 'counters',
    day: row.day,
    clientId: row.client_id,
    bankId: row.bank_id,
    type: row.type,
    stored: row.stored_rows > 0 ? sumsOf(row, 'stored') : null,
    expected: row.expected_created_count > 0 ? sumsOf(row, 'expected') : null,
  };
}

function sumsOf(row: Row, side: 'stored' | 'expected'): CounterSums {
  const entries = COUNTER_SUMS.map((sum) => [sum, row[`${side}_${sum}`]]);
  return Object.fromEntries(entries) as CounterSums;
}
