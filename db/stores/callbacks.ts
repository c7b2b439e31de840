import type { AttemptFilter, AttemptPage, CallbackAdmin } from '../../src/operations/callbacks/store.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { Engine } from '../engine.ts';
import { findEvents } from '../queries/events.ts';
import type { CallbackAttemptsTable, Database } from '../tables.ts';

/** So many callbacks in one command: others can write between two of them. */
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
    listAttempts: (filter, page) => engine.read((db) => listAttempts(db, filter, page)),
    async findEvent(eventId) {
      const [record] = await engine.read((db) => findEvents(db, [eventId]));
      return record;
    },
    async redeliver(eventId) {
      await engine.run('redeliverCallback', { eventId, steadyNowMs: steadyNowMs() });
      onCallbacks();
    },
    async redeliverFailed(clientId) {
      let count = 0;
      for (;;) {
        const request = { clientId, limit: REDELIVERED_AT_ONCE, steadyNowMs: steadyNowMs() };
        const redelivered = await engine.run('redeliverFailedCallbacks', request);
        count += redelivered;
        onCallbacks();
        if (redelivered < REDELIVERED_AT_ONCE) return count;
      }
    },
  };
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
    responseExcerpt: row.answer,
  }));
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
