import type { CallbackStatus, EventRecord } from '../../../src/callbacks/store.ts';
import type { PastTransition } from '../../../src/transactions/domain/repeat.ts';
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

/** Finds the transitions from old states of transactions. They can also be those from other states that are named. */
export async function findPastTransitions(
  db: Database,
  states: readonly { readonly transactionId: string; readonly sequence: number }[],
): Promise<PastTransition[]> {
  if (states.length === 0) return [];
  const rows = await db
    .selectFrom('events as e')
    .leftJoin('events as former', (join) =>
      join
        .onRef('former.transaction_id', '=', 'e.transaction_id')
        .on('former.sequence', '=', (eb) => eb('e.sequence', '-', 1)),
    )
    .selectAll('e')
    .select('former.final_amount_minor as former_final_amount_minor')
    .where('e.transaction_id', 'in', [...new Set(states.map(({ transactionId }) => transactionId))])
    .where('e.sequence', 'in', [...new Set(states.map(({ sequence }) => sequence + 1))])
    .execute();
  return rows.map((row) =>
    Object.assign(eventFromRow(row), { formerFinalAmountMinor: row.former_final_amount_minor }),
  );
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
