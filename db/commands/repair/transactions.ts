import { endedAsOf } from '../../../src/domain/ending.ts';
import type { EndedKind } from '../../../src/domain/transaction.ts';
import { readDroppedBefore } from '../../metadata/retention.ts';
import type { EventRow } from '../../rows/events.ts';
import type { TransactionsTable } from '../../rows/transactions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { checkEvents } from '../../verify/events.ts';
import { checkReferences } from '../../verify/references.ts';
import { checkRows } from '../../verify/rows.ts';
import { releaseNextInOrder } from '../common/release-next-in-order.ts';
import { addCallback, addEvent, changeEvent, removeEvent } from './events.ts';
import { repairHistory, type StoredEvent, type TransactionState } from './history.ts';
import { isSame, type RepairRun } from './run.ts';

/** Repairs contradictions between transactions and their events. What no rule decides stays as it is. */
export async function repairTransactions(run: RepairRun): Promise<void> {
  for (const check of [checkRows, checkEvents])
    for await (const page of check(run.trx)) {
      const ids = new Set(page.map(({ transactionId }) => transactionId));
      for (const id of ids) await repairOne(run, id);
    }
}

/** Removes wrong references. Nothing tells what they were. */
export async function repairReferences(run: RepairRun): Promise<void> {
  for await (const page of checkReferences(run.trx))
    for (const { transactionId } of page) {
      const { reference } = await run.trx
        .selectFrom('transactions')
        .select('reference')
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow();
      await run.trx
        .updateTable('transactions')
        .set({ reference: null })
        .where('id', '=', transactionId)
        .execute();
      const [before, after] = [{ reference }, { reference: null }];
      await run.record({ kind: 'transaction-changed', subject: transactionId, before, after });
    }
}

async function repairOne(run: RepairRun, transactionId: string): Promise<void> {
  const { trx } = run;
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
    for (const event of events) await removeEvent(run, event);
    return;
  }
  const maybeReceived = await findMaybeReceived(trx, transactionId);
  // The callback of an old event may have been delivered and dropped.
  const droppedBeforeMs = await readDroppedBefore(trx, 'callbacks');
  const isOld = (event: EventRow) => event.occurred_at_ms < droppedBeforeMs;
  const repaired = repairHistory(
    stateOf(row),
    events.map((event) => storedEventOf(event, isOld(event) || maybeReceived.has(event.id))),
  );
  if (!repaired) return;
  const kept = new Set(repaired.events.map(({ id }) => id));
  for (const event of events) if (!kept.has(event.id)) await removeEvent(run, event);
  for (const event of repaired.events) {
    const before = events.find(({ id }) => id === event.id);
    if (before) await changeEvent(run, before, { ...event, clientId: row.client_id });
    else await addEvent(run, row, event);
    // An event that the row had not reached may have lost its callback as well.
    const isAhead = event.sequence > row.sequence;
    const isUndone = repaired.events.some(
      (one) => one.kind === 'undo' && one.sequence === event.sequence + 1,
    );
    const isTold = event.kind !== 'undo' && !isUndone;
    if (isTold && (!before || (isAhead && !isOld(before)))) await addCallback(run, row, event);
  }
  const endedAs = endedAsOf(repaired.events);
  await changeRow(run, row, { ...repaired.row, endedAs });
  await releaseNextInOrder(trx, [transactionId], run.input.steadyNowMs);
}

/** Finds the events of a transaction that its client may have received: their callbacks were sent or claimed. */
async function findMaybeReceived(
  trx: DatabaseTransaction,
  transactionId: string,
): Promise<ReadonlySet<string>> {
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

function stateOf(row: TransactionsTable): TransactionState {
  return {
    sequence: row.sequence,
    status: row.status,
    reason: row.status_reason,
    finalAmountMinor: row.final_amount_minor,
    sinceMs: row.updated_at_ms,
  };
}

function storedEventOf(event: EventRow, mayBeReceived: boolean): StoredEvent {
  return {
    id: event.id,
    kind: event.kind,
    from: event.from_status,
    sequence: event.sequence,
    status: event.to_status,
    reason: event.reason,
    finalAmountMinor: event.final_amount_minor,
    sinceMs: event.occurred_at_ms,
    mayBeReceived,
  };
}

async function changeRow(
  run: RepairRun,
  row: TransactionsTable,
  state: TransactionState & { readonly endedAs: EndedKind | null },
): Promise<void> {
  const before = {
    status: row.status,
    sequence: row.sequence,
    status_reason: row.status_reason,
    ended_as: row.ended_as,
    final_amount_minor: row.final_amount_minor,
  };
  const after = {
    status: state.status,
    sequence: state.sequence,
    status_reason: state.reason,
    ended_as: state.endedAs,
    final_amount_minor: state.finalAmountMinor,
  };
  if (isSame(before, after)) return;
  await run.trx
    .updateTable('transactions')
    .set({ ...after, updated_at_ms: state.sinceMs })
    .where('id', '=', row.id)
    .execute();
  await run.record({ kind: 'transaction-changed', subject: row.id, before, after });
}
