import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { CallbackAttempt, ClientCallbacks, FailedPage } from '../../../src/callbacks/store.ts';
import type { ReadScope } from '../../../src/operations/read-scope.ts';
import type { Database, Tables } from '../../tables.ts';
import { findEvents } from '../../transactions/queries/events.ts';
import { isInScope } from '../../transactions/queries/modes.ts';
import { yieldToEventLoop } from '../../transactions/queries/scans.ts';
import { attemptFromRow } from '../rows.ts';

/** The condition of the index of failed attempts, worded as in the index. */
export const HAS_FAILED = sql<boolean>`(status is null or status not between 200 and 299)`;

/** One statement counts this many rows, then other queries run. */
const PIECE_ROWS = 10_000;

/** The columns that order the index of a state, which has its client too. */
const ORDERS = {
  pending: ['transaction_id', 'sequence'],
  failed: ['client_id', 'event_id'],
} as const;

/**
 * Counts for each client the callbacks that wait and those that were given up, from indexes that have only these.
 * Clients without any are left out.
 */
export async function summarizeCallbacks(
  db: Database,
  scope: Pick<ReadScope, 'isTest'>,
): Promise<ClientCallbacks[]> {
  const waiting = await countByClient(db, 'pending', scope);
  const failed = await countByClient(db, 'failed', scope);
  const items: ClientCallbacks[] = [];
  for (const clientId of new Set([...failed.keys(), ...waiting.keys()])) {
    items.push({
      clientId,
      waiting: waiting.get(clientId) ?? 0,
      failed: failed.get(clientId) ?? 0,
      lastFailure: await findNewest(db, (eb) => eb.and([eb('client_id', '=', clientId), HAS_FAILED])),
    });
  }
  return items;
}

async function countByClient(
  db: Database,
  state: keyof typeof ORDERS,
  scope: ReadScope,
): Promise<Map<string, number>> {
  const [first, second] = ORDERS[state];
  const compare = (operator: '>' | '<=', row: Record<string, unknown>) =>
    sql<boolean>`(${sql.ref(first)}, ${sql.ref(second)}) ${sql.raw(operator)} (${row[first]}, ${row[second]})`;
  const counts = new Map<string, number>();
  let rest = db
    .selectFrom('callbacks')
    // A literal, so that the planner uses the partial index of the state.
    .where('state', '=', sql.lit(state));
  const all = rest;
  for (;;) {
    const end = await rest
      .select([first, second])
      .orderBy(first)
      .orderBy(second)
      .limit(1)
      .offset(PIECE_ROWS - 1)
      .executeTakeFirst();
    const piece = end ? rest.where(compare('<=', end)) : rest;
    const rows = await piece
      .where(isInScope(scope))
      .select((eb) => ['client_id', eb.fn.countAll<number>().as('count')])
      .groupBy('client_id')
      .execute();
    for (const row of rows) counts.set(row.client_id, row.count + (counts.get(row.client_id) ?? 0));
    if (!end) return counts;
    rest = all.where(compare('>', end));
    await yieldToEventLoop();
  }
}

interface FailedRequest {
  readonly clientId: string;
  readonly page: { readonly after?: string | undefined; readonly limit: number };
}

/** Reads a page of the callbacks of a client that were given up, newest first. */
export async function listFailedCallbacks(
  db: Database,
  { clientId, page: { after, limit } }: FailedRequest,
): Promise<FailedPage> {
  let query = db
    .selectFrom('callbacks')
    .select('event_id')
    .where('client_id', '=', clientId)
    .where('state', '=', sql.lit('failed'))
    // Ids begin with the time.
    .orderBy('event_id', 'desc')
    .limit(limit + 1);
  if (after !== undefined) query = query.where('event_id', '<', after);
  const rows = await query.execute();
  const ids = rows.slice(0, limit).map((row) => row.event_id);
  const records = await findEvents(db, ids);
  const items: FailedPage['items'][number][] = [];
  for (const id of ids) {
    const record = records.find(({ event }) => event.id === id);
    if (!record) throw new Error(`the event of callback ${id} is gone`);
    const { event, transaction } = record;
    const lastAttempt = await findNewest(db, (eb) =>
      eb.and({ transaction_id: event.transactionId, event_id: event.id }),
    );
    items.push({ event, transaction, lastAttempt });
  }
  return { items, hasMore: rows.length > limit };
}

/** The newest of the attempts that a condition chooses. */
async function findNewest(
  db: Database,
  condition: (eb: ExpressionBuilder<Tables, 'callback_attempts'>) => Expression<SqlBool>,
): Promise<CallbackAttempt | undefined> {
  const row = await db
    .selectFrom('callback_attempts')
    .selectAll()
    .where(condition)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && attemptFromRow(row);
}
