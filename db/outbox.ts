import { sql } from 'kysely';
import type { TransactionEvent } from '../src/domain/change.ts';
import type {
  AttemptRecord,
  CallbackOutbox,
  CallbackQueue,
  Claim,
  ClaimedCallback,
} from '../src/operations/callback-ports.ts';
import { insertAttempts } from './callback-attempts.ts';
import { passTurns } from './callback-turns.ts';
import type { Database, DatabaseTransaction, Engine } from './dialect.ts';
import { findEvents } from './events.ts';
import { GroupCommit } from './group-commit.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';

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

async function hasten(
  trx: DatabaseTransaction,
  clientId: string,
  request: { readonly waitingSinceMs: number; readonly limit: number; readonly nowMs: number },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('callbacks')
    .set({ due_at_ms: request.nowMs })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', clientId)
        .where('due_at_ms', '>', request.nowMs)
        .where('lease', 'is', null)
        .where('waits_since_ms', '<=', request.waitingSinceMs)
        .orderBy('due_at_ms')
        .limit(request.limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const releaseOne = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set({ due_at_ms: 0, lease: null })
    .where('event_id', '=', '')
    .where('lease', '=', ''),
);

/** Leaps from client to client through the index, however many callbacks wait for each of them. */
async function selectQueues(db: Database): Promise<CallbackQueue[]> {
  const { rows } = await sql<{ client_id: string; due_at_ms: number }>`
    with recursive queues (client_id) as (
      select min(client_id) from callbacks where due_at_ms is not null
      union all
      select (
        select min(client_id) from callbacks where due_at_ms is not null and client_id > queues.client_id
      )
      from queues where queues.client_id is not null
    )
    select client_id, (
      select min(due_at_ms) from callbacks
      where due_at_ms is not null and callbacks.client_id = queues.client_id
    ) as due_at_ms
    from queues where client_id is not null
  `.execute(db);
  return rows.map((row) => ({ clientId: row.client_id, dueAtMs: row.due_at_ms }));
}

const claimOldest = prepareQuery((trx) =>
  trx
    .updateTable('callbacks')
    .set({ due_at_ms: 0, lease: '' })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', '')
        .where('due_at_ms', '<=', 0)
        .orderBy('due_at_ms')
        .limit(0),
    )
    .returning('event_id'),
);

interface Lease {
  readonly nowMs: number;
  readonly leaseEndsAtMs: number;
  readonly lease: string;
}

/** A claim is a time: until then nobody finds the callback due, and whoever has it makes it due again or done. */
async function claimDue(
  trx: DatabaseTransaction,
  claims: readonly Claim[],
  { nowMs, leaseEndsAtMs, lease }: Lease,
): Promise<string[]> {
  const claimed = claims.map(({ clientId, limit }) =>
    claimOldest.run(trx, 1, [leaseEndsAtMs, lease, clientId, nowMs, limit]),
  );
  return (await Promise.all(claimed)).flatMap(({ rows }) => rows.map((row) => row.event_id));
}

async function loadClaimed(
  db: Database,
  eventIds: readonly string[],
  leaseEndsAtMs: number,
): Promise<ClaimedCallback[]> {
  if (eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('callbacks')
    .select(['event_id', 'failed_attempts', 'due_since_ms'])
    .where('event_id', 'in', padToPowerOfTwo(eventIds))
    .execute();
  const callbacks = new Map(rows.map((row) => [row.event_id, row]));
  const records = await findEvents(db, eventIds);
  return records.map(({ event, transaction }) => {
    const callback = callbacks.get(event.id);
    if (!callback) throw new Error(`the callback of event ${event.id} is gone`);
    const { failed_attempts: failedAttempts, due_since_ms: dueSinceMs } = callback;
    return { event, transaction, failedAttempts, dueSinceMs: dueSinceMs ?? 0, leaseEndsAtMs };
  });
}

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
