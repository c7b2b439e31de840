import { sql } from 'kysely';
import type {
  AttemptFilter,
  AttemptPage,
  CallbackAdmin,
  CallbackAttempt,
} from '../src/operations/callback-ports.ts';
import type { Runtime } from '../src/operations/ports.ts';
import { available } from './available.ts';
import { passTurns } from './callback-turns.ts';
import type { Database, DatabaseTransaction, Engine } from './dialect.ts';
import { findEvents } from './events.ts';
import { prepareQuery, sampleRow } from './prepared.ts';
import type { CallbackAttemptsTable } from './tables.ts';

/** One statement for so many callbacks: others can write between two of them. */
const REDELIVERED_AT_ONCE = 1000;

const COLUMNS = [
  'event_id',
  'transaction_id',
  'client_id',
  'started_at_ms',
  'duration_ms',
  'status',
  'error',
  'answer',
] as const satisfies readonly (keyof CallbackAttemptsTable)[];

const insertAttempt = prepareQuery((trx) => trx.insertInto('callback_attempts').values(sampleRow(COLUMNS)));

/** Keeps what came of attempts. */
export async function insertAttempts(
  trx: DatabaseTransaction,
  attempts: readonly CallbackAttempt[],
): Promise<void> {
  const inserts = attempts.map((attempt) =>
    insertAttempt.run(trx, 1, [
      attempt.eventId,
      attempt.transactionId,
      attempt.clientId,
      attempt.startedAtMs,
      Math.round(attempt.durationMs),
      attempt.status,
      attempt.error,
      attempt.answer,
    ]),
  );
  await Promise.all(inserts);
}

/**
 * What operators see and do of the callbacks in an engine's database.
 * @param onCallbacks called when something became due.
 */
export function createCallbackAdmin(
  engine: Engine,
  { steadyNowMs }: Runtime,
  onCallbacks: () => void,
): CallbackAdmin {
  return {
    listAttempts: (filter, page) => available(engine, listAttempts(engine.reader, filter, page)),
    async findEvent(eventId) {
      const [record] = await available(engine, findEvents(engine.reader, [eventId]));
      return record;
    },
    async redeliver(eventId) {
      const work = engine.write((trx) => redeliver(trx, eventId, steadyNowMs()));
      await available(engine, work);
      onCallbacks();
    },
    async redeliverFailed(clientId) {
      let count = 0;
      for (;;) {
        const work = engine.write((trx) => redeliverSomeFailed(trx, clientId, steadyNowMs()));
        const redelivered = await available(engine, work);
        count += redelivered;
        onCallbacks();
        if (redelivered < REDELIVERED_AT_ONCE) return count;
      }
    },
  };
}

async function redeliver(trx: DatabaseTransaction, eventId: string, nowMs: number): Promise<void> {
  const event = await trx
    .selectFrom('events')
    .select(['id', 'client_id', 'transaction_id', 'sequence'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) return;
  const again = { state: 'pending', failed_attempts: 0 } as const;
  await trx
    .insertInto('callbacks')
    .values({
      ...again,
      event_id: event.id,
      client_id: event.client_id,
      transaction_id: event.transaction_id,
      sequence: event.sequence,
    })
    // What is being sent already is left to finish.
    .onConflict((conflict) =>
      conflict
        .column('event_id')
        .doUpdateSet({ ...again, due_at_ms: null })
        .where('callbacks.lease', 'is', null),
    )
    .execute();
  await passTurns(trx, [event.transaction_id], nowMs);
}

/** @returns how many, at most REDELIVERED_AT_ONCE. */
async function redeliverSomeFailed(
  trx: DatabaseTransaction,
  clientId: string,
  nowMs: number,
): Promise<number> {
  const rows = await trx
    .updateTable('callbacks')
    .set({ state: 'pending', failed_attempts: 0 })
    .where('event_id', 'in', (eb) =>
      eb
        .selectFrom('callbacks')
        .select('event_id')
        .where('client_id', '=', clientId)
        .where('state', '=', sql.lit('failed'))
        .orderBy('event_id')
        .limit(REDELIVERED_AT_ONCE),
    )
    .returning('transaction_id')
    .execute();
  await passTurns(
    trx,
    rows.map((row) => row.transaction_id),
    nowMs,
  );
  return rows.length;
}

async function listAttempts(
  db: Database,
  { clientId, transactionId, eventId }: AttemptFilter,
  { after, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<AttemptPage> {
  let query = db
    .selectFrom('callback_attempts')
    .select([...COLUMNS, 'position'])
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (after !== undefined) query = query.where('position', '<', after);
  const rows = await query.execute();
  const items = rows.slice(0, limit).map((row) => ({
    position: row.position,
    eventId: row.event_id,
    transactionId: row.transaction_id,
    clientId: row.client_id,
    startedAtMs: row.started_at_ms,
    durationMs: row.duration_ms,
    status: row.status,
    error: row.error,
    answer: row.answer,
  }));
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
