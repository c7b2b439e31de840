import { sql } from 'kysely';
import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import { toFlag } from '../../sql/columns.ts';
import { compileForList, compileInsert } from '../../sql/compiled.ts';
import type { CallbacksTable, DatabaseTransaction } from '../../tables.ts';

const insertRows = compileInsert<CallbacksTable>('callbacks', [
  'event_id',
  'client_id',
  'is_test',
  'transaction_id',
  'sequence',
  'state',
  'due_at_ms',
  'due_since_ms',
  'lease',
  'waits_since_ms',
  'failed_attempts',
]);

const selectWithUrl = compileForList((trx, clientIds) =>
  trx.selectFrom('clients').select('id').where('id', 'in', clientIds).where('callback_url', 'is not', null),
);

const selectPending = compileForList((trx, transactionIds) =>
  trx
    .selectFrom('callbacks')
    .select('transaction_id')
    .where('transaction_id', 'in', transactionIds)
    // A literal, so that the planner uses the partial index of pending callbacks.
    .where('state', '=', sql.lit('pending')),
);

/**
 * Writes the callbacks of events, oldest first, into the outbox. It runs in the commit of the events. A client
 * without a callbackUrl gets none. A callback that follows an undelivered one of its transaction is not due yet.
 */
export async function insertCallbacks(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
  steadyNowMs: number,
): Promise<void> {
  const clientIds = await findClientsWithCallbackUrl(trx, events);
  const toNotify = events.filter((event) => clientIds.has(event.clientId));
  if (toNotify.length === 0) return;
  const withPending = await findTransactionsWithPending(trx, toNotify);
  const rows = toNotify.map((event): CallbacksTable => {
    const dueAtMs = withPending.has(event.transactionId) ? null : steadyNowMs;
    withPending.add(event.transactionId);
    return {
      event_id: event.id,
      client_id: event.clientId,
      is_test: toFlag(event.isTest),
      transaction_id: event.transactionId,
      sequence: event.sequence,
      state: 'pending',
      due_at_ms: dueAtMs,
      due_since_ms: dueAtMs,
      lease: null,
      waits_since_ms: null,
      failed_attempts: 0,
    };
  });
  await insertRows(trx, rows);
}

async function findClientsWithCallbackUrl(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<ReadonlySet<string>> {
  const clientIds = new Set(events.map((event) => event.clientId));
  const rows = await selectWithUrl(trx, [...clientIds]);
  return new Set(rows.map((row) => row.id));
}

/** Finds the transactions of the events that have a pending callback. */
async function findTransactionsWithPending(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
): Promise<Set<string>> {
  const rows = await selectPending(
    trx,
    events.map((event) => event.transactionId),
  );
  return new Set(rows.map((row) => row.transaction_id));
}
