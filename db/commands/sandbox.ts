import { sql } from 'kysely';
import type { CallbackFailureKind, TakenFailure } from '../../src/domain/callback-failure.ts';
import { MOST_AHEAD_MS } from '../../src/domain/test-clock.ts';
import type { AskedFailure } from '../../src/operations/sandbox/store.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';

const SECOND_MS = 1000;

interface AdvanceTestClock extends Audited {
  readonly clientId: string;
  readonly advanceMs: number;
}

/**
 * Moves the clock of a test key forward. Due times are those of the machine for every client, so that no job knows of
 * such clocks: they come nearer by as much. What a process has claimed is left to it.
 * @returns how far the clock is ahead; undefined when that would be more than the most, or the key is live.
 */
export async function advanceTestClock(
  trx: DatabaseTransaction,
  { clientId, advanceMs, audit }: AdvanceTestClock,
): Promise<number | undefined> {
  const client = await trx
    .updateTable('clients')
    .set((eb) => ({ clock_ahead_ms: eb('clock_ahead_ms', '+', advanceMs) }))
    .where('id', '=', clientId)
    .where('is_test', '=', 1)
    .where('clock_ahead_ms', '<=', MOST_AHEAD_MS - advanceMs)
    .returning(['clock_ahead_ms', 'app_key'])
    .executeTakeFirst();
  if (!client || advanceMs === 0) return client?.clock_ahead_ms;
  await trx
    .updateTable('transactions')
    .set((eb) => ({ expires_at_ms: eb('expires_at_ms', '-', advanceMs) }))
    .where('client_id', '=', clientId)
    .where('type', '=', sql.lit('deposit'))
    .where('status', '=', sql.lit('pending'))
    .execute();
  await trx
    .updateTable('holds')
    .set((eb) => ({ ends_at_ms: eb('ends_at_ms', '-', advanceMs) }))
    .where('client_id', '=', clientId)
    .execute();
  await trx
    .updateTable('callbacks')
    .set((eb) => ({
      due_at_ms: eb('due_at_ms', '-', advanceMs),
      due_since_ms: eb('due_since_ms', '-', advanceMs),
      waits_since_ms: eb('waits_since_ms', '-', advanceMs),
    }))
    .where('client_id', '=', clientId)
    .where('due_at_ms', 'is not', null)
    .where('lease', 'is', null)
    .execute();
  const aheadMs = client.clock_ahead_ms;
  await appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: client.app_key },
    before: { clockAheadSeconds: (aheadMs - advanceMs) / SECOND_MS },
    after: { clockAheadSeconds: aheadMs / SECOND_MS },
  });
  return aheadMs;
}

interface AskCallbackFailures extends Audited {
  readonly id: string;
  readonly clientId: string;
  readonly kind: CallbackFailureKind | undefined;
  readonly count: number;
}

/** Adds to what a test key asks to go wrong, or takes it back with a count of 0. @returns what is left to go wrong. */
export async function askCallbackFailures(
  trx: DatabaseTransaction,
  { id, clientId, kind, count, audit }: AskCallbackFailures,
): Promise<AskedFailure[]> {
  const before = await findAsked(trx, clientId);
  if (count === 0) {
    let taken = trx.deleteFrom('callback_failures').where('client_id', '=', clientId);
    if (kind !== undefined) taken = taken.where('kind', '=', kind);
    await taken.execute();
  } else if (kind !== undefined) {
    const row = { id, client_id: clientId, kind, remaining: count, event_id: null };
    await trx.insertInto('callback_failures').values(row).execute();
  }
  const after = await findAsked(trx, clientId);
  const client = await trx
    .selectFrom('clients')
    .select('app_key')
    .where('id', '=', clientId)
    .executeTakeFirst();
  await appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: client?.app_key ?? clientId },
    ...{ before: { callbackFailures: before }, after: { callbackFailures: after } },
  });
  return after;
}

function findAsked(trx: DatabaseTransaction, clientId: string): Promise<AskedFailure[]> {
  return trx
    .selectFrom('callback_failures')
    .select(['kind', 'remaining'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
}

interface TakeCallbackFailure {
  readonly clientId: string;
  readonly eventId: string;
}

/** Takes what is to go wrong with a delivery, once. */
export async function takeCallbackFailure(
  trx: DatabaseTransaction,
  { clientId, eventId }: TakeCallbackFailure,
): Promise<TakenFailure | undefined> {
  const asked = await trx
    .selectFrom('callback_failures')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!asked) return undefined;
  const { id, kind, remaining, event_id: givenUpId } = asked;
  if (kind === 'outOfOrder' && givenUpId === null) {
    await trx.updateTable('callback_failures').set({ event_id: eventId }).where('id', '=', id).execute();
    return { kind: 'giveUp' };
  }
  if (remaining <= 1) await trx.deleteFrom('callback_failures').where('id', '=', id).execute();
  else
    await trx
      .updateTable('callback_failures')
      .set({ remaining: remaining - 1, event_id: null })
      .where('id', '=', id)
      .execute();
  if (kind !== 'outOfOrder') return { kind };
  // Somebody has delivered it again by hand: the order is right after all.
  return givenUpId === null || givenUpId === eventId
    ? undefined
    : { kind: 'comeFirst', laterEventId: givenUpId };
}
