import { sql } from 'kysely';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { type Batch, NO_ROWS } from '../../sql/batch.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { releaseNextInOrder } from './release-next-in-order.ts';

const UNSENT = { state: 'pending', failed_attempts: 0 } as const;

/** The lease that a redelivery puts in place of that of an attempt under way. No process has it. */
const REDELIVERY = 'redelivery';

interface RedeliverCallback extends Audited {
  readonly eventId: string;
  readonly steadyNowMs: number;
}

/**
 * Makes the callback of an event due again, also when it was delivered before. An event without a callback gets one. An
 * attempt that is under way loses its lease, so that its outcome changes nothing: the callback is due when that would
 * have ended.
 */
export async function redeliverCallback(
  trx: DatabaseTransaction,
  { eventId, steadyNowMs, audit }: RedeliverCallback,
): Promise<void> {
  const event = await trx
    .selectFrom('events')
    .select(['id as event_id', 'client_id', 'transaction_id', 'sequence', 'is_test'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) return;
  await lockTransactions(trx, [event.transaction_id]);
  const before = await trx
    .selectFrom('callbacks')
    .select('state')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  await trx
    .insertInto('callbacks')
    .values({ ...UNSENT, ...event })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet((eb) => ({
        ...UNSENT,
        due_at_ms: eb
          .case()
          .when('callbacks.lease', 'is not', null)
          .then(eb.ref('callbacks.due_at_ms'))
          .end(),
        due_since_ms: eb.ref('callbacks.due_at_ms'),
        lease: eb.case().when('callbacks.lease', 'is not', null).then(REDELIVERY).end(),
      })),
    )
    .execute();
  await releaseNextInOrder(trx, [event.transaction_id], steadyNowMs);
  await appendAudit(trx, audit, {
    targetKind: 'event',
    targetId: eventId,
    before: { callback: before?.state ?? null },
    after: { callback: 'pending', redelivered: true },
  });
}

interface RedeliverFailedCallbacks extends Audited {
  readonly clientId: string;
  /** Names the client in the audit log. */
  readonly appKey: string;
  /** The most callbacks of one command, so that other commands can run in between. */
  readonly limit: number;
  /** The last event of the command before: one that has failed again since is not delivered once more. */
  readonly after?: string | undefined;
  readonly steadyNowMs: number;
}

interface RedeliveredBatch extends Batch {
  /** The last event that was examined; undefined when there was none. */
  readonly last?: string | undefined;
}

/** Makes failed callbacks of a client due again, in the order of their events. */
export async function redeliverFailedCallbacks(
  trx: DatabaseTransaction,
  { clientId, appKey, limit, after, steadyNowMs, audit }: RedeliverFailedCallbacks,
): Promise<RedeliveredBatch> {
  const failed = await trx
    .selectFrom('callbacks')
    .select(['event_id', 'transaction_id'])
    .where('client_id', '=', clientId)
    .where('state', '=', sql.lit('failed'))
    .where('event_id', '>', after ?? '')
    .orderBy('event_id')
    .limit(limit)
    .execute();
  if (failed.length === 0) return NO_ROWS;
  const transactionIds = failed.map((row) => row.transaction_id);
  await lockTransactions(trx, transactionIds);
  const rows = await trx
    .updateTable('callbacks')
    .set(UNSENT)
    .where(
      'event_id',
      'in',
      failed.map((row) => row.event_id),
    )
    .where('state', '=', sql.lit('failed'))
    .returning('transaction_id')
    .execute();
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  if (rows.length > 0)
    await appendAudit(trx, audit, {
      targetKind: 'client',
      targetId: appKey,
      before: null,
      after: { redelivered: rows.length },
    });
  return { looked: failed.length, changed: rows.length, last: failed.at(-1)?.event_id };
}
