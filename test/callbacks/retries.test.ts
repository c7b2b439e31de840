import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import { createClock, type Json, type TestServiceOptions, temporaryFolder } from '../harness.ts';
import { describeOutage, runOutage } from '../outage/outage.ts';
import { testLong } from '../support/long-test.ts';
import {
  applyTransition,
  DAY_MS,
  HOUR_MS,
  holdTimers,
  type ManualClockService,
  MINUTE_MS,
  neverSchedule,
  SECOND_MS,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { type Delivery, namesOf, startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';
import { onPostgres } from '../support/test-database.ts';

/** A stop waits no longer than this for receivers that answer to nothing. */
const FOR_NOTHING = { receiversMs: 10 };

describe('retries', () => {
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
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(
      attempts,
    );
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
    const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 50);
    const rejected = new Set(ids.slice(0, 5));
    const isRejected = ({ body }: Delivery) => rejected.has(JSON.parse(body).transactionId);
    receiver.respondWith((request, response, delivery) =>
      status(isRejected(delivery) ? 500 : 204)(request, response, delivery),
    );
    for (const id of rejected) await applyTransition(service, id, { kind: 'settle', sequence: 1 });
    for (const id of ids.slice(rejected.size)) {
      await service.callbackWorker.idle();
      service.clock.advance(SECOND_MS);
      await applyTransition(service, id, { kind: 'settle', sequence: 1 });
    }
    await service.callbackWorker.idle();
    // At once, after 5 seconds, and 30 seconds after that.
    expect(receiver.deliveries.filter(isRejected)).toHaveLength(3 * rejected.size);
  });
});

describe('outage', () => {
  const EVENTS = 2000;
  const TIME_LIMIT_MS = 10 * SECOND_MS;

  testLong(
    'after an outage of three days every missed callback arrives in order, and no other client was delayed',
    async () => {
      const report = await runOutage(EVENTS);
      process.stdout.write(`${describeOutage(report)}\n`);
      expect(report).toMatchObject({ events: EVENTS, delivered: EVENTS, broken: [], otherLate: 0 });
      expect(report.attemptsWhileDown).toBeGreaterThan(20);
    },
  );

  test('callbacks waiting for a receiver that was down are sent at once when it is back, not by their schedule', async () => {
    await using receiver = await startReceiver({ respond: status(503) });
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 8);
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    // Repeats until every callback waits for hours.
    for (let attempt = 0; attempt < 80; attempt += 1) {
      await service.callbackWorker.idle();
      service.clock.advance(attempt < 40 ? MINUTE_MS / 2 : 30 * MINUTE_MS);
    }
    await service.callbackWorker.idle();
    receiver.respondWith(status(204));
    const known = receiver.deliveries.length;
    const soonest = await service.engine.read((db) =>
      db
        .selectFrom('callbacks')
        .select((eb) => eb.fn.min('due_at_ms').as('dueAtMs'))
        .executeTakeFirstOrThrow(),
    );
    // The next one may be due while the circuit is still open from the last failure.
    const untilDueMs = Number(soonest.dueAtMs) - service.dependencies.runtime.steadyNowMs();
    service.clock.advance(Math.max(SECOND_MS, untilDueMs));
    await service.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(known + ids.length);
  });

  test('after an outage, a wait requested with Retry-After is kept', async () => {
    await using receiver = await startReceiver();
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const [patient, ...others] = await storeWithdrawals(service, await service.merchantOf(receiver), 8);
    const tooMany = status(429, { 'retry-after': '3600' });
    receiver.respondWith((request, response, delivery) => {
      const isPatient = JSON.parse(delivery.body).transactionId === patient;
      (isPatient ? tooMany : status(500))(request, response, delivery);
    });
    const startMs = service.clock.nowMs();
    for (const id of [patient!, ...others]) {
      await applyTransition(service, id, { kind: 'settle', sequence: 1 });
      await service.callbackWorker.idle();
      service.clock.advance(SECOND_MS);
    }
    receiver.respondWith(status(204));
    const known = receiver.deliveries.length;
    service.clock.advance(MINUTE_MS);
    await service.callbackWorker.idle();
    const delivered = () =>
      receiver.deliveries.slice(known).map(({ body }) => JSON.parse(body).transactionId);
    expect(delivered().sort()).toEqual([...others].sort());
    service.clock.advance(startMs + 60 * MINUTE_MS - service.clock.nowMs());
    await service.callbackWorker.idle();
    expect(delivered().at(-1)).toBe(patient);
  });

  test('a callback that fails while its receiver comes back is sent again at once, not by its schedule', async () => {
    await using receiver = await startReceiver({ respond: status(503) });
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const ids = await storeWithdrawals(service, await service.merchantOf(receiver), 8);
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    for (let attempt = 0; attempt < 24; attempt += 1) {
      await service.callbackWorker.idle();
      service.clock.advance(MINUTE_MS / 2);
    }
    await service.callbackWorker.idle();
    const known = receiver.deliveries.length;
    let fail: (() => void) | undefined;
    receiver.respondWith((_request, response) => {
      if (fail) response.writeHead(204).end();
      else fail = () => void response.writeHead(503).end();
    });
    service.clock.advance(HOUR_MS);
    const idle = service.callbackWorker.idle();
    await receiver.arrivals(known + ids.length);
    service.clock.advance(SECOND_MS);
    fail?.();
    await idle;
    await service.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(known + ids.length + 1);
  });

  test('a receiver that hangs delays no other, and each of its attempts ends at the time limit', async () => {
    const timers = holdTimers(TIME_LIMIT_MS);
    await using hanging = await startReceiver({ respond: hang });
    await using well = await startReceiver();
    await using service = await startManualClockService({
      limits: FOR_NOTHING,
      platform: { schedule: timers.schedule },
    });
    const merchant = await service.merchantOf(hanging);
    const other = await service.merchantOf(well);
    const ids = await storeWithdrawals(service, merchant, 20);
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    expect(await hanging.arrivals(1)).toHaveLength(1);

    const otherIds = await storeWithdrawals(service, other, 20);
    await Promise.all(otherIds.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    await Promise.all(otherIds.map((id) => applyTransition(service, id, { kind: 'reverse', sequence: 2 })));
    expect(await well.arrivals(40)).toHaveLength(40);
    // It never answered, so it holds one place.
    expect(hanging.deliveries).toHaveLength(1);

    timers.expire();
    await expect
      .poll(
        async () => {
          const response = await service.ask('/v1/callback-attempts?limit=100', { as: merchant });
          return expectData(response).items.map((item: { error: string }) => item.error);
        },
        { timeout: 10_000 },
      )
      .toContain('no answer within 10 s');
  });
});

describe('stop', () => {
  const EVENTS = 80;

  /** Callbacks in flight to a receiver that has responded, and to one that has not. */
  const IN_FLIGHT = 32;

  const IN_FLIGHT_UNKNOWN = 1;

  /** Settles and reverses each transaction. */
  async function changeMany(service: ManualClockService, ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'reverse', sequence: 2 })));
  }

  /** The number of claimed callbacks, read as another process would. */
  async function claimedIn({ databasePath }: ManualClockService): Promise<number> {
    const rows = await withDatabase(databasePath, (db) =>
      db.selectFrom('callbacks').select('event_id').where('lease', 'is not', null).execute(),
    );
    return rows.length;
  }

  const start = (
    folder: string,
    clock: ReturnType<typeof createClock>,
    limits: TestServiceOptions['limits'] = {},
  ) => startManualClockService({ folder, clock, limits, platform: { schedule: neverSchedule } });

  test('after a stop while a receiver hangs, the next process sends every callback at once', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    await using receiver = await startReceiver({ respond: hang });
    const first = await start(folder.path, clock, FOR_NOTHING);
    const ids = await storeWithdrawals(first, await first.merchantOf(receiver), 10);
    await changeMany(first, ids);
    await receiver.arrivals(IN_FLIGHT_UNKNOWN);
    await first.stop();
    expect(receiver.deliveries).toHaveLength(IN_FLIGHT_UNKNOWN);

    receiver.respondWith(status(204));
    await using second = await start(folder.path, clock);
    await second.callbackWorker.idle();
    const names = namesOf(receiver).slice(IN_FLIGHT_UNKNOWN);
    expect(names).toHaveLength(20);
    expect(new Set(names)).toEqual(new Set(ids.flatMap((id) => [`${id} 2`, `${id} 3`])));
  });

  test('a stop waits for the responses in flight, and no callback is sent twice or lost', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const held: (() => void)[] = [];
    await using receiver = await startReceiver({
      respond(_request, response) {
        const respond = () => response.writeHead(204).end();
        if (receiver.deliveries.length === 1) respond();
        else held.push(respond);
      },
    });
    // A busy machine may take long to read so many responses.
    const first = await start(folder.path, clock, { receiversMs: 30_000 });
    const ids = await storeWithdrawals(first, await first.merchantOf(receiver), EVENTS / 2);
    await changeMany(first, ids);
    await receiver.arrivals(1 + IN_FLIGHT);
    receiver.respondWith(status(204));
    const stopped = first.stop();
    // It waits for what it has sent, once it has released the others.
    await expect.poll(() => claimedIn(first)).toBe(IN_FLIGHT);
    for (const respond of held) respond();
    await stopped;
    // Callbacks that were claimed but not sent are released at once.
    expect(await claimedIn(first)).toBe(0);

    await using second = await start(folder.path, clock);
    await second.callbackWorker.idle();
    const names = namesOf(receiver);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(EVENTS);
  });

  // On PostgreSQL its process may live: see several-processes.test.ts.
  test.skipIf(onPostgres)(
    'callbacks claimed by a killed process are sent at once by the next one',
    async () => {
      using folder = temporaryFolder();
      const clock = createClock();
      await using receiver = await startReceiver();
      const first = await start(folder.path, clock);
      await first.callbackWorker.stop();
      const merchant = await first.merchantOf(receiver);
      await changeMany(first, await storeWithdrawals(first, merchant, 10));
      const killed = createCallbackOutbox(first.engine, { ...first.dependencies.runtime, lease: 'killed' });
      expect(await killed.claim([{ clientId: merchant.id, limit: 20 }], 60_000)).toHaveLength(10);
      await first.stop();
      await using second = await start(folder.path, clock);
      await second.callbackWorker.idle();
      expect(receiver.deliveries).toHaveLength(20);
      expect(new Set(namesOf(receiver)).size).toBe(20);
    },
  );

  test('a callback aborted by a stop is not given up, however old it is', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    await using receiver = await startReceiver({ respond: hang });
    const first = await start(folder.path, clock, FOR_NOTHING);
    const [id] = await storeWithdrawals(first, await first.merchantOf(receiver), 1);
    await applyTransition(first, id!, { kind: 'settle', sequence: 1 });
    await receiver.arrivals(1);
    clock.advance(4 * DAY_MS);
    await first.stop();

    receiver.respondWith(status(204));
    await using second = await start(folder.path, clock);
    clock.advance(10_000);
    await second.callbackWorker.idle();
    expect(namesOf(receiver)).toEqual([`${id} 2`, `${id} 2`]);
  });
});
