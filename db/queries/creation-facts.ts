import { sql } from 'kysely';
import type { BankAccount } from '../../src/domain/bank.ts';
import { blacklistKeys, type CreationRequest } from '../../src/domain/creation.ts';
import type { BlacklistKey, GroupFacts } from '../../src/domain/creation-group.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { compileByLength, padToPowerOfTwo } from '../list-statements.ts';
import { accountFromRow } from '../rows/accounts.ts';
import { type TransactionsTable, transactionFromRow } from '../rows/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { countOpenDeposits, type OpenDepositTerms } from './open-deposits.ts';
import { asReleased } from './released.ts';

/** Reads the facts that decide a group of create requests, with one statement for each kind of fact. */
export async function readCreationFacts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  terms: OpenDepositTerms,
): Promise<GroupFacts> {
  const sameProcess = await findByProcessIds(trx, requests);
  const pending = await findPendingDeposits(trx, requests);
  return {
    // The answer to a create shows what clients know. Few repeats find a transaction that has changed.
    transactions: await asReleased(trx, [...sameProcess, ...pending]),
    openDeposits: await countOpenDeposits(trx, requests, terms),
    blacklist: await findBlacklisted(trx, requests),
    accounts: await findAccounts(trx, requests),
  };
}

/** Selects from a table of pairs. A join with it looks each pair up in an index. */
function selectFromWanted(trx: DatabaseTransaction, length: number) {
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
        select transactions.* from holds
          cross join transactions on transactions.id = holds.transaction_id
          cross join wanted on wanted.client_id = transactions.client_id and wanted.key = transactions.user_id
        where transactions.type = 'deposit' and transactions.status <> 'pending'`,
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

const selectBlacklisted = compileByLength((trx, length) =>
  trx
    .selectFrom('blacklist')
    .select(['client_id as clientId', 'kind', 'value'])
    .where('value', 'in', new Array<string>(length).fill('')),
);

async function findBlacklisted(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<readonly BlacklistKey[]> {
  const values = new Set<string>();
  for (const { draft } of requests) for (const [, value] of blacklistKeys(draft)) values.add(value);
  const { rows } = await selectBlacklisted(
    trx,
    padToPowerOfTwo([...values]).map((value) => [value]),
  );
  return rows;
}

/** Reads the active accounts of the banks that deposits name. */
async function findAccounts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<BankAccount[]> {
  const bankIds = new Set<string>();
  for (const { draft } of requests) if (draft.type === 'deposit') bankIds.add(draft.bankId);
  if (bankIds.size === 0) return [];
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', padToPowerOfTwo([...bankIds]))
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(accountFromRow);
}
