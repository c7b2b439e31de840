import { checkAttempts } from '../../verify/attempts.ts';
import type { RepairRun } from './run.ts';

/** Removes attempts without an event, and sets the transaction and the client of the others to those of the event. */
export async function repairAttempts(run: RepairRun): Promise<void> {
  for await (const page of checkAttempts(run.trx))
    for (const { kind, position, eventId } of page) {
      const attempt = await run.trx
        .selectFrom('callback_attempts')
        .select(['event_id', 'transaction_id', 'client_id', 'started_at_ms', 'status', 'error'])
        .where('position', '=', position)
        .executeTakeFirstOrThrow();
      const subject = String(position);
      if (kind === 'attempt-without-event') {
        await run.trx.deleteFrom('callback_attempts').where('position', '=', position).execute();
        await run.record({ kind: 'attempt-removed', subject, before: attempt, after: null });
        continue;
      }
      const after = await run.trx
        .selectFrom('events')
        .innerJoin('transactions', 'transactions.id', 'events.transaction_id')
        .select(['events.transaction_id', 'transactions.client_id'])
        .where('events.id', '=', eventId)
        .executeTakeFirstOrThrow();
      const before = { transaction_id: attempt.transaction_id, client_id: attempt.client_id };
      await run.trx.updateTable('callback_attempts').set(after).where('position', '=', position).execute();
      await run.record({ kind: 'attempt-changed', subject, before, after });
    }
}
