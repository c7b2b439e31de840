import { expect, test } from 'vitest';
import type { Credentials } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { startWithoutTimers, updateClient } from '../support/manual-clock-service.ts';
import { reset } from '../support/misbehaving-receivers.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';

test('each attempt is listed, newest first, with its time, status, duration, error and the start of the response', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  receiver.respondWith((_request, response) => {
    service.clock.advance(25);
    response.writeHead(500, { connection: 'close' }).end('no such order\r\nat all');
  });
  const firstAtMs = service.clock.nowMs();
  const transactionId = await settleOne(service, merchant);
  const { eventId } = JSON.parse(receiver.deliveries[0]!.body);
  receiver.respondWith(reset);
  await passWait(service, receiver, await waitOf(service, transactionId));
  receiver.respondWith(status(202, {}, 'x'.repeat(3000)));
  await passWait(service, receiver, await waitOf(service, transactionId));

  const lastAt = new Date(service.clock.nowMs()).toISOString();
  const list = async (query: string) =>
    expectData(await service.ask(`/v1/callback-attempts?${query}`, { as: merchant }));
  const { items, nextCursor } = await list(`transactionId=${transactionId}`);
  expect(nextCursor).toBeNull();
  const common = { eventId, transactionId };
  expect(items).toEqual([
    { ...common, status: 202, error: null, answer: 'x'.repeat(1024), durationMs: 0, startedAt: lastAt },
    {
      ...common,
      status: null,
      answer: null,
      durationMs: 0,
      startedAt: expect.any(String),
      error: expect.stringMatching(/connection/),
    },
    {
      ...common,
      status: 500,
      error: null,
      answer: 'no such order at all',
      durationMs: 25,
      startedAt: new Date(firstAtMs).toISOString(),
    },
  ]);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  await service.callbackWorker.idle();
  expect((await list(`transactionId=${transactionId}`)).items.slice(1)).toEqual(items);
  expect((await list(`eventId=${eventId}`)).items).toEqual(items);
  const first = await list(`eventId=${eventId}&limit=2`);
  const second = await list(`eventId=${eventId}&limit=2&after=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(items);
  const other = await service.merchantOf(undefined);
  const foreign = await service.ask(`/v1/callback-attempts?eventId=${eventId}`, { as: other });
  expect(expectData(foreign).items).toEqual([]);
});

test('a viewer does not see the hash in the response of a receiver that repeats the callback', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  receiver.respondWith((_request, response) => void response.end(receiver.deliveries.at(-1)?.body));
  const transactionId = await settleOne(service, merchant);
  const { hash } = JSON.parse(receiver.deliveries[0]!.body);
  const viewer = await createClient(service, { role: 'viewer' });
  const read = async (as: Credentials) =>
    expectData(await service.ask(`/v1/callback-attempts?transactionId=${transactionId}`, { as })).items[0];
  expect((await read(merchant)).answer).toContain(hash);
  expect(await read(viewer)).toMatchObject({ transactionId, status: 200, answer: null });
});

test('removing the callbackUrl fails a pending callback with an error that says so', async () => {
  await using receiver = await startReceiver({ respond: status(500) });
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const transactionId = await settleOne(service, merchant);
  const waitMs = await waitOf(service, transactionId);
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: null });
  service.clock.advance(waitMs);
  await service.callbackWorker.idle();
  expect((await onlyEvent(service, transactionId)).callback).toEqual({ state: 'failed', dueAtMs: null });
  expect(receiver.deliveries).toHaveLength(1);
  const response = await service.ask('/v1/callback-attempts?limit=1', { as: merchant });
  expect(expectData(response).items).toMatchObject([
    { status: null, error: 'the client has no callbackUrl', durationMs: 0 },
  ]);
});

test('a pending callback is sent to the changed callbackUrl', async () => {
  await using receiver = await startReceiver({ respond: status(500) });
  await using next = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const transactionId = await settleOne(service, merchant);
  await updateClient(service, { appKey: merchant.appKey, callbackUrl: next.url });
  service.clock.advance(await waitOf(service, transactionId));
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(1);
  expect(next.deliveries.map(({ body }) => body)).toEqual([receiver.deliveries[0]!.body]);
  expect((await onlyEvent(service, transactionId)).callback!.state).toBe('delivered');
});
