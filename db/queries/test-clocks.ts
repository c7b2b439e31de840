import type { CreationRequest } from '../../src/domain/creation.ts';
import { isTestDraft, type Transaction } from '../../src/domain/transaction.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database, DatabaseTransaction } from '../tables.ts';

type Timed = Pick<Transaction, 'isTest' | 'clientId'>;

/**
 * Reads how far the clocks of test keys are ahead of the machine's, if any of the transactions is a test.
 * @returns the function that tells it of one of them: 0 for a live one.
 */
export async function readClocksAhead(
  db: Database,
  transactions: readonly Timed[],
): Promise<(transaction: Timed) => number> {
  const clientIds = new Set(transactions.filter(({ isTest }) => isTest).map(({ clientId }) => clientId));
  const aheadMs = await readClocks(db, [...clientIds]);
  return ({ isTest, clientId }) => (isTest ? (aheadMs.get(clientId) ?? 0) : 0);
}

/**
 * Gives the requests of test keys the clocks that are stored: a key may have moved its own since the request was read.
 * Until the command ends no such clock is moved, so that a move meets each deposit of its key, or is before it.
 */
export async function atStoredClocks(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
): Promise<readonly CreationRequest[]> {
  const isTest = ({ draft }: CreationRequest) => isTestDraft(draft);
  if (!requests.some(isTest)) return requests;
  const clientIds = [...new Set(requests.filter(isTest).map(({ draft }) => draft.clientId))];
  await engineSqlOf(trx).lockTestClocks(trx, clientIds, 'shared');
  const aheadMs = await readClocks(trx, clientIds);
  return requests.map((request) => {
    const testClockAheadMs = aheadMs.get(request.draft.clientId);
    if (testClockAheadMs === undefined || testClockAheadMs === request.draft.testClockAheadMs) return request;
    return Object.assign({}, request, { draft: Object.assign({}, request.draft, { testClockAheadMs }) });
  });
}

async function readClocks(db: Database, clientIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'clock_ahead_ms'])
    .where('id', 'in', padToPowerOfTwo(clientIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.clock_ahead_ms]));
}
