import { sql } from 'kysely';
import type { CreationRequest } from '../../src/domain/creation.ts';
import type { GroupFacts } from '../../src/domain/creation-group.ts';
import { dayIn } from '../../src/domain/time-zone.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import { type TransactionsTable, transactionFromRow } from '../rows/transactions.ts';
import { isPostgres } from '../sql/is-postgres.ts';
import { compileByLength, padToPowerOfTwo } from '../sql/list-statements.ts';
import { inOneTrip } from '../sql/one-trip.ts';
import { findTakenReferences } from '../sql/transaction-keys.ts';
import type { Database, DatabaseTransaction } from '../tables.ts';
import { findAccounts, lockNearLimit } from './assignable-accounts.ts';
import { findBlacklistKeys } from './blacklist.ts';
import { countNearLimit, countOpenDeposits, type OpenDepositTerms } from './open-deposits.ts';
import { asReleased } from './released.ts';

/**
 * Reads the facts that decide a group of create requests, with one statement for each kind of fact.
 */
export async function readCreationFacts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  terms: OpenDepositTerms,
): Promise<CreationFacts> {
  const [, known, takenReferences, counted, blacklist, unlocked] = await inOneTrip(trx, [
    // Accounts are written before transactions.
    () => engineSqlOf(trx).joinWriters(trx),
    () => findKnown(trx, requests),
    () => findTaken(trx, requests),
    () => countOpenDeposits(trx, requests, terms),
    () =>
      findBlacklistKeys(
        trx,
        requests.map(({ draft }) => draft),
      ),
    () => findAccounts(trx, requests),
  ]);
  // The answer to a create shows what clients know. Few repeats find a transaction that has changed.
  const transactions = await asReleased(trx, known);
  const openDeposits = await countNearLimit(trx, requests, { ...terms, counted });
  const accounts = await lockNearLimit(trx, requests, {
    accounts: unlocked,
    today: dayIn(terms.timeZone, terms.nowMs),
  });
  return { transactions, takenReferences, openDeposits, blacklist, accounts };
}

/**
 * Finds what other groups have stored for these requests since the known transactions were read. On SQLite a command
 * has the database for itself.
 */
export async function findStoredMeanwhile(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  known: readonly Transaction[],
): Promise<Transaction[]> {
  if (requests.length === 0 || !isPostgres(trx)) return [];
  const knownIds = new Set(known.map(({ id }) => id));
  const stored = await asReleased(trx, await findKnown(trx, requests));
  return stored.filter(({ id }) => !knownIds.has(id));
}

interface CreationFacts extends GroupFacts {
  /** The references of the requests that belong to open deposits; undefined where indexes refuse these. */
  readonly takenReferences: ReadonlySet<string> | undefined;
}

async function findTaken(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<ReadonlySet<string> | undefined> {
  if (!isPostgres(trx)) return undefined;
  return findTakenReferences(
    trx,
    requests.flatMap(({ reference }) => reference ?? []),
  );
}

/** Finds the transactions with a processId of the requests, and the pending deposits of their users. */
async function findKnown(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<Transaction[]> {
  if (isPostgres(trx)) return findByKeys(trx, requests);
  return [...(await findByProcessIds(trx, requests)), ...(await findPendingDeposits(trx, requests))];
}

/** Finds the same as the two functions below, with one statement over the tables of keys. */
async function findByKeys(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<Transaction[]> {
  const deposits = requests.flatMap(({ draft }) => (draft.type === 'deposit' ? [draft] : []));
  const users = sql`unnest(
      ${deposits.map(({ clientId }) => clientId)}::text[], ${deposits.map(({ userId }) => userId)}::text[]
    ) as wanted (client_id, user_id)`;
  const { rows } = await sql<TransactionsTable>`
    select t.* from unnest(
      ${requests.map(({ draft }) => draft.clientId)}::text[],
      ${requests.map(({ draft }) => draft.processId)}::text[]
    ) as wanted (client_id, process_id)
    join process_ids as key on key.client_id = wanted.client_id and key.process_id = wanted.process_id
    join transactions as t on t.id = key.transaction_id and t.client_id = key.client_id
    union all
    select t.* from ${users}
    join pending_deposits as key on key.client_id = wanted.client_id and key.user_id = wanted.user_id
    join transactions as t on t.id = key.transaction_id and t.client_id = key.client_id
    union all
    select t.* from holds
    join transactions as t on t.id = holds.transaction_id and t.client_id = holds.client_id
    join ${users} on wanted.client_id = t.client_id and wanted.user_id = t.user_id
    where t.type = 'deposit' and t.status <> 'pending'`.execute(trx);
  return rows.map(transactionFromRow);
}

/** Selects from a table of pairs. A join with it looks each pair up in an index. */
function selectFromWanted(trx: Database, length: number) {
  const rows = Array.from({ length }, () => sql`(${null}, ${null})`);
  return trx
    .with(
      'wanted(client_id, key)',
      () => sql<{ readonly client_id: string; readonly key: string }>`(values ${sql.join(rows)})`,
    )
    .selectFrom('wanted');
}

const selectByProcessIds = compileByLength((trx, length) =>
  selectFromWanted(trx, length)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.process_id', '=', 'wanted.key'),
    )
    .selectAll('transactions'),
);

async function findByProcessIds(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<Transaction[]> {
  const wanted = requests.map(({ draft }) => [draft.clientId, draft.processId]);
  const { rows } = await selectByProcessIds(trx, padToPowerOfTwo(wanted));
  return rows.map(transactionFromRow);
}

/**
 * Selects the pending deposits of users, and those that may still be pending for everybody but the desk, because their
 * end is held back. The order of the second joins is fixed: mostly nothing is held back, and nothing is looked up then.
 */
const selectPendingDeposits = compileByLength((trx, length) =>
  selectFromWanted(trx, length)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.user_id', '=', 'wanted.key')
        // Literals, so that the planner uses the partial index of pending deposits.
        .on('transactions.type', '=', sql.lit('deposit'))
        .on('transactions.status', '=', sql.lit('pending')),
    )
    .selectAll('transactions')
    .unionAll(
      sql<TransactionsTable>`
        select transactions.* from holds cross join transactions cross join wanted
        where transactions.id = holds.transaction_id
          and wanted.client_id = transactions.client_id and wanted.key = transactions.user_id
          and transactions.type = 'deposit' and transactions.status <> 'pending'`,
    ),
);

async function findPendingDeposits(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<Transaction[]> {
  const wanted = requests.flatMap(({ draft }) =>
    draft.type === 'deposit' ? [[draft.clientId, draft.userId]] : [],
  );
  if (wanted.length === 0) return [];
  const { rows } = await selectPendingDeposits(trx, padToPowerOfTwo(wanted));
  return rows.map(transactionFromRow);
}
