import { sql } from 'kysely';
import type { BankAccount } from '../../src/domain/bank.ts';
import {
  type AssignedAccount,
  blacklistKeys,
  type CreationRefusal,
  type CreationRequest,
  type CreationTerms,
} from '../../src/domain/creation.ts';
import { type BlacklistKey, decideCreations, type GroupFacts } from '../../src/domain/creation-group.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { compileByLength } from '../compiled.ts';
import { padToPowerOfTwo } from '../padding.ts';
import { countCreated } from '../queries/statistics.ts';
import { accountFromRow } from '../rows/accounts.ts';
import { transactionFromRow, transactionToRow } from '../rows/transactions.ts';
import type { DatabaseTransaction, TransactionsTable } from '../tables.ts';

export interface CreateTransactions extends CreationTerms {
  readonly requests: readonly CreationRequest[];
}

/** The result of one request. Of a transaction that was created it holds only the part that the caller does not know. */
export type CreateResult =
  | { readonly kind: 'created'; readonly account: AssignedAccount | undefined }
  | { readonly kind: 'found'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

/** The code of the error that a group fails with when one of its rows could not be inserted. */
export const CONTENDED = 'CONTENDED';

/**
 * Stores the requests that arrived together, with the results they would have had one after another.
 * @returns one result for each request, in their order.
 * @throws Error with the code CONTENDED when an id that was drawn is taken. Nothing is stored then.
 */
export async function createTransactions(
  trx: DatabaseTransaction,
  { requests, ...terms }: CreateTransactions,
): Promise<CreateResult[]> {
  const facts = await readFacts(trx, requests);
  const { decisions, created, assigned } = decideCreations(requests, facts, terms);
  await insertAll(trx, created);
  await saveAccounts(trx, assigned);
  await countCreated(trx, created);
  return decisions.map((decision) => {
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'create') return { kind: 'created', account: assignedPart(decision.account) };
    return { kind: 'found', transaction: decision.transaction, alreadyPending: decision.alreadyPending };
  });
}

function assignedPart(account: BankAccount | undefined): AssignedAccount | undefined {
  return account && { id: account.id, accountName: account.accountName, iban: account.iban };
}

async function readFacts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<GroupFacts> {
  const known = await findByProcessIds(trx, requests);
  const pending = await findPendingDeposits(trx, requests);
  return {
    transactions: [...known, ...pending],
    blacklist: await findBlacklisted(trx, requests),
    accounts: await findAccounts(trx, requests),
  };
}

/** A list of pairs as a table of its own, for joins that look each of them up in an index. */
function wantedKeys(length: number) {
  const rows = Array.from({ length }, () => sql`(${null}, ${null})`);
  return sql<{ readonly client_id: string; readonly key: string }>`(values ${sql.join(rows)})`;
}

const selectByProcessIds = compileByLength((trx, length) =>
  trx
    .with('wanted(client_id, key)', () => wantedKeys(length))
    .selectFrom('wanted')
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

const selectPendingDeposits = compileByLength((trx, length) =>
  trx
    .with('wanted(client_id, key)', () => wantedKeys(length))
    .selectFrom('wanted')
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.user_id', '=', 'wanted.key')
        // Literals, so that the planner sees that the partial index holds these rows.
        .on('transactions.type', '=', sql.lit('deposit'))
        .on('transactions.status', '=', sql.lit('pending')),
    )
    .selectAll('transactions'),
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

/** The active accounts of the banks that deposits name. */
async function findAccounts(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<BankAccount[]> {
  const banks = new Set<string>();
  for (const { draft } of requests) if (draft.type === 'deposit') banks.add(draft.bankId);
  if (banks.size === 0) return [];
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', padToPowerOfTwo([...banks]))
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(accountFromRow);
}

/** In the order in which each row is bound. */
const COLUMNS = [
  'id',
  'client_id',
  'process_id',
  'type',
  'status',
  'status_reason',
  'bank_id',
  'bank_name',
  'currency',
  'amount_minor',
  'final_amount_minor',
  'user_id',
  'user_name',
  'name',
  'converted_name',
  'bank_account_id',
  'account_name',
  'iban',
  'iban_normalized',
  'pay_token',
  'expires_at_ms',
  'sent_at_ms',
  'sequence',
  'created_at_ms',
  'updated_at_ms',
] as const satisfies readonly (keyof TransactionsTable)[];

const NO_VALUES = Object.fromEntries(COLUMNS.map((column) => [column, null])) as Record<
  (typeof COLUMNS)[number],
  never
>;

const insertOrSkip = compileByLength((trx, length) =>
  trx
    .insertInto('transactions')
    .values(new Array(length).fill(NO_VALUES))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

async function insertAll(trx: DatabaseTransaction, transactions: readonly Transaction[]): Promise<void> {
  if (transactions.length === 0) return;
  const rows = transactions.map((transaction) => {
    const row = transactionToRow(transaction);
    return COLUMNS.map((column) => row[column]);
  });
  const inserted = await insertOrSkip(trx, rows);
  if (inserted.rows.length < transactions.length)
    throw Object.assign(new Error('a transaction stood in the way that was not there before'), {
      code: CONTENDED,
    });
}

async function saveAccounts(trx: DatabaseTransaction, accounts: readonly BankAccount[]): Promise<void> {
  for (const { id, assignedOrder, usedDay, usedMinor } of accounts)
    await trx
      .updateTable('bank_accounts')
      .set({ assigned_order: assignedOrder, used_day: usedDay, used_minor: usedMinor })
      .where('id', '=', id)
      .execute();
}
