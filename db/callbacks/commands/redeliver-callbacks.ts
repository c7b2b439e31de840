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
  /** Whether callbacks that wait for their next attempt are made due, too. */
  readonly waiting: boolean;
  /** The most callbacks of one command, so that other commands can run in between. */
  readonly limit: number;
  /** The last event of the command before: one that has failed again since is not delivered once more. */
  readonly after?: string | undefined;
  readonly steadyNowMs: number;
}

interface RedeliveredBatch extends Batch {
  /** How many of those that it changed were waiting for their next attempt. */
  readonly waiting: number;
  /** The last event that was looked at; undefined when there was none. */
  readonly last?: string | undefined;
}

/**
 * Makes failed callbacks of a client due again, in the order of their events, and where wanted those that wait for their
 * next attempt. An attempt that is under way goes on.
 */
export async function redeliverFailedCallbacks(
  trx: DatabaseTransaction,
  { clientId, appKey, waiting, limit, after, steadyNowMs, audit }: RedeliverFailedCallbacks,
): Promise<RedeliveredBatch> {
  const failed = trx
    // Materialized: in the order of its key the whole table would be read.
    .with(
      (cte) => cte('waiting').materialized(),
      (db) =>
        db
          .selectFrom('callbacks')
          .select(['event_id', 'transaction_id', 'state'])
          .where('client_id', '=', clientId)
          .where('due_at_ms', '>', steadyNowMs)
          .where('lease', 'is', null),
    )
    .selectFrom('callbacks')
    .select(['event_id', 'transaction_id', 'state'])
    .where('client_id', '=', clientId)
    .where('state', '=', sql.lit('failed'))
    .where('event_id', '>', after ?? '');
  const wanted = waiting
    ? failed.unionAll((db) =>
        db
          .selectFrom('waiting')
          .selectAll()
          .where('event_id', '>', after ?? ''),
      )
    : failed;
  const found = await wanted.orderBy('event_id').limit(limit).execute();
  if (found.length === 0) return { ...NO_ROWS, waiting: 0 };
  const transactionIds = found.map((row) => row.transaction_id);
  await lockTransactions(trx, transactionIds);
  const waited = new Set(found.filter(({ state }) => state === 'pending').map((row) => row.event_id));
  const rows = await trx
    .updateTable('callbacks')
    .set({ ...UNSENT, due_at_ms: null })
    .where(
      'event_id',
      'in',
      found.map((row) => row.event_id),
    )
    // Another process may have changed them meanwhile.
    .where((eb) => {
      const isFailed = eb('state', '=', sql.lit('failed'));
      if (!waiting) return isFailed;
      return eb.or([isFailed, eb.and([eb('due_at_ms', '>', steadyNowMs), eb('lease', 'is', null)])]);
    })
    .returning('event_id')
    .execute();
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  if (rows.length > 0)
    await appendAudit(trx, audit, {
      targetKind: 'client',
      targetId: appKey,
      before: null,
      after: { redelivered: rows.length },
    });
  return {
    looked: found.length,
    changed: rows.length,
    waiting: rows.filter((row) => waited.has(row.event_id)).length,
    last: found.at(-1)?.event_id,
  };
}
