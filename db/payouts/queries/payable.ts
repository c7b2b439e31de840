import { type ExpressionBuilder, sql } from 'kysely';
import { selectLive } from '../../reconciliation/queries/match-limits.ts';
import type { Database, Tables } from '../../tables.ts';
import { findObstacles } from './obstacles.ts';
import { findPayables, type Payable } from './payables.ts';

interface ListPayable {
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** Lists what a batch can take, the oldest first: of the oldest withdrawals and refunds, those that nothing holds back. */
export async function listPayable(db: Database, { limit, steadyNowMs }: ListPayable): Promise<Payable[]> {
  const withdrawals = await selectLive(db)
    .select('id')
    // Literals, so that the planner uses the partial index.
    .where('status', '=', sql.lit('pending'))
    .where('type', '=', sql.lit('withdrawal'))
    .where((eb) => eb.not(eb.exists(isInBatch(eb, 'transactions.id'))))
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', sql.lit('open'))
    .where((eb) => eb.not(eb.exists(isInBatch(eb, 'refunds.id'))))
    .orderBy('id')
    .limit(limit)
    .execute();
  const found = [
    ...(
      await findPayables(
        db,
        [...withdrawals, ...refunds].map(({ id }) => id),
      )
    ).values(),
  ];
  const obstacleOf = await findObstacles(db, found, steadyNowMs);
  return found
    .filter((payable) => !obstacleOf(payable))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** The row by which a batch is going to pay something. */
function isInBatch(eb: ExpressionBuilder<Tables, keyof Tables>, id: 'transactions.id' | 'refunds.id') {
  return eb
    .selectFrom('payout_rows as r')
    .select('r.batch_id')
    .whereRef('r.transaction_id', '=', id)
    .where('r.state', '=', sql.lit('in'));
}
