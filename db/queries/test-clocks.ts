import type { Transaction } from '../../src/domain/transaction.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import type { Database } from '../tables.ts';

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
  if (clientIds.size === 0) return () => 0;
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'clock_ahead_ms'])
    .where('id', 'in', padToPowerOfTwo([...clientIds]))
    .execute();
  const aheadMs = new Map(rows.map((row) => [row.id, row.clock_ahead_ms]));
  return ({ isTest, clientId }) => (isTest ? (aheadMs.get(clientId) ?? 0) : 0);
}
