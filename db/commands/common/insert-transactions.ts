import { CompiledQuery } from 'kysely';
import { nextReference } from '../../../src/domain/reference.ts';
import type { Deposit, Transaction } from '../../../src/domain/transaction.ts';
import { TRANSACTION_COLUMNS, type TransactionsTable, transactionValues } from '../../rows/transactions.ts';
import { isPostgres } from '../../sql/is-postgres.ts';
import { compileByLength } from '../../sql/list-statements.ts';
import { inOneTrip } from '../../sql/one-trip.ts';
import { findTakenReferences, insertKeys } from '../../sql/transaction-keys.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** The error code of a group in which the id of a request is taken. */
export const ID_TAKEN = 'ID_TAKEN';

/** The most references that are tried for a deposit. */
const MAX_REFERENCES = 5;

/**
 * Inserts new transactions. On SQLite, one whose reference belongs to an open deposit gets another.
 * @returns the references that were replaced, by the id of their deposit.
 * @throws Error with the code ID_TAKEN when an id is taken.
 */
export function insertTransactions(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, string>> {
  return isPostgres(trx) ? insertWithKeys(trx, transactions) : insertByIndexes(trx, transactions);
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

/** One that is skipped has a reference of an open deposit, or an id that is taken: other references are tried first. */
async function insertByIndexes(
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

/** One statement for any number of rows, each column an array. */
const INSERT_COLUMNS = CompiledQuery.raw(
  `insert into transactions (${TRANSACTION_COLUMNS.join(', ')}) select * from unnest(${TRANSACTION_COLUMNS.map(
    (column, index) => `$${index + 1}::${typeOf(column)}[]`,
  ).join(', ')})`,
);

function typeOf(column: string): string {
  if (column === 'sequence' || column === 'is_test') return 'integer';
  return /_(ms|minor)$/.test(column) ? 'bigint' : 'text';
}

/** A key that another command has stored meanwhile fails the whole group, which then runs again. */
async function insertWithKeys(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, string>> {
  if (transactions.length === 0) return new Map();
  const rows = transactions.map(transactionValues);
  const columns = TRANSACTION_COLUMNS.map((_, index) => rows.map((row) => row[index]));
  const insert = () => trx.executeQuery({ ...INSERT_COLUMNS, parameters: columns });
  await inOneTrip(trx, [() => insertKeys(trx, transactions), insert]).catch((error: unknown) => {
    throw isTakenId(error) ? idTaken() : error;
  });
  return new Map();
}

/** Each partition has an index of its own for the ids. */
function isTakenId(error: unknown): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === '23505' && /^transactions_\w+_pkey$/.test(String(constraint));
}

interface Chosen {
  readonly transactions: readonly Transaction[];
  /** The references that were replaced, by the id of their deposit. */
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Gives deposits other references than those that are taken, and each its own.
 * @param known the references of the transactions that belong to open deposits; undefined where indexes skip them.
 */
export async function chooseReferences(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
  known: ReadonlySet<string> | undefined,
): Promise<Chosen> {
  const replaced = new Map<string, string>();
  if (!known) return { transactions, replaced };
  const taken = new Set(known);
  const chosen: Transaction[] = [];
  for (const drawn of transactions) {
    let one = drawn;
    for (let tries = 1; one.type === 'deposit' && one.reference !== null; tries += 1) {
      const { reference } = one;
      // Those that were drawn are known. Others are hardly ever needed.
      const isTaken = taken.has(reference) || (tries > 1 && (await isOpenReference(trx, reference)));
      taken.add(reference);
      if (!isTaken) {
        if (tries > 1) replaced.set(one.id, reference);
        break;
      }
      if (tries === MAX_REFERENCES) throw idTaken();
      one = withNextReference(one);
    }
    chosen.push(one);
  }
  return { transactions: chosen, replaced };
}

async function isOpenReference(trx: DatabaseTransaction, reference: string): Promise<boolean> {
  return (await findTakenReferences(trx, [reference])).size > 0;
}
