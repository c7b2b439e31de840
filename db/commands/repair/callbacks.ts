import type { CallbackDisagreement } from '../../../src/domain/consistency.ts';
import type { CallbacksTable } from '../../tables.ts';
import { checkAttempts } from '../../verify/attempts.ts';
import { checkCallbacks } from '../../verify/callbacks.ts';
import { releaseNextInOrder } from '../release-next-in-order.ts';
import type { RepairLog } from './log.ts';

/** Gives attempts to the events that they are of; those of no event go. */
export async function repairAttempts(log: RepairLog): Promise<void> {
  for await (const page of checkAttempts(log.trx))
    for (const { kind, position, eventId } of page) {
      const attempt = await log.trx
        .selectFrom('callback_attempts')
        .select(['event_id', 'transaction_id', 'client_id', 'started_at_ms', 'status', 'error'])
        .where('position', '=', position)
        .executeTakeFirstOrThrow();
      const subject = String(position);
      if (kind === 'attempt-without-event') {
        await log.trx.deleteFrom('callback_attempts').where('position', '=', position).execute();
        await log.note({ kind: 'attempt-removed', subject, before: attempt, after: null });
        continue;
      }
      const after = await log.trx
        .selectFrom('events')
        .innerJoin('transactions', 'transactions.id', 'events.transaction_id')
        .select(['events.transaction_id', 'transactions.client_id'])
        .where('events.id', '=', eventId)
        .executeTakeFirstOrThrow();
      const before = { transaction_id: attempt.transaction_id, client_id: attempt.client_id };
      await log.trx.updateTable('callback_attempts').set(after).where('position', '=', position).execute();
      await log.note({ kind: 'attempt-changed', subject, before, after });
    }
}

function findEvent(log: RepairLog, eventId: string) {
  return log.trx
    .selectFrom('events')
    .select(['transaction_id', 'client_id', 'sequence'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
}

/** Mends callbacks one by one, then whose turn it is among those of a transaction. */
export async function repairCallbacks(log: RepairLog): Promise<void> {
  for await (const page of checkCallbacks(log.trx)) {
    for (const disagreement of page) await repairOne(log, disagreement);
    // By their events, in case that they named another transaction.
    const owners = await log.trx
      .selectFrom('events')
      .select('transaction_id')
      .where('id', 'in', [...new Set(page.map(({ eventId }) => eventId))])
      .execute();
    const ids = new Set([
      ...owners.map((row) => row.transaction_id),
      ...page.map((one) => one.transactionId),
    ]);
    await releaseNextInOrder(log.trx, [...ids], log.input.steadyNowMs);
  }
}

async function repairOne(
  log: RepairLog,
  { kind, eventId, transactionId }: CallbackDisagreement,
): Promise<void> {
  switch (kind) {
    case 'callback-without-event': {
      const before = await findCallback(log, eventId);
      await log.trx.deleteFrom('callbacks').where('event_id', '=', eventId).execute();
      return log.note({ kind: 'callback-removed', subject: eventId, before, after: null });
    }
    case 'callback-differs':
      return update(log, eventId, await findEvent(log, eventId));
    case 'callback-untried':
      return update(log, eventId, { state: 'pending', failed_attempts: 0, due_at_ms: null, lease: null });
    case 'callback-done-due': {
      // One that was untried as well is to be delivered by now.
      const { state } = await findCallback(log, eventId);
      return state === 'pending' ? undefined : update(log, eventId, { due_at_ms: null, lease: null });
    }
    case 'callback-lease':
      return update(log, eventId, { lease: null });
    case 'callback-stalled':
    case 'callback-out-of-turn':
      // The turns are passed below.
      return log.note({ kind: 'callbacks-ordered', subject: transactionId, before: null, after: null });
  }
}

function findCallback(log: RepairLog, eventId: string) {
  return log.trx
    .selectFrom('callbacks')
    .select(['client_id', 'transaction_id', 'sequence', 'state', 'failed_attempts', 'due_at_ms', 'lease'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
}

async function update(log: RepairLog, eventId: string, after: Partial<CallbacksTable>): Promise<void> {
  const stored = await findCallback(log, eventId);
  const before = Object.fromEntries(Object.entries(stored).filter(([column]) => column in after));
  await log.trx.updateTable('callbacks').set(after).where('event_id', '=', eventId).execute();
  await log.note({ kind: 'callback-changed', subject: eventId, before, after: { ...after } });
}
