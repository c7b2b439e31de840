import type { CallbackStatus, EventRecord } from '../../../src/callbacks/store.ts';
import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import type { Database } from '../../tables.ts';
import { eventFromRow } from '../rows/events.ts';
import { findTransactions } from './transactions.ts';

/** Finds the last event of each transaction. */
export async function findLastEvents(
  db: Database,
  transactionIds: readonly string[],
): Promise<TransactionEvent[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('events as e', (join) =>
      join.onRef('e.transaction_id', '=', 't.id').onRef('e.sequence', '=', 't.sequence'),
    )
    .selectAll('e')
    .where('t.id', 'in', transactionIds)
    .execute();
  return rows.map(eventFromRow);
}

/** Finds events by their ids, with their transactions and callbacks, in no order. */
export async function findEvents(db: Database, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
  return withTransactions(db, rows.map(eventFromRow));
}

/** Reads the transactions of events, and their callbacks. */
export async function withTransactions(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = [...new Set(events.map((event) => event.transactionId))];
  const found = await findTransactions(db, ids);
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const callbacks = await findCallbacks(db, events);
  return events.map((event) => {
    const transaction = transactions.get(event.transactionId);
    if (!transaction) throw new Error(`event ${event.id} has no transaction`);
    return { event, transaction, callback: callbacks.get(event.id) };
  });
}

async function findCallbacks(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<ReadonlyMap<string, CallbackStatus>> {
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'state', 'due_at_ms'])
    .where(
      'event_id',
      'in',
      events.map((event) => event.id),
    )
    .execute();
  return new Map(rows.map((row) => [row.event_id, { state: row.state, dueAtMs: row.due_at_ms }]));
}
