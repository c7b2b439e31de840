import { sql } from 'kysely';
import type { BankAccount } from '../../../src/domain/bank.ts';
import type { BankAccountsTable } from '../../rows/accounts.ts';
import { isPostgres } from '../../sql/is-postgres.ts';
import { valueRows } from '../../sql/list-statements.ts';
import type { DatabaseTransaction } from '../../tables.ts';

interface Assignments {
  /** The accounts that the group decided by. */
  readonly before: readonly BankAccount[];
  /** Those of them that it has assigned, after their assignments. */
  readonly after: readonly BankAccount[];
  /** The day by which their limits count. */
  readonly today: number;
}

/**
 * Counts the new deposits of a group on their accounts. On PostgreSQL other groups may have done so since the accounts
 * were read: the statement fails when a limit no longer allows what this one adds, and the command runs again.
 */
export async function assignAccounts(trx: DatabaseTransaction, assignments: Assignments): Promise<void> {
  if (assignments.after.length === 0) return;
  if (isPostgres(trx)) await addToAccounts(trx, assignments);
  else await setAccounts(trx, assignments.after);
}

type AssignedRow = Pick<BankAccountsTable, 'id' | 'assigned_order' | 'pending_minor'>;

async function setAccounts(trx: DatabaseTransaction, accounts: readonly BankAccount[]): Promise<void> {
  const rows = accounts.map(({ id, assignedOrder, pendingMinor }) => [id, assignedOrder, pendingMinor]);
  await trx
    .with('changed(id, assigned_order, pending_minor)', () =>
      valueRows<AssignedRow>(['text', 'bigint', 'bigint'], rows),
    )
    .updateTable('bank_accounts')
    .from('changed')
    .set((eb) => ({
      assigned_order: eb.ref('changed.assigned_order'),
      pending_minor: eb.ref('changed.pending_minor'),
    }))
    .whereRef('bank_accounts.id', '=', 'changed.id')
    .execute();
}

/** Locks the accounts in the order of their ids. */
async function addToAccounts(trx: DatabaseTransaction, { before, after, today }: Assignments): Promise<void> {
  const pendingBefore = new Map(before.map(({ id, pendingMinor }) => [id, pendingMinor]));
  const ids = after.map(({ id }) => id);
  await sql`
    with locked as materialized (
      select a.id from unnest(${ids}::text[]) as wanted (id) join bank_accounts as a on a.id = wanted.id
      order by a.id for no key update of a
    ),
    changed as (
      update bank_accounts as a
      set assigned_order = greatest(a.assigned_order, added.assigned_order),
        pending_minor = a.pending_minor + added.pending_minor
      from unnest(
        ${ids}::text[],
        ${after.map(({ assignedOrder }) => assignedOrder)}::bigint[],
        ${after.map(({ id, pendingMinor }) => pendingMinor - (pendingBefore.get(id) ?? 0))}::bigint[]
      ) as added (id, assigned_order, pending_minor), locked
      where a.id = added.id and locked.id = added.id and a.active = 1 and (
        a.daily_limit_minor is null
        or a.pending_minor + added.pending_minor + case when a.paid_day >= ${today}::bigint then a.paid_minor else 0 end
          <= a.daily_limit_minor
      )
      returning a.id
    )
    select run_again('an account allows no more') where (select count(*) from changed) < ${ids.length}::bigint
  `.execute(trx);
}
