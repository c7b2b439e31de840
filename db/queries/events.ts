import type { TransactionEvent } from '../../src/domain/transition.ts';
import type { CallbackStatus, EventRecord } from '../../src/operations/callbacks/store.ts';
import { eventFromRow } from '../rows/events.ts';
import { padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
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
    .where('t.id', 'in', padToPowerOfTwo(transactionIds))
    .execute();
  return rows.map(eventFromRow);
}

/** Finds the event after which a transaction had a sequence. */
export async function findEventAt(
  db: Database,
  transactionId: string,
  sequence: number,
): Promise<TransactionEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row && eventFromRow(row);
}

/** Finds all events of transactions, those of each in their order. */
export async function findEventsOf(
  db: Database,
  transactionIds: readonly string[],
): Promise<TransactionEvent[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', 'in', padToPowerOfTwo(transactionIds))
    .orderBy('transaction_id')
    .orderBy('sequence')
    .execute();
  return rows.map(eventFromRow);
}

/** Finds events by their ids, with their transactions and callbacks, in no order. */
export async function findEvents(db: Database, ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('events').selectAll().where('id', 'in', padToPowerOfTwo(ids)).execute();
  return withTransactions(db, rows.map(eventFromRow));
}

/** Reads the transactions of events, their callbacks and their holds. */
export async function withTransactions(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const ids = [...new Set(events.map((event) => event.transactionId))];
  const found = await findTransactions(db, ids);
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const callbacks = await findCallbacks(db, events);
  const holds = await findHolds(db, events);
  return events.map((event) => {
    const transaction = transactions.get(event.transactionId);
    if (!transaction) throw new Error(`event ${event.id} has no transaction`);
    return { event, transaction, callback: callbacks.get(event.id), holdEndsAtMs: holds.get(event.id) };
  });
}

async function findHolds(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('holds')
    .select(['event_id', 'ends_at_ms'])
    .where('event_id', 'in', padToPowerOfTwo(events.map((event) => event.id)))
    .execute();
  return new Map(rows.map((row) => [row.event_id, row.ends_at_ms]));
}

async function findCallbacks(
  db: Database,
  events: readonly TransactionEvent[],
): Promise<ReadonlyMap<string, CallbackStatus>> {
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'state', 'due_at_ms'])
    .where('event_id', 'in', padToPowerOfTwo(events.map((event) => event.id)))
    .execute();
  return new Map(rows.map((row) => [row.event_id, { state: row.state, dueAtMs: row.due_at_ms }]));
}
