import type { BankAccount } from '../../src/domain/bank.ts';
import type {
  AssignedAccount,
  CreationRefusal,
  CreationRequest,
  CreationTerms,
} from '../../src/domain/creation.ts';
import { decideCreations } from '../../src/domain/creation-group.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { compileByLength } from '../list-statements.ts';
import { readCreationFacts } from '../queries/creation-facts.ts';
import { TRANSACTION_COLUMNS, type TransactionsTable, transactionValues } from '../rows/transactions.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { countCreated } from './common/count-transactions.ts';

interface CreateTransactions extends CreationTerms {
  readonly requests: readonly CreationRequest[];
  /** How long a deposit may be pending. */
  readonly longestPendingMs: number;
}

/** The result of one request. A created transaction is not sent back: its caller knows all but the account. */
export type CreateResult =
  | { readonly kind: 'created'; readonly account: AssignedAccount | undefined }
  | { readonly kind: 'found'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

/** The error code of a group in which the id of a request is taken. */
export const ID_TAKEN = 'ID_TAKEN';

/**
 * Stores a group of create requests. Each gets the result that it would get if they were stored one after another.
 * @returns one result for each request, in their order.
 * @throws Error with the code ID_TAKEN when the id of a request is taken. Nothing is stored then.
 */
export async function createTransactions(
  trx: DatabaseTransaction,
  { requests, longestPendingMs, ...terms }: CreateTransactions,
): Promise<CreateResult[]> {
  const facts = await readCreationFacts(trx, requests, { ...terms, longestPendingMs });
  const { decisions, created, assigned } = decideCreations(requests, facts, terms);
  await insertTransactions(trx, created);
  await updateAssignedAccounts(trx, assigned);
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

/** A row that only names the columns: the values are bound later. */
const PLACEHOLDERS = Object.fromEntries(TRANSACTION_COLUMNS.map((column) => [column, null])) as Record<
  keyof TransactionsTable,
  never
>;

const insertOrSkip = compileByLength((trx, length) =>
  trx
    .insertInto('transactions')
    .values(new Array(length).fill(PLACEHOLDERS))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

async function insertTransactions(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<void> {
  if (transactions.length === 0) return;
  const inserted = await insertOrSkip(trx, transactions.map(transactionValues));
  if (inserted.rows.length < transactions.length)
    throw Object.assign(new Error('a new transaction conflicts with a stored one'), { code: ID_TAKEN });
}

async function updateAssignedAccounts(
  trx: DatabaseTransaction,
  accounts: readonly BankAccount[],
): Promise<void> {
  for (const { id, assignedOrder, pendingMinor } of accounts)
    await trx
      .updateTable('bank_accounts')
      .set({ assigned_order: assignedOrder, pending_minor: pendingMinor })
      .where('id', '=', id)
      .execute();
}
