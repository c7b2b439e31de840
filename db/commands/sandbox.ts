import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { CallbackFailureKind, TakenFailure } from '../../src/domain/callback-failure.ts';
import { MOST_AHEAD_MS } from '../../src/domain/test-clock.ts';
import {
  type AskedFailure,
  type ClockMove,
  MOST_ASKED,
  MOST_MOVED,
} from '../../src/operations/sandbox/store.ts';
import { chunksOf, padToPowerOfTwo } from '../list-statements.ts';
import type { DatabaseTransaction, Tables } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { lockTransactions } from './common/lock-transactions.ts';
import { redeliverCallback } from './redeliver-callbacks.ts';

const SECOND_MS = 1000;

/** Rows of one statement. */
const MOVED_AT_ONCE = 1024;

interface AdvanceTestClock extends Audited {
  readonly clientId: string;
  readonly advanceMs: number;
  /** The deposits whose times move with it, if they are still pending. */
  readonly depositIds: readonly string[];
}

/**
 * Moves the clock of a test key forward, or reads it with 0. Due times are those of the machine for every client, so
 * that no job knows of such clocks: they come nearer by as much. What a process has claimed is left to it.
 */
export async function advanceTestClock(
  trx: DatabaseTransaction,
  { clientId, advanceMs, depositIds, audit }: AdvanceTestClock,
): Promise<ClockMove> {
  const known = await trx
    .selectFrom('clients')
    .select(['clock_ahead_ms', 'app_key'])
    .where('id', '=', clientId)
    .where('is_test', '=', 1)
    // Two moves at once are one after the other.
    .forNoKeyUpdate()
    .executeTakeFirst();
  const aheadMs = (known?.clock_ahead_ms ?? 0) + advanceMs;
  if (!known || aheadMs > MOST_AHEAD_MS) return { kind: 'too-far' };
  if (advanceMs === 0) return { kind: 'moved', aheadMs, movedCount: 0 };
  const callbackCount = await countWaiting(trx, clientId);
  if (callbackCount > MOST_MOVED) return { kind: 'too-many' };
  await moveDeposits(trx, depositIds, { clientId, advanceMs });
  await moveCallbacks(trx, { clientId, advanceMs });
  await trx.updateTable('clients').set({ clock_ahead_ms: aheadMs }).where('id', '=', clientId).execute();
  await appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: known.app_key },
    before: { clockAheadSeconds: (aheadMs - advanceMs) / SECOND_MS },
    after: { clockAheadSeconds: aheadMs / SECOND_MS },
  });
  return { kind: 'moved', aheadMs, movedCount: depositIds.length + callbackCount };
}

/** Counts the callbacks that wait for their time, up to one more than can be moved. */
async function countWaiting(trx: DatabaseTransaction, clientId: string): Promise<number> {
  const waiting = trx
    .selectFrom('callbacks')
    .select('event_id')
    .where((eb) => isWaiting(eb, clientId))
    .limit(MOST_MOVED + 1);
  const { count } = await trx
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function isWaiting(eb: ExpressionBuilder<Tables, 'callbacks'>, clientId: string): Expression<SqlBool> {
  return eb.and([eb('client_id', '=', clientId), eb('due_at_ms', 'is not', null), eb('lease', 'is', null)]);
}

type Move = Pick<AdvanceTestClock, 'clientId' | 'advanceMs'>;

async function moveDeposits(
  trx: DatabaseTransaction,
  ids: readonly string[],
  { clientId, advanceMs }: Move,
): Promise<void> {
  await lockTransactions(trx, ids);
  for (const chunk of chunksOf(ids, MOVED_AT_ONCE))
    await trx
      .updateTable('transactions')
      .set((eb) => ({ expires_at_ms: eb('expires_at_ms', '-', advanceMs) }))
      .where('id', 'in', padToPowerOfTwo(chunk))
      .where('client_id', '=', clientId)
      .where('type', '=', 'deposit')
      .where('status', '=', 'pending')
      .execute();
}

async function moveCallbacks(trx: DatabaseTransaction, { clientId, advanceMs }: Move): Promise<void> {
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
    // Not by ids that were selected: PostgreSQL looks again only at conditions on a row that was claimed meanwhile.
    .where((eb) => isWaiting(eb, clientId))
    .execute();
}

interface AskCallbackFailures extends Audited {
  readonly id: string;
  readonly clientId: string;
  readonly kind: CallbackFailureKind | undefined;
  readonly count: number;
}

/**
 * Adds to what a test key asks to go wrong, or takes it back with a count of 0.
 * @returns what is left to go wrong; undefined, and nothing is added, when it would be more than the most.
 */
export async function askCallbackFailures(
  trx: DatabaseTransaction,
  { id, clientId, kind, count, audit }: AskCallbackFailures,
): Promise<AskedFailure[] | undefined> {
  const before = await findAsked(trx, clientId);
  if (count === 0) {
    let taken = trx.deleteFrom('callback_failures').where('client_id', '=', clientId);
    if (kind !== undefined) taken = taken.where('kind', '=', kind);
    await taken.execute();
  } else if (kind !== undefined) {
    const left = before.reduce((sum, { remaining }) => sum + remaining, 0);
    if (left + count > MOST_ASKED) return undefined;
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
  // It is used up once the later one is due again: see deliverGivenUp.
  if (kind === 'outOfOrder' && givenUpId !== null && givenUpId !== eventId)
    return { kind: 'comeFirst', laterEventId: givenUpId };
  await useUp(trx, id, remaining);
  // A person has delivered it again by hand: the order is right after all.
  return kind === 'outOfOrder' ? undefined : { kind };
}

interface DeliverGivenUp extends TakeCallbackFailure {
  readonly steadyNowMs: number;
}

/**
 * Makes a callback due again that was given up so that another one comes first. In one commit with the end of what its
 * client has asked: a process that ends before leaves both for the next callback.
 */
export async function deliverGivenUp(
  trx: DatabaseTransaction,
  { clientId, eventId, steadyNowMs }: DeliverGivenUp,
): Promise<void> {
  const asked = await trx
    .selectFrom('callback_failures')
    .select(['id', 'remaining'])
    .where('client_id', '=', clientId)
    .where('kind', '=', 'outOfOrder')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  // Another callback has come first as well, or it was taken back.
  if (!asked) return;
  const underWay = await trx
    .selectFrom('callbacks')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('lease', 'is not', null)
    .executeTakeFirst();
  // Its attempt is still to store that it was given up. It is left to the next callback.
  if (underWay) return;
  await useUp(trx, asked.id, asked.remaining);
  await redeliverCallback(trx, { eventId, steadyNowMs });
}

async function useUp(trx: DatabaseTransaction, id: string, remaining: number): Promise<void> {
  if (remaining <= 1) {
    await trx.deleteFrom('callback_failures').where('id', '=', id).execute();
    return;
  }
  await trx
    .updateTable('callback_failures')
    .set({ remaining: remaining - 1, event_id: null })
    .where('id', '=', id)
    .execute();
}
