import type { CallbackDisagreement } from '../../../src/domain/consistency.ts';
import type { CallbacksTable } from '../../tables.ts';
import { checkCallbacks } from '../../verify/callbacks.ts';
import { releaseNextInOrder } from '../common/release-next-in-order.ts';
import type { RepairRun } from './run.ts';

/** Repairs callbacks one by one, then makes the next one of each transaction due. */
export async function repairCallbacks(run: RepairRun): Promise<void> {
  for await (const page of checkCallbacks(run.trx)) {
    for (const disagreement of page) await repairOne(run, disagreement);
    // The transactions of their events: a callback may have named another one.
    const ofEvents = await run.trx
      .selectFrom('events')
      .select('transaction_id')
      .where('id', 'in', [...new Set(page.map(({ eventId }) => eventId))])
      .execute();
    const ids = new Set([
      ...ofEvents.map((event) => event.transaction_id),
      ...page.map((callback) => callback.transactionId),
    ]);
    await releaseNextInOrder(run.trx, [...ids], run.input.steadyNowMs);
  }
}

async function repairOne(
  run: RepairRun,
  { kind, eventId, transactionId }: CallbackDisagreement,
): Promise<void> {
  switch (kind) {
    case 'callback-without-event': {
      const before = await findCallback(run, eventId);
      await run.trx.deleteFrom('callbacks').where('event_id', '=', eventId).execute();
      return run.record({ kind: 'callback-removed', subject: eventId, before, after: null });
    }
    case 'callback-differs':
      return update(run, eventId, await findEvent(run, eventId));
    case 'callback-untried':
      return update(run, eventId, { state: 'pending', failed_attempts: 0, due_at_ms: null, lease: null });
    case 'callback-done-due': {
      // One that was untried as well was set to pending before.
      const { state } = await findCallback(run, eventId);
      return state === 'pending' ? undefined : update(run, eventId, { due_at_ms: null, lease: null });
    }
    case 'callback-of-undone':
      return removeUnsent(run, eventId);
    case 'callback-held':
      return endHold(run, eventId);
    case 'callback-lease':
      return update(run, eventId, { lease: null });
    case 'callback-stalled':
    case 'callback-out-of-turn':
      // `repairCallbacks` releases the next in order after this.
      return run.record({ kind: 'callbacks-ordered', subject: transactionId, before: null, after: null });
  }
}

/** Removes a callback that must not be sent. One that was sent stays: the disagreement is true. */
async function removeUnsent(run: RepairRun, eventId: string): Promise<void> {
  const before = await findCallback(run, eventId);
  const attempt = await run.trx
    .selectFrom('callback_attempts')
    .select('position')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (attempt || before.state !== 'pending') return;
  await run.trx.deleteFrom('callbacks').where('event_id', '=', eventId).execute();
  await run.record({ kind: 'callback-removed', subject: eventId, before, after: null });
}

/** Ends the hold of a callback that may have been sent, so that nothing that was sent is undone. */
async function endHold(run: RepairRun, eventId: string): Promise<void> {
  const before = await run.trx
    .deleteFrom('holds')
    .where('event_id', '=', eventId)
    .returning(['event_id', 'transaction_id', 'client_id', 'ends_at_ms', 'before_updated_at_ms'])
    .executeTakeFirst();
  if (before) await run.record({ kind: 'hold-removed', subject: eventId, before, after: null });
}

function findEvent(run: RepairRun, eventId: string) {
  return run.trx
    .selectFrom('events')
    .select(['transaction_id', 'client_id', 'sequence'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
}

function findCallback(run: RepairRun, eventId: string) {
  return run.trx
    .selectFrom('callbacks')
    .select(['client_id', 'transaction_id', 'sequence', 'state', 'failed_attempts', 'due_at_ms', 'lease'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
}

async function update(run: RepairRun, eventId: string, after: Partial<CallbacksTable>): Promise<void> {
  const stored = await findCallback(run, eventId);
  const before = Object.fromEntries(Object.entries(stored).filter(([column]) => column in after));
  await run.trx.updateTable('callbacks').set(after).where('event_id', '=', eventId).execute();
  await run.record({ kind: 'callback-changed', subject: eventId, before, after: { ...after } });
}
