import type { AttemptRecord } from '../../../src/callbacks/outbox.ts';
import type { CallbackState } from '../../../src/callbacks/store.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { typesOf } from '../../sql/columns.ts';
import { rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findOutages } from '../queries/outages.ts';
import { attemptToRow } from '../rows.ts';
import { releaseNextInOrder } from './release-next-in-order.ts';

interface RecordAttempts {
  readonly records: readonly AttemptRecord[];
  /** The time of the wall clock. */
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** Identifies the process that made the attempts. */
  readonly lease: string;
}

/**
 * Stores attempts and their outcomes. An attempt whose lease has ended changes nothing else: another process may have
 * claimed the callback.
 * @returns the ids of the clients whose receivers are back after an outage.
 */
export async function recordAttempts(
  trx: DatabaseTransaction,
  { records, nowMs, steadyNowMs, lease }: RecordAttempts,
): Promise<string[]> {
  const attempts = records.map((record) => record.attempt);
  const transactionIds = attempts.map((attempt) => attempt.transactionId);
  await lockTransactions(trx, transactionIds);
  const succeeded = records.filter(({ outcome }) => outcome.state === 'delivered');
  const clientIds = succeeded.map(({ attempt }) => attempt.clientId);
  const backIds = await findOutages(trx, clientIds, nowMs);
  await trx.insertInto('callback_attempts').values(attempts.map(attemptToRow)).execute();
  for (const state of ['delivered', 'failed'] as const) {
    const finished = records.filter(({ outcome }) => outcome.state === state);
    await endCallbacks(trx, state, { eventIds: finished.map(({ attempt }) => attempt.eventId), lease });
  }
  await postpone(trx, records, lease);
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
  return backIds;
}

async function endCallbacks(
  trx: DatabaseTransaction,
  state: CallbackState,
  { eventIds, lease }: { readonly eventIds: readonly string[]; readonly lease: string },
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ state, due_at_ms: null, lease: null })
    .where('event_id', 'in', eventIds)
    .where('lease', '=', lease)
    .execute();
}

async function postpone(
  trx: DatabaseTransaction,
  records: readonly AttemptRecord[],
  lease: string,
): Promise<void> {
  const rows = records.flatMap(({ attempt, outcome }) =>
    outcome.state === 'pending'
      ? [[attempt.eventId, outcome.dueAtMs, outcome.waitsSinceMs, outcome.failedAttempts]]
      : [],
  );
  if (rows.length === 0) return;
  await trx
    .with('postponed', () => rowsOf<PostponedRow>(POSTPONED, rows))
    .updateTable('callbacks')
    .from('postponed')
    .set((eb) => ({
      due_at_ms: eb.ref('postponed.due_at_ms'),
      waits_since_ms: eb.ref('postponed.waits_since_ms'),
      lease: null,
      failed_attempts: eb.ref('postponed.failed_attempts'),
    }))
    .whereRef('callbacks.event_id', '=', 'postponed.event_id')
    .where('callbacks.lease', '=', lease)
    .execute();
}

const POSTPONED = typesOf<PostponedRow>(['event_id', 'due_at_ms', 'waits_since_ms', 'failed_attempts']);

interface PostponedRow {
  readonly event_id: string;
  readonly due_at_ms: number;
  readonly waits_since_ms: number | null;
  readonly failed_attempts: number;
}
