import type { DatabaseTransaction, TransactionsTable } from '../../tables.ts';
import { checkEvents } from '../../verify/events.ts';
import { checkRows } from '../../verify/rows.ts';
import { releaseNextInOrder } from '../release-next-in-order.ts';
import { addCallback, addEvent, changeEvent, type EventRow, removeEvent } from './events.ts';
import { isSame, type RepairLog } from './log.ts';
import { mendHistory, type Standing, type StoredEvent } from './mend-history.ts';

/** Mends what contradicts itself in transactions and their events. What no rule decides stays as it is. */
export async function repairTransactions(log: RepairLog): Promise<void> {
  for (const check of [checkRows, checkEvents])
    for await (const page of check(log.trx)) {
      const ids = new Set(page.map(({ transactionId }) => transactionId));
      for (const id of ids) await repairOne(log, id);
    }
}

async function repairOne(log: RepairLog, transactionId: string): Promise<void> {
  const { trx } = log;
  const row = await trx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirst();
  const stored = await trx
    .selectFrom('events')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('sequence')
    .execute();
  const events = stored.map(({ position: _, ...event }) => event);
  if (!row) {
    for (const event of events) await removeEvent(log, event);
    return;
  }
  const known = await findKnown(trx, transactionId);
  const mended = mendHistory(
    standingOf(row),
    events.map((event) => storedEventOf(event, known)),
  );
  if (!mended) return;
  const kept = new Set(mended.events.map(({ id }) => id));
  for (const event of events) if (!kept.has(event.id)) await removeEvent(log, event);
  for (const event of mended.events) {
    const before = events.find(({ id }) => id === event.id);
    if (before) await changeEvent(log, before, { ...event, clientId: row.client_id });
    else await addEvent(log, row, event);
    // Also of an event that stood there before its row: its callback may be what was lost.
    if (event.sequence > row.sequence || !before) await addCallback(log, row, event);
  }
  await changeRow(log, row, mended.row);
  await releaseNextInOrder(trx, [transactionId], log.input.steadyNowMs);
}

/** The events of a transaction that its client was told of, or that are being sent. */
async function findKnown(trx: DatabaseTransaction, transactionId: string): Promise<ReadonlySet<string>> {
  const attempted = await trx
    .selectFrom('callback_attempts')
    .select('event_id')
    .distinct()
    .where('transaction_id', '=', transactionId)
    .execute();
  const sent = await trx
    .selectFrom('callbacks')
    .innerJoin('events', 'events.id', 'callbacks.event_id')
    .select('callbacks.event_id')
    .where('events.transaction_id', '=', transactionId)
    .where((eb) =>
      eb.or([
        eb('callbacks.state', '<>', 'pending'),
        eb('callbacks.lease', 'is not', null),
        eb('callbacks.failed_attempts', '>', 0),
      ]),
    )
    .execute();
  return new Set([...attempted, ...sent].map(({ event_id }) => event_id));
}

function standingOf(row: TransactionsTable): Standing {
  return {
    sequence: row.sequence,
    status: row.status,
    reason: row.status_reason,
    finalAmountMinor: row.final_amount_minor,
    sinceMs: row.updated_at_ms,
  };
}

function storedEventOf(event: EventRow, known: ReadonlySet<string>): StoredEvent {
  return {
    id: event.id,
    kind: event.kind,
    from: event.from_status,
    sequence: event.sequence,
    status: event.to_status,
    reason: event.reason,
    finalAmountMinor: event.final_amount_minor,
    sinceMs: event.occurred_at_ms,
    isKnown: known.has(event.id),
  };
}

async function changeRow(log: RepairLog, row: TransactionsTable, standing: Standing): Promise<void> {
  const before = {
    status: row.status,
    sequence: row.sequence,
    status_reason: row.status_reason,
    final_amount_minor: row.final_amount_minor,
  };
  const after = {
    status: standing.status,
    sequence: standing.sequence,
    status_reason: standing.reason,
    final_amount_minor: standing.finalAmountMinor,
  };
  if (isSame(before, after)) return;
  await log.trx
    .updateTable('transactions')
    .set({ ...after, updated_at_ms: standing.sinceMs })
    .where('id', '=', row.id)
    .execute();
  await log.note({ kind: 'transaction-changed', subject: row.id, before, after });
}
