import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { typesOf } from '../../sql/columns.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { selectRows } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findKnown } from '../queries/known-transactions.ts';
import {
  type NumberedTransactionsTable,
  TRANSACTION_COLUMNS,
  transactionValues,
} from '../rows/transactions.ts';

/** The error code of a group in which the id of a request is taken. */
export const ID_TAKEN = 'ID_TAKEN';

/** A new transaction with its place in the order of all. */
export interface NumberedTransaction {
  readonly number: number;
  readonly transaction: Transaction;
}

const insertOrSkip = compileOnce((trx) =>
  trx
    .insertInto('transactions')
    .columns(TRANSACTION_COLUMNS)
    .expression(selectRows(typesOf<NumberedTransactionsTable>(TRANSACTION_COLUMNS)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/**
 * Inserts new transactions.
 * @throws Error with the code ID_TAKEN when an id is taken; one that makes the command run again when another command
 * has stored a processId, or a pending deposit of a user, since this one looked.
 */
export async function insertTransactions(
  trx: DatabaseTransaction,
  created: readonly NumberedTransaction[],
): Promise<void> {
  if (created.length === 0) return;
  // In one order, so that two commands never wait for each other's keys.
  const ordered = created.toSorted((a, b) => (a.transaction.processId < b.transaction.processId ? -1 : 1));
  const { rows } = await insertOrSkip(trx, [JSON.stringify(ordered.map(transactionValues))]);
  if (rows.length === ordered.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  const skipped = ordered.flatMap(({ transaction }) => (inserted.has(transaction.id) ? [] : [transaction]));
  const isKeyTaken = (await findKnown(trx, skipped)).some(({ id }) => !inserted.has(id));
  throw isKeyTaken ? keyTaken() : idTaken();
}

function idTaken(): Error {
  return Object.assign(new Error('a new transaction conflicts with a stored one'), { code: ID_TAKEN });
}

/** The code is that of a transaction which the server itself makes run again. */
function keyTaken(): Error {
  return Object.assign(new Error('another command has stored the same key'), { code: '40001' });
}
