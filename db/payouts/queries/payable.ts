import { sql } from 'kysely';
import type { Withdrawal } from '../../../src/transactions/domain/transaction.ts';
import { selectLive } from '../../reconciliation/queries/match-limits.ts';
import type { Database } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { findObstacles } from './obstacles.ts';

interface ListPayable {
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** Lists pending withdrawals that a batch can take, the oldest first: of the oldest ones, those that nothing holds back. */
export async function listPayable(db: Database, { limit, steadyNowMs }: ListPayable): Promise<Withdrawal[]> {
  const rows = await selectLive(db)
    .select('id')
    // Literals, so that the planner uses the partial index.
    .where('status', '=', sql.lit('pending'))
    .where('type', '=', sql.lit('withdrawal'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payout_rows as r')
            .select('r.batch_id')
            .whereRef('r.transaction_id', '=', 'transactions.id')
            .where('r.state', '=', sql.lit('in')),
        ),
      ),
    )
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const found = new Map((await findTransactions(db, ids)).map((one) => [one.id, one]));
  const obstacleOf = await findObstacles(db, [...found.values()], steadyNowMs);
  return ids.flatMap((id) => {
    const transaction = found.get(id);
    return transaction?.type === 'withdrawal' && !obstacleOf(transaction) ? [transaction] : [];
  });
}
