import { type ExpressionBuilder, sql } from 'kysely';
import { selectLive } from '../../reconciliation/queries/match-limits.ts';
import type { Database, Tables } from '../../tables.ts';
import { findObstacles } from './obstacles.ts';
import { findPayables, type Payable } from './payables.ts';

interface ListPayable {
  readonly limit: number;
  readonly steadyNowMs: number;
}

/** How many rows are read at once. */
const PAGE_ROWS = { least: 100, most: 1000 };
/** The most withdrawals, and the most refunds, that are read to find those without an obstacle. */
const MAX_ROWS = 50_000;

/** Lists what a batch can take, oldest first: the waiting withdrawals and refunds without an obstacle. */
export async function listPayable(db: Database, options: ListPayable): Promise<Payable[]> {
  const found = [
    ...(await findFree(db, selectWithdrawals, options)),
    ...(await findFree(db, selectRefunds, options)),
  ];
  return found
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
    .slice(0, options.limit);
}

interface Place {
  readonly id: string;
  readonly created_at_ms: number;
}

type SelectPage = (db: Database, after: Place | undefined, limit: number) => Promise<Place[]>;

/** Reads page after page until as many as requested have no obstacle. */
async function findFree(
  db: Database,
  selectPage: SelectPage,
  { limit, steadyNowMs }: ListPayable,
): Promise<Payable[]> {
  const size = Math.min(PAGE_ROWS.most, Math.max(PAGE_ROWS.least, limit));
  const free: Payable[] = [];
  let after: Place | undefined;
  for (let read = 0; free.length < limit && read < MAX_ROWS; read += size) {
    const page = await selectPage(db, after, size);
    const payables = await findPayables(
      db,
      page.map(({ id }) => id),
    );
    const obstacleOf = await findObstacles(db, [...payables.values()], steadyNowMs);
    for (const { id } of page) {
      const payable = payables.get(id);
      if (payable && !obstacleOf(payable)) free.push(payable);
    }
    after = page.at(-1);
    if (page.length < size) break;
  }
  return free.slice(0, limit);
}

const selectWithdrawals: SelectPage = (db, after, limit) =>
  selectLive(db)
    .select(['id', 'created_at_ms'])
    // Literals, so that the planner uses the partial index.
    .where('status', '=', sql.lit('pending'))
    .where('type', '=', sql.lit('withdrawal'))
    .where((eb) => eb.not(eb.exists(isInBatch(eb, 'transactions.id'))))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at_ms', 'id'), '>', eb.tuple(after?.created_at_ms ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Selects by id, since ids begin with the time. */
const selectRefunds: SelectPage = (db, after, limit) =>
  db
    .selectFrom('refunds')
    .select(['id', 'created_at_ms'])
    .where('state', '=', sql.lit('open'))
    .where('id', '>', after?.id ?? '')
    .where((eb) => eb.not(eb.exists(isInBatch(eb, 'refunds.id'))))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Selects the row with which a batch is going to pay a withdrawal or refund. */
function isInBatch(eb: ExpressionBuilder<Tables, keyof Tables>, id: 'transactions.id' | 'refunds.id') {
  return eb
    .selectFrom('payout_rows as r')
    .select('r.batch_id')
    .whereRef('r.transaction_id', '=', id)
    .where('r.state', '=', sql.lit('in'));
}
