import { sql } from 'kysely';
import type { AttemptRecord } from '../../src/callbacks/outbox.ts';
import type { CallbackAttempt, CallbackState } from '../../src/operations/callbacks/store.ts';
import { padToPowerOfTwo } from '../padding.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { releaseNextInOrder } from './release-next-in-order.ts';

export interface RecordAttempts {
  readonly records: readonly AttemptRecord[];
  readonly steadyNowMs: number;
  /** Names the process that made the attempts. */
  readonly lease: string;
}

/** Keeps what came of attempts. Where the lease was lost it is the attempt alone: another process has the callback. */
export async function recordAttempts(
  trx: DatabaseTransaction,
  { records, steadyNowMs, lease }: RecordAttempts,
): Promise<void> {
  const attempts = records.map((record) => record.attempt);
  await trx.insertInto('callback_attempts').values(attempts.map(toRow)).execute();
  for (const state of ['delivered', 'failed'] as const) {
    const done = records.filter(({ outcome }) => outcome.state === state);
    await finish(trx, state, { eventIds: done.map(({ attempt }) => attempt.eventId), lease });
  }
  await postpone(trx, { records, steadyNowMs, lease });
  const transactionIds = attempts.map((attempt) => attempt.transactionId);
  await releaseNextInOrder(trx, transactionIds, steadyNowMs);
}

function toRow(attempt: CallbackAttempt) {
  return {
    event_id: attempt.eventId,
    transaction_id: attempt.transactionId,
    client_id: attempt.clientId,
    started_at_ms: attempt.startedAtMs,
    duration_ms: Math.round(attempt.durationMs),
    status: attempt.status,
    error: attempt.error,
    answer: attempt.responseExcerpt,
  };
}

async function finish(
  trx: DatabaseTransaction,
  state: CallbackState,
  { eventIds, lease }: { readonly eventIds: readonly string[]; readonly lease: string },
): Promise<void> {
  if (eventIds.length === 0) return;
  await trx
    .updateTable('callbacks')
    .set({ state, due_at_ms: null, lease: null })
    .where('event_id', 'in', padToPowerOfTwo(eventIds))
    .where('lease', '=', lease)
    .execute();
}

async function postpone(
  trx: DatabaseTransaction,
  { records, steadyNowMs, lease }: RecordAttempts,
): Promise<void> {
  const rows = records.flatMap(({ attempt, outcome }) =>
    outcome.state === 'pending'
      ? [sql`(${attempt.eventId}, ${outcome.dueAtMs}, ${outcome.retryAfterRequested ? null : steadyNowMs})`]
      : [],
  );
  if (rows.length === 0) return;
  await trx
    .with(
      'postponed(event_id, due_at_ms, waits_since_ms)',
      () => sql<PostponedRow>`(values ${sql.join(padToPowerOfTwo(rows))})`,
    )
    .updateTable('callbacks')
    .from('postponed')
    .set((eb) => ({
      due_at_ms: eb.ref('postponed.due_at_ms'),
      waits_since_ms: eb.ref('postponed.waits_since_ms'),
      lease: null,
      failed_attempts: eb('callbacks.failed_attempts', '+', 1),
    }))
    .whereRef('callbacks.event_id', '=', 'postponed.event_id')
    .where('callbacks.lease', '=', lease)
    .execute();
}

interface PostponedRow {
  readonly event_id: string;
  readonly due_at_ms: number;
  readonly waits_since_ms: number | null;
}
