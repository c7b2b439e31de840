import type { BankAccount } from '../../src/domain/bank.ts';
import type {
  AssignedAccount,
  CreationRefusal,
  CreationRequest,
  CreationTerms,
} from '../../src/domain/creation.ts';
import { decideCreations } from '../../src/domain/creation-group.ts';
import { nextReference } from '../../src/domain/reference.ts';
import type { Deposit, Transaction } from '../../src/domain/transaction.ts';
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

/** The result of one request. Of a created transaction only that is sent back what its caller does not know. */
export type CreateResult =
  | {
      readonly kind: 'created';
      readonly account: AssignedAccount | undefined;
      /** The reference of the request, or the one in its place. */
      readonly reference: string | null;
    }
  | { readonly kind: 'found'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

/** The error code of a group in which the id of a request is taken. */
export const ID_TAKEN = 'ID_TAKEN';

/** The most references that are tried for a deposit. */
const MAX_REFERENCES = 5;

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
  const replaced = await insertTransactions(trx, created);
  await updateAssignedAccounts(trx, assigned);
  await countCreated(trx, created, terms.timeZone);
  return decisions.map((decision) => {
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'create') {
      const { transaction, account } = decision;
      const reference = replaced.get(transaction.id) ?? referenceOf(transaction);
      return { kind: 'created', account: assignedPart(account), reference };
    }
    return { kind: 'found', transaction: decision.transaction, alreadyPending: decision.alreadyPending };
  });
}

function referenceOf(transaction: Transaction): string | null {
  return transaction.type === 'deposit' ? transaction.reference : null;
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

/**
 * Inserts transactions. One that is skipped has a reference of an open deposit, or an id that is taken; it is tried
 * with other references first.
 * @returns the references that were replaced, by the id of their deposit.
 */
async function insertTransactions(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, string>> {
  const replaced = new Map<string, string>();
  let left = transactions;
  for (let tries = 1; left.length > 0; tries += 1) {
    const { rows } = await insertOrSkip(trx, left.map(transactionValues));
    if (rows.length === left.length) break;
    if (tries === MAX_REFERENCES) throw idTaken();
    const inserted = new Set(rows.map(({ id }) => id));
    left = left.filter(({ id }) => !inserted.has(id)).map(withNextReference);
    for (const { id, reference } of left as readonly Deposit[])
      if (reference !== null) replaced.set(id, reference);
  }
  return replaced;
}

function withNextReference(transaction: Transaction): Transaction {
  if (transaction.type === 'withdrawal' || transaction.reference === null) throw idTaken();
  return { ...transaction, reference: nextReference(transaction.reference) };
}

function idTaken(): Error {
  return Object.assign(new Error('a new transaction conflicts with a stored one'), { code: ID_TAKEN });
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
