import { sql } from 'kysely';
import { firstToLast } from '../../src/domain/apply-transition.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Database, DatabaseTransaction, TransactionCountersTable } from '../tables.ts';
import { isPostgres } from './is-postgres.ts';
import { inOneTrip } from './one-trip.ts';

/*
 * The part of the storage of transactions in which PostgreSQL differs. There, a partitioned table has no index that is
 * unique over all partitions, so tables of their own have the keys: the processIds, the pending deposit of a user and
 * the references of open deposits. Commands take locks in the order transactions, holds of tests, accounts, these keys,
 * counters, audit log, and within each of them in the order of its key.
 */

/** The key of the counters. */
export const COUNTER_KEY = ['day', 'client_id', 'bank_id', 'type'] as const;

/**
 * The columns of the unique index of counters. Many processes of PostgreSQL share the counters of a client: a
 * connection mostly has rows of its own, as the default of `shard` says, and readers add them up.
 */
export function counterKeyOf(trx: Database): readonly (keyof TransactionCountersTable)[] {
  return isPostgres(trx) ? [...COUNTER_KEY, 'shard' as never] : COUNTER_KEY;
}

/** Stores the keys of new transactions. @throws the error of a unique index when another command has one of them. */
export async function insertKeys(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  const byProcessId = [...transactions].sort(by(({ clientId, processId }) => [clientId, processId]));
  const processIds = sql`
    insert into process_ids (client_id, process_id, transaction_id)
    select * from unnest(
      ${byProcessId.map(({ clientId }) => clientId)}::text[],
      ${byProcessId.map(({ processId }) => processId)}::text[],
      ${byProcessId.map(({ id }) => id)}::text[])`;
  await inOneTrip(trx, [() => processIds.execute(trx), () => insertPendingKeys(trx, transactions)]);
}

/** Stores the keys that deposits have while they are pending. */
async function insertPendingKeys(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  const deposits = transactions.flatMap((one) => (one.type === 'deposit' ? [one] : []));
  if (deposits.length === 0) return;
  const byUser = [...deposits].sort(by(({ clientId, userId }) => [clientId, userId]));
  const users = sql`
    insert into pending_deposits (client_id, user_id, transaction_id)
    select * from unnest(
      ${byUser.map(({ clientId }) => clientId)}::text[],
      ${byUser.map(({ userId }) => userId)}::text[],
      ${byUser.map(({ id }) => id)}::text[])`;
  const referred = deposits.filter(({ reference }) => reference !== null);
  const byReference = referred.sort(by(({ reference }) => [reference ?? '']));
  const references = sql`
    insert into open_references (reference, client_id, transaction_id)
    select * from unnest(
      ${byReference.map(({ reference }) => reference)}::text[],
      ${byReference.map(({ clientId }) => clientId)}::text[],
      ${byReference.map(({ id }) => id)}::text[])`;
  await inOneTrip(trx, [
    () => users.execute(trx),
    ...(referred.length > 0 ? [() => references.execute(trx)] : []),
  ]);
}

/** Removes the keys of deposits that have ended, and stores those of deposits that an undo makes pending again. */
export async function moveKeys(
  trx: DatabaseTransaction,
  transitions: readonly { readonly before: Transaction; readonly after: Transaction }[],
): Promise<void> {
  if (!isPostgres(trx)) return;
  const isPending = ({ status }: Transaction) => status === 'pending';
  const moved = firstToLast(transitions).filter(
    ({ before, after }) => isPending(before) !== isPending(after),
  );
  const changed = moved.map(({ after }) => after);
  await removePendingKeys(
    trx,
    changed.filter((transaction) => !isPending(transaction)),
  );
  await insertPendingKeys(trx, changed.filter(isPending));
}

async function removePendingKeys(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  const deposits = transactions.flatMap((one) => (one.type === 'deposit' ? [one] : []));
  if (deposits.length === 0) return;
  const ids = deposits.map(({ id }) => id);
  const users = sql`
    delete from pending_deposits as key
    using unnest(
      ${deposits.map(({ clientId }) => clientId)}::text[],
      ${deposits.map(({ userId }) => userId)}::text[],
      ${ids}::text[]) as ended (client_id, user_id, id)
    where key.client_id = ended.client_id and key.user_id = ended.user_id
      and key.transaction_id = ended.id`;
  const references = sql`
    delete from open_references as key
    using unnest(${deposits.map(({ reference }) => reference)}::text[], ${ids}::text[]) as ended (reference, id)
    where key.reference = ended.reference and key.transaction_id = ended.id`;
  await inOneTrip(trx, [() => users.execute(trx), () => references.execute(trx)]);
}

/** Finds which of the references belong to open deposits. */
export async function findTakenReferences(
  trx: DatabaseTransaction,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  const { rows } = await sql<{ readonly reference: string }>`
    select key.reference from unnest(${references}::text[]) as wanted (reference)
    join open_references as key on key.reference = wanted.reference`.execute(trx);
  return new Set(rows.map(({ reference }) => reference));
}

/** Compares by parts, in the order of the bytes of the keys. */
function by<T>(partsOf: (item: T) => readonly string[]): (a: T, b: T) => number {
  return (a, b) => {
    const others = partsOf(b);
    for (const [index, part] of partsOf(a).entries()) {
      const other = others[index] ?? '';
      if (part !== other) return part < other ? -1 : 1;
    }
    return 0;
  };
}
