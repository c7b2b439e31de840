import { sql } from 'kysely';
import type { Transaction, TransactionDraft } from '../../../src/transactions/domain/transaction.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { rowsOf } from '../../sql/functions.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { transactionFromRow } from '../rows/transactions.ts';

/** The fields that identify the existing transactions with which a new one may conflict. */
type Keys = Pick<TransactionDraft, 'type' | 'clientId' | 'processId' | 'userId'>;

/** Finds the transactions with a processId of some new ones, and the pending deposits of their users. */
export async function findKnown(trx: DatabaseTransaction, wanted: readonly Keys[]): Promise<Transaction[]> {
  const byProcessId = wanted.map(({ clientId, processId }) => [clientId, processId]);
  const byUser = wanted.flatMap(({ type, clientId, userId }) =>
    type === 'deposit' ? [[clientId, userId]] : [],
  );
  const found = await Promise.all([
    selectByProcessIds(trx, [JSON.stringify(byProcessId)]),
    ...(byUser.length > 0 ? [selectPending(trx, [JSON.stringify(byUser)])] : []),
  ]);
  return found.flatMap(({ rows }) => rows.map(transactionFromRow));
}

/** Selects from a table of pairs. A join with it looks each pair up in an index. */
function selectFromWanted(db: Database) {
  return db
    .with('wanted', () =>
      rowsOf<{ readonly client_id: string; readonly key: string }>({ client_id: 'text', key: 'text' }, []),
    )
    .selectFrom('wanted');
}

const selectByProcessIds = compileOnce((db) =>
  selectFromWanted(db)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.process_id', '=', 'wanted.key'),
    )
    .selectAll('transactions'),
);

const selectPending = compileOnce((db) =>
  selectFromWanted(db)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.user_id', '=', 'wanted.key')
        // Literals, so that the planner uses the partial index of pending deposits.
        .on('transactions.type', '=', sql.lit('deposit'))
        .on('transactions.status', '=', sql.lit('pending')),
    )
    .selectAll('transactions'),
);
