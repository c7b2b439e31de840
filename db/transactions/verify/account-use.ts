import { sql } from 'kysely';
import type { DisagreementOf } from '../../../src/maintenance/domain/disagreements.ts';
import type { FoundDisagreements } from '../../maintenance/verify/wrong-rows.ts';
import { type DayOf, readDayOf } from '../../sql/days.ts';
import type { Database } from '../../tables.ts';

/** The amount that each deposit counts on its account: the rule of `AccountUse` in src/banks/domain/bank.ts, in SQL. */
const deposits = (dayOf: DayOf) => sql`
  select bank_account_id as account_id,
    case when status = 'pending' then amount_minor else 0 end as pending_minor,
    case when status = 'successful' then ${dayOf(sql`updated_at_ms`)} end as paid_day,
    case when status = 'successful' then coalesce(final_amount_minor, amount_minor) end as paid_minor
  from transactions
  where type = 'deposit' and bank_account_id is not null
`;

interface Row {
  readonly id: string;
  readonly assigned_order: number;
  readonly pending_minor: number;
  readonly paid_day: number;
  readonly paid_minor: number;
  /** The sum of its pending deposits; null when no deposit was ever assigned to it. */
  readonly expected_pending: number | null;
  /** The last day on which one of its deposits was paid, if that is after `paid_day`; else `paid_day`. */
  readonly expected_day: number;
  readonly expected_paid: number;
}

type AccountKind = 'account-use' | 'account-order';

/**
 * Checks that each account counts its pending deposits and what was paid on its last day, and that it has a place in
 * the order of assignments if it was ever assigned, and only then. The places cannot be recomputed. The day may be
 * later than that of every payment: whatever was paid on it may have been reversed.
 */
export async function* checkAccountUse(db: Database): FoundDisagreements<AccountKind> {
  const { rows } = await sql<Row>`
    with deposits as materialized (
      select account_id, paid_day, sum(pending_minor) as pending_minor, sum(paid_minor) as paid_minor
      from (${deposits(await readDayOf(db))}) as counted
      group by account_id, paid_day
    ),
    uses as (
      select account_id, sum(pending_minor) as pending_minor, max(paid_day) as last_day
      from deposits
      group by account_id
    ),
    expected as (
      select a.*, uses.pending_minor as expected_pending,
        case when uses.last_day > a.paid_day then uses.last_day else a.paid_day end as expected_day
      from bank_accounts as a
      left join uses on uses.account_id = a.id
    )
    select e.id, e.assigned_order, e.pending_minor, e.paid_day, e.paid_minor, e.expected_pending, e.expected_day,
      coalesce(d.paid_minor, 0) as expected_paid
    from expected as e
    left join deposits as d on d.account_id = e.id and d.paid_day = e.expected_day
    where e.pending_minor <> coalesce(e.expected_pending, 0)
      or e.paid_day <> e.expected_day
      or e.paid_minor <> coalesce(d.paid_minor, 0)
      or (e.expected_pending is null and e.assigned_order <> 0)
      or (e.expected_pending is not null and e.assigned_order < 1)
    order by e.id
  `.execute(db);
  if (rows.length > 0) yield rows.flatMap(toDisagreements);
}

function toDisagreements(row: Row): DisagreementOf<AccountKind>[] {
  const stored = {
    pendingMinor: row.pending_minor,
    paidDay: row.paid_day,
    paidMinor: row.paid_minor,
    assignedOrder: row.assigned_order,
  };
  const expected = {
    pendingMinor: row.expected_pending ?? 0,
    paidDay: row.expected_day,
    paidMinor: row.expected_paid,
    // The lowest place: the account is assigned next, and then gets a right place.
    assignedOrder: row.expected_pending === null ? 0 : Math.max(1, row.assigned_order),
  };
  const kinds: AccountKind[] = [];
  if ((['pendingMinor', 'paidDay', 'paidMinor'] as const).some((part) => stored[part] !== expected[part]))
    kinds.push('account-use');
  if (stored.assignedOrder !== expected.assignedOrder) kinds.push('account-order');
  return kinds.map((kind) => ({ kind, accountId: row.id, stored, expected }));
}
