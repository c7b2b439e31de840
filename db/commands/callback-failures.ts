import type { CallbackFailureKind, TakenFailure } from '../../src/domain/callback-failure.ts';
import { type AskedFailure, MOST_ASKED } from '../../src/operations/sandbox/store.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { type Audited, appendAudit } from './common/append-audit.ts';
import { redeliverCallback } from './redeliver-callbacks.ts';

interface AskCallbackFailures extends Audited {
  readonly id: string;
  readonly clientId: string;
  readonly kind: CallbackFailureKind | undefined;
  readonly count: number;
  readonly steadyNowMs: number;
}

/**
 * Adds to what a test key asks to go wrong, or takes it back with a count of 0.
 * @returns what is left to go wrong; undefined, and nothing is added, when it would be more than the most.
 */
export async function askCallbackFailures(
  trx: DatabaseTransaction,
  { id, clientId, kind, count, steadyNowMs, audit }: AskCallbackFailures,
): Promise<AskedFailure[] | undefined> {
  const appKey = await lockClient(trx, clientId);
  const before = await findAsked(trx, clientId);
  if (count === 0) {
    await takeBack(trx, { clientId, kind, steadyNowMs });
  } else if (kind !== undefined) {
    const left = before.reduce((sum, { remaining }) => sum + remaining, 0);
    if (left + count > MOST_ASKED) return undefined;
    const row = { id, client_id: clientId, kind, remaining: count, event_id: null };
    await trx.insertInto('callback_failures').values(row).execute();
  }
  const after = await findAsked(trx, clientId);
  await appendAudit(trx, audit, {
    ...{ targetKind: 'client', targetId: appKey ?? clientId },
    ...{ before: { callbackFailures: before }, after: { callbackFailures: after } },
  });
  return after;
}

/**
 * Locks what a client asks for, before its rows: whoever waited for one of these would not see that it is used up and
 * another one is next.
 * @returns the key of the client.
 */
async function lockClient(trx: DatabaseTransaction, clientId: string): Promise<string | undefined> {
  const client = await trx
    .selectFrom('clients')
    .select('app_key')
    .where('id', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return client?.app_key;
}

/** Removes what is asked for. A callback that was given up so that another one comes first waits for none any more. */
async function takeBack(
  trx: DatabaseTransaction,
  { clientId, kind, steadyNowMs }: Pick<AskCallbackFailures, 'clientId' | 'kind' | 'steadyNowMs'>,
): Promise<void> {
  let asked = trx.selectFrom('callback_failures').selectAll().where('client_id', '=', clientId);
  if (kind !== undefined) asked = asked.where('kind', '=', kind);
  for (const { id, event_id: eventId } of await asked.orderBy('id').execute()) {
    if (eventId !== null && (await isUnderWay(trx, eventId))) {
      // Its attempt is still to store that it was given up. What remains is the end of that.
      await trx.updateTable('callback_failures').set({ remaining: 1 }).where('id', '=', id).execute();
      continue;
    }
    await trx.deleteFrom('callback_failures').where('id', '=', id).execute();
    if (eventId !== null) await redeliverCallback(trx, { eventId, steadyNowMs });
  }
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
  await lockClient(trx, clientId);
  const asked = await trx
    .selectFrom('callback_failures')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id')
    .limit(1)
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
  await lockClient(trx, clientId);
  const asked = await trx
    .selectFrom('callback_failures')
    .select(['id', 'remaining'])
    .where('client_id', '=', clientId)
    .where('kind', '=', 'outOfOrder')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  // Another callback has come first as well, or it was taken back.
  if (!asked) return;
  // Its attempt is still to store that it was given up. It is left to the next callback.
  if (await isUnderWay(trx, eventId)) return;
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

/** Whether a process has claimed a callback. */
async function isUnderWay(trx: DatabaseTransaction, eventId: string): Promise<boolean> {
  const claimed = await trx
    .selectFrom('callbacks')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('lease', 'is not', null)
    .executeTakeFirst();
  return claimed !== undefined;
}
