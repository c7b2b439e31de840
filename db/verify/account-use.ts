import { sql } from 'kysely';
import { DAY_MS } from '../../src/domain/bank.ts';
import type { AccountDisagreement } from '../../src/domain/consistency.ts';
import type { Database } from '../tables.ts';

/**
 * The rule for the use of an account: every deposit that was assigned to it counts, with the requested amount, on
 * the UTC day of its creation, in any status. `assignAccount` in src/domain adds up the same.
 */
const USES = sql`
  select bank_account_id as account_id, created_at_ms / ${sql.lit(DAY_MS)} as day, sum(amount_minor) as minor
  from transactions
  where type = 'deposit' and bank_account_id is not null
  group by 1, 2
`;

interface Row {
  readonly id: string;
  readonly used_day: number;
  readonly used_minor: number;
  readonly assigned_order: number;
  /** The last day of use and its sum; null when there was none. */
  readonly last_day: number | null;
  readonly last_minor: number | null;
}

/**
 * Checks that each account counts the deposits of the last day on which one was assigned to it, and that it has a
 * place in the order of assignments if it was ever assigned, and only then. The places cannot be recomputed.
 */
export async function* checkAccountUse(db: Database): AsyncGenerator<readonly AccountDisagreement[]> {
  const { rows } = await sql<Row>`
    with uses as (${USES}), last_uses as (select account_id, max(day) as day from uses group by account_id)
    select a.id, a.used_day, a.used_minor, a.assigned_order, uses.day as last_day, uses.minor as last_minor
    from bank_accounts as a
    left join last_uses on last_uses.account_id = a.id
    left join uses on uses.account_id = a.id and uses.day = last_uses.day
    where (uses.day is null and (a.used_minor <> 0 or a.assigned_order <> 0))
      or (uses.day is not null and (a.used_day <> uses.day or a.used_minor <> uses.minor or a.assigned_order < 1))
    order by a.id
  `.execute(db);
  if (rows.length > 0) yield rows.flatMap(toDisagreements);
}

function toDisagreements(row: Row): AccountDisagreement[] {
  const stored = { usedDay: row.used_day, usedMinor: row.used_minor, assignedOrder: row.assigned_order };
  const expected = {
    usedDay: row.last_day ?? row.used_day,
    usedMinor: row.last_minor ?? 0,
    // The lowest place: the account is assigned next, and then gets a right place.
    assignedOrder: row.last_day === null ? 0 : Math.max(1, row.assigned_order),
  };
  const kinds: AccountDisagreement['kind'][] = [];
  if (stored.usedDay !== expected.usedDay || stored.usedMinor !== expected.usedMinor)
    kinds.push('account-use');
  if (stored.assignedOrder !== expected.assignedOrder) kinds.push('account-order');
  return kinds.map((kind) => ({ kind, accountId: row.id, stored, expected }));
}
