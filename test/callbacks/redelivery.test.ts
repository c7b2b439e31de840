import { expect, test } from 'vitest';
import { createCallbackStore } from '../../db/callbacks/stores/callbacks.ts';
import type { Engine } from '../../db/engine.ts';
import { type Json, OPERATOR } from '../harness.ts';
import type { TestClient } from '../support/entities.ts';
import {
  applyTransition,
  DAY_MS,
  type ManualClockService,
  startWithoutTimers,
  storeWithdrawals,
  updateClient,
} from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { holdResponses, onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';

const CROWD = 1500;

/** Redelivers one event as the operator. @returns the event in the response. */
async function redeliver(service: ManualClockService, eventId: string): Promise<Json> {
  const data = expectData(await service.ask(`/v1/events/${eventId}/redeliver`, { body: {} }));
  await service.callbackWorker.idle();
  return data;
}

async function redeliverFailed(service: ManualClockService, { appKey }: TestClient): Promise<number> {
  const { count } = expectData(await service.ask('/v1/callbacks/redeliver-failed', { body: { appKey } }));
  await service.callbackWorker.idle();
  return count;
}

const bodiesOf = ({ deliveries }: Receiver): Json[] => deliveries.map(({ body }) => JSON.parse(body));
const sequences = (receiver: Receiver): number[] => bodiesOf(receiver).map(({ sequence }) => sequence);

test('a delivered callback can be redelivered with the same id and the same body', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  const { event } = await onlyEvent(service, transactionId);
  service.clock.advance(DAY_MS);
  const response = await redeliver(service, event.id);
  expect(response).toMatchObject({
    eventId: event.id,
    transactionId,
    callback: 'pending',
    callbackDueInSeconds: 0,
  });
  const [first, second, ...more] = receiver.deliveries;
  expect(more).toEqual([]);
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['webhook-id']).toBe(event.id);
  expect((await onlyEvent(service, transactionId)).callback).toEqual({ state: 'delivered', dueAtMs: null });
});

test('a callback that was given up can be redelivered, and is retried for three days again', async () => {
  await using receiver = await startReceiver({ respond: status(410) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  service.clock.advance(10 * DAY_MS);
  receiver.respondWith(status(500));
  await redeliver(service, (await onlyEvent(service, transactionId)).event.id);
  const waitMs = await waitOf(service, transactionId);
  expect(waitMs).toBeLessThanOrEqual(6000);
  receiver.respondWith(status(200));
  await passWait(service, receiver, waitMs);
  expect((await onlyEvent(service, transactionId)).callback!.state).toBe('delivered');
});

test('a callback that waits for its next attempt can be redelivered at once', async () => {
  await using receiver = await startReceiver({ respond: status(503, { 'retry-after': '86400' }) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  receiver.respondWith(status(200));
  await redeliver(service, (await onlyEvent(service, transactionId)).event.id);
  expect(sequences(receiver)).toEqual([2, 2]);
  service.clock.advance(30 * DAY_MS);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(2);
});

test('an event without a callback can be delivered once there is a callbackUrl', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const transactionId = await settleOne(service, merchant);
  const { event, callback } = await onlyEvent(service, transactionId);
  expect(callback).toBeUndefined();
  // Without a callbackUrl the attempt fails with an error that says so.
  await redeliver(service, event.id);
  expect((await onlyEvent(service, transactionId)).callback!.state).toBe('failed');
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: receiver.url });
  await redeliver(service, event.id);
  expect(bodiesOf(receiver)).toMatchObject([{ eventId: event.id, transactionId, sequence: 2 }]);
  expect((await onlyEvent(service, transactionId)).callback!.state).toBe('delivered');
});

test('a later event of the transaction waits for one that is redelivered', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  const { event } = await onlyEvent(service, transactionId);
  receiver.respondWith(status(500));
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  await service.callbackWorker.idle();
  expect(sequences(receiver)).toEqual([2, 3]);
  await redeliver(service, event.id);
  service.clock.advance(60_000);
  await service.callbackWorker.idle();
  expect(new Set(sequences(receiver).slice(2))).toEqual(new Set([2]));
  receiver.respondWith(status(200));
  service.clock.advance(DAY_MS);
  await service.callbackWorker.idle();
  expect(sequences(receiver).slice(-2)).toEqual([2, 3]);
});

test.each([
  ['an earlier event waits until the one in flight is done', 2, [2, 3, 2]],
  ['an event in flight is not sent twice at once', 3, [2, 3]],
])('redelivered while a callback is in flight, %s', async (_, redelivered, expected) => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const transactionId = await settleOne(service, merchant);
  const release = holdResponses(receiver, 3);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  await receiver.arrivals(2);
  const events = await service.events(transactionId);
  const { id } = events.find(({ event }) => event.sequence === redelivered)!.event;
  expectData(await service.ask(`/v1/events/${id}/redeliver`, { body: {} }));
  // The callback of another transaction shows that the worker has read the outbox again.
  const other = await service.withdraw(merchant);
  await service.transition('settle', other.transactionId, { fields: { sequence: '1' } });
  await receiver.arrivals(3);
  const own = () => bodiesOf(receiver).filter((event) => event.transactionId === transactionId);
  expect(own().map(({ sequence }) => sequence)).toEqual([2, 3]);
  release();
  await service.callbackWorker.idle();
  expect(own().map(({ sequence }) => sequence)).toEqual(expected);
});

test('all failed callbacks of one client are redelivered in order, and nothing else', async () => {
  await using receiver = await startReceiver({ respond: status(410) });
  await using otherReceiver = await startReceiver({ respond: status(410) });
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  await settleOne(service, await service.merchantOf(otherReceiver));
  const first = await settleOne(service, merchant);
  await service.transition('reverse', first, { fields: { sequence: '2', reason: 'x' } });
  const second = await settleOne(service, merchant);
  receiver.respondWith(status(200));
  const delivered = await settleOne(service, merchant);
  const known = receiver.deliveries.length;
  expect(await redeliverFailed(service, merchant)).toBe(3);
  const again = bodiesOf(receiver).slice(known);
  const of = (id: string) => again.filter(({ transactionId }) => transactionId === id);
  expect(of(first).map(({ sequence }) => sequence)).toEqual([2, 3]);
  expect(of(second).map(({ sequence }) => sequence)).toEqual([2]);
  expect(of(delivered)).toEqual([]);
  expect(otherReceiver.deliveries).toHaveLength(1);
  expect(await redeliverFailed(service, merchant)).toBe(0);
  expect(receiver.deliveries).toHaveLength(known + 3);
});

/** Gives up all callbacks, as an outage of three days does. */
function giveUpAll({ databasePath }: ManualClockService) {
  return withDatabase(databasePath, (db) =>
    db.updateTable('callbacks').set({ state: 'failed', due_at_ms: null, lease: null }).execute(),
  );
}

/** Makes more failed callbacks of a merchant than one command redelivers. @returns their transactions. */
async function failCrowd(service: ManualClockService, merchant: TestClient): Promise<readonly string[]> {
  const ids = await storeWithdrawals(service, merchant, CROWD);
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: 'http://127.0.0.1:1/nobody' });
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  await service.callbackWorker.idle();
  await giveUpAll(service);
  return ids;
}

test('those that their receiver refuses for good while others are redelivered are not redelivered once more', async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  await failCrowd(service, merchant);
  await service.callbackWorker.stop();
  let commands = 0;
  const engine: Engine = {
    ...service.engine,
    run: (name, input, options) => {
      commands += 1;
      expect(commands).toBeLessThan(5);
      const running = service.engine.run(name, input, options);
      // A quick receiver has answered 410 to all of them.
      return running.finally(() => giveUpAll(service));
    },
  };
  const callbacks = createCallbackStore(engine, service.dependencies.runtime, () => {});
  expect(await callbacks.redeliverFailed(merchant)).toBe(CROWD);
  expect(commands).toBe(2);
});

test('thousands of failed callbacks are all redelivered, each once', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const ids = await failCrowd(service, merchant);
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: receiver.url });
  service.clock.advance(DAY_MS);
  expect(await redeliverFailed(service, merchant)).toBe(CROWD);
  expect(new Set(bodiesOf(receiver).map(({ transactionId }) => transactionId))).toEqual(new Set(ids));
  expect(receiver.deliveries).toHaveLength(CROWD);
});

test('an unknown event and the failed callbacks of an unknown client cannot be redelivered', async () => {
  await using service = await startWithoutTimers();
  for (const eventId of ['ffffffffffffffffffffffff', 'nonsense'])
    expectFailure(
      await service.ask(`/v1/events/${eventId}/redeliver`, { body: {}, as: OPERATOR }),
      'error_transaction_not_found',
    );
  const response = await service.ask('/v1/callbacks/redeliver-failed', { body: { appKey: 'nobody' } });
  expectFailure(response, 'error_site_not_found');
});
