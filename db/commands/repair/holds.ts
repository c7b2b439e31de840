import { checkHolds } from '../../verify/holds.ts';
import { releaseNextInOrder } from '../common/release-next-in-order.ts';
import type { RepairRun } from './run.ts';

/** Ends every hold that contradicts its event: what it holds back becomes due. */
export async function repairHolds(run: RepairRun): Promise<void> {
  for await (const page of checkHolds(run.trx))
    for (const eventId of new Set(page.map((hold) => hold.eventId))) {
      const before = await run.trx
        .deleteFrom('holds')
        .where('event_id', '=', eventId)
        .returning(['event_id', 'transaction_id', 'client_id', 'ends_at_ms', 'before_updated_at_ms'])
        .executeTakeFirstOrThrow();
      await run.record({ kind: 'hold-removed', subject: eventId, before, after: null });
      const event = await run.trx
        .selectFrom('events')
        .select('transaction_id')
        .where('id', '=', eventId)
        .executeTakeFirst();
      const ids = [before.transaction_id, event?.transaction_id].filter((id) => id !== undefined);
      await releaseNextInOrder(run.trx, ids, run.input.steadyNowMs);
    }
}
