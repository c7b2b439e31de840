import { sql } from 'kysely';
import type { CallbackDisagreement, CallbackProblem } from '../../src/domain/consistency.ts';
import type { Database } from '../tables.ts';
import { searchRows } from './pages.ts';

interface Row {
  readonly event_id: string;
  readonly transaction_id: string;
}

/** Another callback of the same transaction that is to be delivered yet. The literal is that of the partial index. */
const other = sql`callbacks as o where o.transaction_id = c.transaction_id and o.state = 'pending' and o.event_id <> c.event_id`;

const CONDITIONS: Readonly<Record<CallbackProblem, ReturnType<typeof sql>>> = {
  'callback-without-event': sql`e.id is null`,
  'callback-differs': sql`c.client_id <> e.client_id or c.transaction_id <> e.transaction_id or c.sequence <> e.sequence`,
  'callback-untried': sql`
    c.state <> 'pending' and e.id is not null and not exists (
      select 1 from callback_attempts as a where a.transaction_id = c.transaction_id and a.event_id = c.event_id
    )`,
  'callback-done-due': sql`c.state <> 'pending' and (c.due_at_ms is not null or c.lease is not null)`,
  'callback-lease': sql`c.state = 'pending' and c.lease is not null and c.due_at_ms is null`,
  // Of those that wait for nothing the first stands for all.
  'callback-stalled': sql`
    c.state = 'pending' and c.due_at_ms is null and c.lease is null and not exists (
      select 1 from ${other} and (o.due_at_ms is not null or o.lease is not null or o.sequence < c.sequence)
    )`,
  'callback-out-of-turn': sql`
    c.state = 'pending' and c.due_at_ms is not null and c.lease is null and exists (
      select 1 from ${other} and o.due_at_ms is not null and (o.lease is not null or o.sequence < c.sequence)
    )`,
};

/**
 * Each callback is that of its event, what is done is due no more and was tried, and of those of a transaction that
 * are to be delivered exactly one has a time. Seldom that is not the first: when the first was asked for anew while
 * a later one was under way, it waits until that one is done, also when a stop of the service came in between.
 */
export async function* checkCallbacks(db: Database): AsyncGenerator<readonly CallbackDisagreement[]> {
  const pages = searchRows<CallbackProblem, Row>(db, {
    from: sql`callbacks as c left join events as e on e.id = c.event_id`,
    key: sql`c.event_id`,
    start: '',
    columns: sql<Row>`c.event_id, c.transaction_id`,
    conditions: CONDITIONS,
  });
  for await (const findings of pages)
    yield findings.flatMap(({ row: { event_id, transaction_id }, kinds }) =>
      kinds.map((kind) => ({ kind, eventId: event_id, transactionId: transaction_id })),
    );
}
