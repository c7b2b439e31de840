import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import {
  applyTransition,
  DAY_MS,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  neverSchedule,
  SECOND_MS,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { type Delivery, startReceiver, status } from '../support/receiver.ts';
import { onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';

const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
const GIVE_UP_MS = 3 * DAY_MS;

test('a failed callback is retried by the schedule, and given up with the first failure after three days', async () => {
  await using receiver = await startReceiver({ respond: status(500) });
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const startMs = service.clock.nowMs();
  const transactionId = await settleOne(service, merchant);
  const waits: number[] = [];
  let ageMs = 0;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { callback } = await onlyEvent(service, transactionId);
    if (callback!.state === 'failed') break;
    // A callback that is still pending is younger than three days.
    expect(ageMs).toBeLessThan(GIVE_UP_MS);
    const waitMs = await waitOf(service, transactionId);
    const wait = WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]!;
    expect(waitMs).toBeGreaterThanOrEqual(wait * 0.8);
    expect(waitMs).toBeLessThanOrEqual(wait * 1.2);
    waits.push(waitMs / wait);
    await passWait(service, receiver, waitMs);
    ageMs = service.clock.nowMs() - startMs;
  }
  expect(ageMs).toBeGreaterThanOrEqual(GIVE_UP_MS);
  expect((await onlyEvent(service, transactionId)).callback).toEqual({ state: 'failed', dueAtMs: null });
  expect(new Set(waits).size).toBeGreaterThan(3);
  const attempts = receiver.deliveries.length;
  expect(attempts).toBe(waits.length + 1);
  service.clock.advance(400 * DAY_MS);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(attempts);
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
  // Each retry has its own timestamp and signature.
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(attempts);
});

test('setting the wall clock neither speeds up nor delays a retry', async () => {
  await using receiver = await startReceiver({ respond: status(500) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  for (const jumpMs of [HOUR_MS, -DAY_MS, DAY_MS]) {
    const waitMs = await waitOf(service, transactionId);
    service.clock.jump(jumpMs);
    expect(await waitOf(service, transactionId)).toBe(waitMs);
    await passWait(service, receiver, waitMs);
  }
});

test.each([
  ['429', 429, '600', 600 * SECOND_MS],
  ['503', 503, '3600', HOUR_MS],
  ['503 with a date', 503, new Date(Date.parse('2026-11-20T12:20:00Z')).toUTCString(), 20 * MINUTE_MS],
  ['429 with a month, for a day', 429, '2592000', DAY_MS],
])('the wait requested by Retry-After is kept: %s', async (_, code, retryAfter, waitMs) => {
  await using receiver = await startReceiver({ respond: status(code, { 'retry-after': retryAfter }) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  expect(await waitOf(service, transactionId)).toBe(waitMs);
  receiver.respondWith(status(200));
  await passWait(service, receiver, waitMs);
  expect((await onlyEvent(service, transactionId)).callback).toEqual({ state: 'delivered', dueAtMs: null });
});

test('a Retry-After shorter than the schedule does not shorten the wait', async () => {
  await using receiver = await startReceiver({ respond: status(503, { 'retry-after': '1' }) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  expect(await waitOf(service, transactionId)).toBeGreaterThanOrEqual(4 * SECOND_MS);
});

test('410 stops the retries, and the next event of the transaction is sent', async () => {
  await using receiver = await startReceiver({ respond: status(410) });
  await using service = await startWithoutTimers();
  const transactionId = await settleOne(service, await service.merchantOf(receiver));
  expect((await onlyEvent(service, transactionId)).callback).toEqual({ state: 'failed', dueAtMs: null });
  service.clock.advance(30 * DAY_MS);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(1);
  receiver.respondWith(status(200));
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  await service.callbackWorker.idle();
  const sequences = receiver.deliveries.map(({ body }): Json => JSON.parse(body).sequence);
  expect(sequences).toEqual([2, 3]);
});

describe('of the same service', () => {
  let service: ManualClockService;
  beforeAll(async () => {
    service = await startWithoutTimers();
  });
  afterAll(() => service.stop());

  test.each([301, 302, 307, 308, 400, 401, 404, 500])('a %i does not acknowledge', async (code) => {
    await using receiver = await startReceiver({ respond: status(code, { location: '/elsewhere' }) });
    const transactionId = await settleOne(service, await service.merchantOf(receiver));
    expect((await onlyEvent(service, transactionId)).callback!.state).toBe('pending');
    expect(receiver.deliveries).toHaveLength(1);
  });

  test.each([200, 201, 202, 204, 299])('a %i acknowledges', async (code) => {
    await using receiver = await startReceiver({ respond: status(code) });
    const transactionId = await settleOne(service, await service.merchantOf(receiver));
    expect((await onlyEvent(service, transactionId)).callback!.state).toBe('delivered');
  });
});

test('rejected callbacks keep their schedule, however many others are acknowledged in between', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
  const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 100);
  const rejected = new Set(ids.slice(0, 10));
  const isRejected = ({ body }: Delivery) => rejected.has(JSON.parse(body).transactionId);
  receiver.respondWith((request, response, delivery) =>
    status(isRejected(delivery) ? 500 : 204)(request, response, delivery),
  );
  for (const id of rejected) await applyTransition(service, id, { kind: 'settle', sequence: 1 });
  for (const id of ids.slice(10)) {
    await service.callbackWorker.idle();
    service.clock.advance(SECOND_MS);
    await applyTransition(service, id, { kind: 'settle', sequence: 1 });
  }
  await service.callbackWorker.idle();
  // At once, after 5 seconds, and 30 seconds after that.
  expect(receiver.deliveries.filter(isRejected)).toHaveLength(3 * rejected.size);
});
