import { sql } from 'kysely';
import type { TransactionEvent } from '../src/domain/change.ts';
import type { AttemptRecord, CallbackOutbox } from '../src/operations/callback-ports.ts';
import { insertAttempts } from './callback-attempts.ts';
import { claimDue, hasten, loadClaimed, selectQueues } from './callback-claims.ts';
import { passTurns } from './callback-turns.ts';
import type { DatabaseTransaction, Engine } from './dialect.ts';
import { GroupCommit } from './group-commit.ts';
import { prepareQuery } from './prepared.ts';

const MAX_GROUP_SIZE = 128;

const insertCallback = prepareQuery((trx) => ({
  // Only for a client that wants callbacks. What waits for an earlier one gets its time when that one is done.
  compile: () =>
    sql`
      insert into callbacks (
        event_id, client_id, transaction_id, sequence, state,
        due_at_ms, due_since_ms, lease, waits_since_ms, failed_attempts
      )
      select
        ${'event'}, clients.id, ${'transaction'}, ${0}, 'pending',
        case when earlier.event_id is null then ${0} end,
        case when earlier.event_id is null then ${0} end,
        null, null, 0
      from clients
      left join callbacks as earlier on earlier.transaction_id = ${'transaction'} and earlier.state = 'pending'
      where clients.id = ${'client'} and clients.callback_url is not null
      limit 1
    `.compile(trx),
}));

/** Writes the callbacks of events into the outbox, in the commit of what they tell of, oldest first. */
export async function insertCallbacks(
  trx: DatabaseTransaction,
  events: readonly TransactionEvent[],
  steadyNowMs: number,
): Promise<void> {
  const inserts = events.map(({ id, transactionId, sequence, clientId }) =>
    insertCallback.run(trx, 1, [
      id,
      transactionId,
      sequence,
      steadyNowMs,
      steadyNowMs,
      transactionId,
      clientId,
    ]),
  );
  await Promise.all(inserts);
}

export interface OutboxOptions {
  readonly steadyNowMs: () => number;
  /** Names this process among those that send. */
  readonly lease: string;
}

/** The outbox of an engine's database, as the worker of one process uses it. */
export function createCallbackOutbox(engine: Engine, options: OutboxOptions): CallbackOutbox {
  const { steadyNowMs, lease } = options;
  const records = new GroupCommit<AttemptRecord, undefined>({
    maxGroupSize: MAX_GROUP_SIZE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      await engine.write((trx) => recordAttempts(trx, group, options));
      return group.map(() => undefined);
    },
    isGeneral: (error) => engine.isUnavailable(error),
    overload: () => new Error('the outbox takes all there is'),
  });

  return {
    queues: () => selectQueues(engine.reader),
    async claim(claims, leaseMs) {
      const nowMs = steadyNowMs();
      const leaseEndsAtMs = nowMs + leaseMs;
      const ids = await engine.write((trx) => claimDue(trx, claims, { nowMs, leaseEndsAtMs, lease }));
      return loadClaimed(engine.reader, ids, leaseEndsAtMs);
    },
    record: (record) => records.submit(record),
    release: (eventIds) =>
      engine.write(async (trx) => {
        const nowMs = steadyNowMs();
        await Promise.all(eventIds.map((id) => releaseOne.run(trx, 1, [nowMs, null, id, lease])));
      }),
    releaseAll: () =>
      engine.write(async (trx) => {
        await trx
          .updateTable('callbacks')
          .set({ due_at_ms: steadyNowMs(), lease: null })
          .where('due_at_ms', 'is not', null)
          .where('lease', 'is not', null)
          .execute();
      }),
    hasten: (clientId, { waitingSinceMs, limit }) =>
      engine.write((trx) => hasten(trx, clientId, { waitingSinceMs, limit, nowMs: steadyNowMs() })),
  };
}

const releaseOne = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set({ due_at_ms: 0, lease: null })
    .where('event_id', '=', '')
    .where('lease', '=', ''),
);

const finish = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set({ state: 'delivered', due_at_ms: null, lease: null })
    .where('event_id', '=', '')
    .where('lease', '=', ''),
);

const postpone = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set((eb) => ({
      due_at_ms: 0,
      waits_since_ms: 0,
      lease: null,
      failed_attempts: eb('failed_attempts', '+', sql.lit(1)),
    }))
    .where('event_id', '=', '')
    .where('lease', '=', ''),
);

/** What is recorded of a callback whose lease was lost is the attempt alone: another has it now. */
async function recordAttempts(
  trx: DatabaseTransaction,
  records: readonly AttemptRecord[],
  { lease, steadyNowMs }: OutboxOptions,
): Promise<void> {
  const nowMs = steadyNowMs();
  const attempts = records.map((record) => record.attempt);
  const updates = records.map(({ attempt: { eventId }, outcome }) =>
    outcome.state === 'pending'
      ? postpone.run(trx, 1, [outcome.dueAtMs, outcome.isAsked ? null : nowMs, null, eventId, lease])
      : finish.run(trx, 1, [outcome.state, null, null, eventId, lease]),
  );
  await Promise.all([insertAttempts(trx, attempts), ...updates]);
  await passTurns(
    trx,
    attempts.map((attempt) => attempt.transactionId),
    nowMs,
  );
}
