import type { Transaction } from '../../../src/domain/transaction.ts';
import { MOST_TESTS_HELD } from '../../../src/domain/undo.ts';
import { engineSqlOf } from '../../engines/sql-of.ts';
import { padToPowerOfTwo } from '../../sql/list-statements.ts';
import { inOneTrip } from '../../sql/one-trip.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** The holds of the clients of tests, as far as a command asks for more. */
export interface TestHolds {
  /**
   * Counts one more hold of a test.
   * @returns undefined when it can be held back; otherwise the time until another hold ends, in whole seconds.
   */
  add(transaction: Transaction, steadyNowMs: number): number | undefined;
}

interface Counted {
  count: number;
  /** The time when the first of them ends, by the steady clock. */
  readonly endsAtMs: number;
}

/**
 * Counts what is held back of test merchants, who can ask for as much as they like. Whoever counts the same merchant in
 * another process waits until this command ends, so that the most is exact.
 */
export async function countTestHolds(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
): Promise<TestHolds> {
  const held = new Map<string, Counted>();
  const clientIds = [...new Set(transactions.flatMap(({ isTest, clientId }) => (isTest ? [clientId] : [])))];
  if (clientIds.length > 0) {
    const lock = () => engineSqlOf(trx).lockTestHolds(trx, clientIds);
    const [, rows] = await inOneTrip(trx, [lock, () => readHolds(trx, clientIds)]);
    for (const row of rows) held.set(row.clientId, row);
  }
  return {
    add({ isTest, clientId }, steadyNowMs) {
      if (!isTest) return undefined;
      const known = held.get(clientId) ?? { count: 0, endsAtMs: steadyNowMs };
      if (known.count >= MOST_TESTS_HELD)
        return Math.max(1, Math.ceil((known.endsAtMs - steadyNowMs) / 1000));
      known.count += 1;
      held.set(clientId, known);
      return undefined;
    },
  };
}

function readHolds(trx: DatabaseTransaction, clientIds: readonly string[]) {
  return trx
    .selectFrom('holds')
    .select((eb) => [
      'client_id as clientId',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('ends_at_ms').as('endsAtMs'),
    ])
    .where('client_id', 'in', padToPowerOfTwo(clientIds))
    .groupBy('client_id')
    .execute();
}
