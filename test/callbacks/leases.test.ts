import type { KyselyPlugin } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClientDirectory } from '../../db/admin/stores/clients.ts';
import { findOutages } from '../../db/callbacks/queries/outages.ts';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import type { CallbackOutbox, ClaimedCallback, DeliveryOutcome } from '../../src/callbacks/outbox.ts';
import { createDeliver } from '../../src/callbacks/sending/deliver.ts';
import { createSender } from '../../src/callbacks/sending/send.ts';
import { CallbackTraces } from '../../src/callbacks/sending/traces.ts';
import { CallbackWorker } from '../../src/callbacks/worker/deliver-callbacks.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import type { Credentials } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import { idsOf, recordOf } from '../support/fault-callbacks.ts';
import {
  applyTransition,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  neverSchedule,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
  updateClient,
} from '../support/manual-clock-service.ts';
import { reset } from '../support/misbehaving-receivers.ts';
import { testOnce } from '../support/one-engine.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';
import { onPostgres } from '../support/test-database.ts';

/** Attempts whose traces, figures and lines of the log nobody looks at. */
const QUIET = {
  traces: new CallbackTraces(),
  tracing: undefined,
  observer: undefined,
  logger: pino({ level: 'silent' }),
};

describe('leases', () => {
  const DELIVERED = { outcome: { state: 'delivered' } };
  const LEASE_MS = 60_000;
  const EVENTS = 40;

  /** A service whose own worker sends nothing. */
  async function startWithoutWorker() {
    const started = await startManualClockService({ platform: { schedule: neverSchedule } });
    await started.callbackWorker.stop();
    return started;
  }

  /** The service of all tests without a worker: each claims the callbacks of a merchant of its own. */
  let service: ManualClockService;
  beforeAll(async () => {
    service = await startWithoutWorker();
  });
  afterAll(() => service.stop());

  /** A new merchant, and the outbox as two other processes use it. */
  async function withTwoOutboxes({ engine, dependencies, merchantOf } = service) {
    const outboxOf = (lease: string) => createCallbackOutbox(engine, { ...dependencies.runtime, lease });
    const merchant = await merchantOf({ url: 'http://127.0.0.1:1/never-called' });
    return { merchant, one: outboxOf('one'), two: outboxOf('two') };
  }

  /** Stores settled withdrawals of the merchant, each with one callback. */
  async function settleMany(
    service: ManualClockService,
    merchant: TestClient,
    count: number,
    prefix?: string,
  ): Promise<string[]> {
    const ids = await storeWithdrawals(service, merchant, count, prefix);
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    return ids;
  }

  test('processes that claim at the same time never get the same callback, and together get them all', async () => {
    const { merchant, one, two } = await withTwoOutboxes();
    await settleMany(service, merchant, EVENTS);
    const claims = [{ clientId: merchant.id, limit: 7 }];
    const claimed = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).claim(claims, LEASE_MS)),
    );
    const ids = claimed.flatMap(idsOf);
    expect(ids).toHaveLength(EVENTS);
    expect(new Set(ids).size).toBe(EVENTS);
    expect(claimed.every((some) => some.length <= 7)).toBe(true);
  });

  test('a claimed callback can be claimed by another process when the lease ends, not before', async () => {
    const { merchant, one, two } = await withTwoOutboxes();
    await settleMany(service, merchant, 1);
    const claims = [{ clientId: merchant.id, limit: 10 }];
    const [claimed] = await one.claim(claims, LEASE_MS);
    expect(claimed!.leaseEndsAtMs).toBe(service.dependencies.runtime.steadyNowMs() + LEASE_MS);
    service.clock.advance(LEASE_MS - 1);
    expect(await two.claim(claims, LEASE_MS)).toEqual([]);
    service.clock.advance(1);
    expect(idsOf(await two.claim(claims, LEASE_MS))).toEqual([claimed!.event.id]);
  });

  /** Delivers with a sender that only counts, after the client was read slowly. */
  function countDeliveries({ dependencies, clock }: ManualClockService) {
    const { clients, runtime } = dependencies;
    const counted = {
      sent: 0,
      deliver: (callback: ClaimedCallback, { waitedMs = 0, isTimeSure = (): boolean => true } = {}) =>
        createDeliver({
          userAgent: 'test',
          ...QUIET,
          runtime: { ...runtime, isTimeSure },
          clients: {
            ...clients,
            async findById(id) {
              clock.advance(waitedMs);
              return clients.findById(id);
            },
          },
          sender: {
            async send() {
              counted.sent += 1;
              return {
                status: 200,
                error: null,
                responseExcerpt: null,
                retryAfterSeconds: null,
                durationMs: 1,
              };
            },
            close: () => {},
          },
        })(callback),
    };
    return counted;
  }

  testOnce('a callback whose client is read slowly is not sent if its lease can end meanwhile', async () => {
    const { merchant, one } = await withTwoOutboxes();
    await settleMany(service, merchant, 1);
    const [claimed] = await one.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS);
    const counted = countDeliveries(service);
    expect(await counted.deliver(claimed!, { waitedMs: LEASE_MS - 15_000 })).toMatchObject(DELIVERED);
    expect(await counted.deliver(claimed!, { waitedMs: 1 })).toBeUndefined();
    expect(counted.sent).toBe(1);
  });

  testOnce('a machine that stood still claims and sends nothing until it knows the time again', async () => {
    const { merchant } = await withTwoOutboxes();
    await settleMany(service, merchant, 2);
    let isSure = true;
    const isTimeSure = () => isSure;
    const { runtime } = service.dependencies;
    const outbox = createCallbackOutbox(service.engine, { ...runtime, isTimeSure, lease: 'suspended' });
    const claims = [{ clientId: merchant.id, limit: 1 }];
    const [claimed] = await outbox.claim(claims, LEASE_MS);
    const counted = countDeliveries(service);
    isSure = false;
    expect(await counted.deliver(claimed!, { isTimeSure })).toBeUndefined();
    expect(await outbox.claim(claims, LEASE_MS)).toEqual([]);
    expect(counted.sent).toBe(0);
    isSure = true;
    expect(await counted.deliver(claimed!, { isTimeSure })).toMatchObject(DELIVERED);
    expect(await outbox.claim(claims, LEASE_MS)).toHaveLength(1);
  });

  testOnce(
    'a callback that was claimed by a clock which was set back since is not sent: its lease can end early',
    async () => {
      const { merchant } = await withTwoOutboxes();
      await settleMany(service, merchant, 1);
      const { runtime } = service.dependencies;
      const steadyNowMs = () => runtime.steadyNowMs() + HOUR_MS;
      const ahead = createCallbackOutbox(service.engine, { ...runtime, steadyNowMs, lease: 'ahead' });
      const [claimed] = await ahead.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS);
      const counted = countDeliveries(service);
      expect(await counted.deliver(claimed!)).toBeUndefined();
      expect(counted.sent).toBe(0);
    },
  );

  /** Starts a worker over an outbox, in addition to the service's own. */
  function startWorker(service: ManualClockService, outbox: CallbackOutbox, runtime: Runtime) {
    const { clients } = service.dependencies;
    const sender = createSender({ production: false, ...nodePlatform });
    const worker = new CallbackWorker({
      ...runtime,
      monotonicMs: service.clock.monotonicMs,
      outbox,
      deliver: createDeliver({ sender, clients, runtime, userAgent: 'test', ...QUIET }),
      schedule: neverSchedule,
      logger: QUIET.logger,
    });
    worker.start();
    return {
      worker,
      async [Symbol.asyncDispose]() {
        await worker.stop();
        sender.close();
      },
    };
  }

  testOnce('an outage ends although the process does not learn that the success was recorded', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutWorker();
    const { one } = await withTwoOutboxes(service);
    let isHeard = true;
    const record: CallbackOutbox['record'] = async (made) => {
      const isBack = await one.record(made);
      if (!isHeard) throw new Error('no answer');
      return isBack;
    };
    await using started = startWorker(service, { ...one, record }, service.dependencies.runtime);
    const { worker } = started;
    const merchant = await service.merchantOf(receiver);
    await settleMany(service, merchant, 1, 'first');
    await worker.idle();
    receiver.respondWith(status(503));
    await settleMany(service, merchant, 6);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await worker.idle();
      service.clock.advance(MINUTE_MS / 2);
    }
    receiver.respondWith(status(204));
    isHeard = false;
    const known = receiver.deliveries.length;
    await settleMany(service, merchant, 1, 'last');
    await worker.idle();
    expect(receiver.deliveries).toHaveLength(known + 7);
  });

  /** A service with a worker whose clock is set back by hours after its receiver was down. */
  async function startSetBack(receiver: Receiver) {
    const service = await startWithoutWorker();
    let aheadMs = 5 * HOUR_MS;
    const steadyNowMs = () => service.dependencies.runtime.steadyNowMs() + aheadMs;
    const runtime = { ...service.dependencies.runtime, steadyNowMs };
    const outbox = createCallbackOutbox(service.engine, { ...runtime, lease: 'ahead' });
    const { worker, ...started } = startWorker(service, outbox, runtime);
    const merchant = await service.merchantOf(receiver);
    receiver.respondWith(status(503));
    await settleMany(service, merchant, 6);
    await worker.idle();
    aheadMs = 0;
    service.clock.advance(1000);
    receiver.respondWith(status(204));
    return {
      merchant,
      service,
      worker,
      known: receiver.deliveries.length,
      async [Symbol.asyncDispose]() {
        await started[Symbol.asyncDispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  }

  test('a receiver that was down gets new callbacks though the clock of all processes was set back', async () => {
    await using receiver = await startReceiver();
    await using setBack = await startSetBack(receiver);
    const [id] = await settleMany(setBack.service, setBack.merchant, 1, 'new');
    await setBack.worker.idle();
    const sent = receiver.deliveries.slice(setBack.known).map(({ body }) => JSON.parse(body).transactionId);
    expect(sent).toContain(id);
  });

  // Elsewhere the clock of a process is never set back.
  test.runIf(onPostgres)(
    'callbacks that wait by a clock which was set back are sent at once, and in flight ones after a minute',
    async () => {
      await using receiver = await startReceiver();
      await using setBack = await startSetBack(receiver);
      const { service, merchant, worker, known } = setBack;
      const { runtime } = service.dependencies;
      const steadyNowMs = () => runtime.steadyNowMs() + HOUR_MS;
      const ahead = createCallbackOutbox(service.engine, { ...runtime, steadyNowMs, lease: 'gone' });
      await settleMany(service, merchant, 1, 'claimed');
      expect(await ahead.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS)).toHaveLength(1);
      await worker.idle();
      expect(receiver.deliveries).toHaveLength(known + 6);
      service.clock.advance(LEASE_MS);
      await worker.idle();
      expect(receiver.deliveries).toHaveLength(known + 7);
    },
  );

  test.runIf(onPostgres)(
    'a callback that fails after the clock was set back keeps its schedule, while another is in flight',
    async () => {
      await using receiver = await startReceiver();
      await using setBack = await startSetBack(receiver);
      const { service, merchant, worker, known } = setBack;
      const { runtime } = service.dependencies;
      const other = createCallbackOutbox(service.engine, { ...runtime, lease: 'other' });
      await settleMany(service, merchant, 1, 'claimed');
      expect(await other.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS)).toHaveLength(1);
      await worker.idle();
      receiver.respondWith(status(503));
      await settleMany(service, merchant, 1, 'failing');
      await worker.idle();
      expect(receiver.deliveries).toHaveLength(known + 7);
    },
  );

  test.runIf(onPostgres)(
    'a machine that stood still does not shorten the waits of other processes by its late clock',
    async () => {
      const { merchant } = await withTwoOutboxes();
      const [transactionId = ''] = await settleMany(service, merchant, 1);
      const { runtime } = service.dependencies;
      const steadyNowMs = () => runtime.steadyNowMs() - HOUR_MS;
      const isTimeSure = () => false;
      const late = createCallbackOutbox(service.engine, {
        ...runtime,
        steadyNowMs,
        isTimeSure,
        lease: 'late',
      });
      await late.rebaseWaits();
      const [event] = await service.events(transactionId);
      expect(event?.callback?.dueAtMs).toBe(service.clock.nowMs());
    },
  );

  testOnce(
    'callbacks that were claimed before the machine stood still wait in memory until it knows the time',
    async () => {
      await using service = await startWithoutWorker();
      const { merchant, one } = await withTwoOutboxes(service);
      const ids = await settleMany(service, merchant, EVENTS);
      const { steadyNowMs } = service.dependencies.runtime;
      const polls: (() => void)[] = [];
      const asked: string[] = [];
      let isSure = true;
      const worker = new CallbackWorker({
        outbox: one,
        steadyNowMs,
        monotonicMs: service.clock.monotonicMs,
        isTimeSure: () => isSure,
        logger: QUIET.logger,
        async deliver({ event }) {
          if (asked.length === 0) isSure = false;
          asked.push(event.transactionId);
          return undefined;
        },
        schedule(run) {
          polls.push(run);
          return () => {};
        },
      });
      worker.start();
      await worker.idle();
      expect(asked.length).toBeLessThan(EVENTS);
      isSure = true;
      await eventually(() => {
        for (const poll of polls.splice(0)) poll();
        expect(asked.toSorted()).toEqual(ids.toSorted());
      });
      await worker.stop();
    },
  );

  test('a process that lost its lease can only add its attempt, and the process with the current lease decides the outcome', async () => {
    const { merchant, one, two } = await withTwoOutboxes();
    const [transactionId] = await settleMany(service, merchant, 1);
    await applyTransition(service, transactionId!, { kind: 'reverse', sequence: 2 });
    const claims = [{ clientId: merchant.id, limit: 10 }];
    const [lost] = await one.claim(claims, LEASE_MS);
    service.clock.advance(LEASE_MS);
    const [held] = await two.claim(claims, LEASE_MS);
    await one.record(recordOf(lost!, { state: 'delivered' }));
    await one.unclaim([lost!.event.id]);
    const states = async () => (await service.events(transactionId!)).map(({ callback }) => callback!.state);
    expect(await states()).toEqual(['pending', 'pending']);
    // The second event waits for the first one all the same.
    expect(await one.claim(claims, LEASE_MS)).toEqual([]);
    await two.record(recordOf(held!, { state: 'delivered' }));
    expect(await states()).toEqual(['delivered', 'pending']);
    const [next] = await one.claim(claims, LEASE_MS);
    expect(next!.event.sequence).toBe(3);
    const attempts = await service.dependencies.db.query('listAttempts', {
      filter: { transactionId },
      page: { limit: 10 },
    });
    expect(attempts.items).toHaveLength(2);
  });

  /** Makes attempts of one client's callbacks in turn. */
  function attemptsOf({ clock }: ManualClockService, { id }: TestClient) {
    return async (outbox: CallbackOutbox, code: number, outcome: DeliveryOutcome): Promise<boolean> => {
      const [claimed] = await outbox.claim([{ clientId: id, limit: 1 }], LEASE_MS);
      const { attempt } = recordOf(claimed!, outcome);
      return outbox.record({ attempt: { ...attempt, status: code, startedAtMs: clock.nowMs() }, outcome });
    };
  }

  test.each([
    ['over a minute are one outage, which a success of either ends', MINUTE_MS, true],
    ['within less than a minute are no outage', MINUTE_MS - 1, false],
  ])('the failures of two processes %s', async (_, afterMs, isBack) => {
    const { merchant, one, two } = await withTwoOutboxes();
    await settleMany(service, merchant, 6);
    const attempt = attemptsOf(service, merchant);
    for (const outbox of [one, two, one, two, one])
      expect(await attempt(outbox, 410, { state: 'failed' })).toBe(false);
    service.clock.advance(afterMs);
    expect(await attempt(two, 200, { state: 'delivered' })).toBe(isBack);
  });

  test('the failures of a receiver are not counted while one of its newest five attempts succeeded', async () => {
    const { merchant, one } = await withTwoOutboxes();
    await settleMany(service, merchant, 6);
    const attempt = attemptsOf(service, merchant);
    await attempt(one, 410, { state: 'failed' });
    await attempt(one, 200, { state: 'delivered' });
    for (let failure = 0; failure < 4; failure += 1) await attempt(one, 410, { state: 'failed' });
    let reads = 0;
    const countReads: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        reads += 1;
        return result;
      },
    };
    const nowMs = service.clock.nowMs() + HOUR_MS;
    await service.engine.read((db) => findOutages(db.withPlugin(countReads), [merchant.id], nowMs));
    expect(reads).toBe(1);
  });

  test('released callbacks are due at once, and so are those of a process that is gone where there can be one only', async () => {
    const { merchant, one, two } = await withTwoOutboxes();
    await settleMany(service, merchant, 4);
    const claims = [{ clientId: merchant.id, limit: 2 }];
    const given = await one.claim(claims, LEASE_MS);
    const gone = await one.claim(claims, LEASE_MS);
    await one.unclaim(idsOf(given));
    expect(idsOf(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS)).sort()).toEqual(
      idsOf(given).sort(),
    );
    await two.endLeases();
    if (onPostgres) {
      // The process may live: others wait for the end of its leases.
      expect(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS)).toEqual([]);
      service.clock.advance(LEASE_MS);
    }
    const all = idsOf(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS));
    expect(all.sort()).toEqual(idsOf([...given, ...gone]).sort());
  });

  test.skipIf(onPostgres)('after a start, callbacks do not wait by a clock that was ahead', async () => {
    const { merchant, one } = await withTwoOutboxes();
    const [transactionId = ''] = await settleMany(service, merchant, 1);
    const dueAt = async () => (await service.events(transactionId)).map(({ callback }) => callback?.dueAtMs);
    const nowMs = service.clock.nowMs();
    const startAt = (steadyNowMs: number) =>
      createCallbackOutbox(service.engine, {
        ...service.dependencies.runtime,
        steadyNowMs: () => steadyNowMs,
        lease: 'next',
      }).endLeases();
    await startAt(nowMs + 1);
    expect(await dueAt()).toEqual([nowMs]);
    await startAt(nowMs - 86_400_000);
    expect(await dueAt()).toEqual([nowMs - 86_400_000]);
    expect(await one.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS)).toMatchObject([
      { dueSinceMs: nowMs - 86_400_000 },
    ]);
  });

  test('claimed callbacks that cannot be read are released at once', async () => {
    const { merchant, two } = await withTwoOutboxes();
    await settleMany(service, merchant, 4);
    const { runtime } = service.dependencies;
    const read = () => Promise.reject(new Error('no read'));
    const blind = createCallbackOutbox({ ...service.engine, read }, { ...runtime, lease: 'blind' });
    const claims = [{ clientId: merchant.id, limit: 10 }];
    await expect(blind.claim(claims, LEASE_MS)).rejects.toThrow('no read');
    expect(await two.claim(claims, LEASE_MS)).toHaveLength(4);
  });
});

describe('attempts', () => {
  testOnce(
    'each attempt is listed, newest first, with its time, status, duration, error and the start of the response',
    async () => {
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
      // Their cursors are no numbers, which would count the attempts for all merchants.
      expect(first.nextCursor).toMatch(/^[\w-]{20,}$/);
      expectInvalid(await service.ask('/v1/callback-attempts?after=1', { as: merchant }), 'after');
      const other = await service.merchantOf(undefined);
      const foreign = await service.ask(`/v1/callback-attempts?eventId=${eventId}`, { as: other });
      expect(expectData(foreign).items).toEqual([]);
    },
  );

  testOnce(
    'a viewer does not see the hash in the response of a receiver that repeats the callback',
    async () => {
      await using receiver = await startReceiver();
      await using service = await startWithoutTimers();
      const merchant = await service.merchantOf(receiver);
      receiver.respondWith((_request, response) => void response.end(receiver.deliveries.at(-1)?.body));
      const transactionId = await settleOne(service, merchant);
      const { hash } = JSON.parse(receiver.deliveries[0]!.body);
      const viewer = await createClient(service, { role: 'viewer' });
      const read = async (as: Credentials) =>
        expectData(await service.ask(`/v1/callback-attempts?transactionId=${transactionId}`, { as }))
          .items[0];
      expect((await read(merchant)).answer).toContain(hash);
      expect(await read(viewer)).toMatchObject({ transactionId, status: 200, answer: null });
    },
  );

  testOnce('removing the callbackUrl fails a pending callback with an error that says so', async () => {
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

  testOnce('a process that has not read a new callbackUrl yet sends to it instead of giving up', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    await service.callbackWorker.stop();
    const { runtime } = service.dependencies;
    const merchant = await service.merchantOf(undefined);
    const box = { keyId: '', seal: () => '', open: () => 'a secret' };
    const clients = createClientDirectory({ ...service.engine, directoryVersion: () => 1 }, box, runtime);
    expect(await clients.findById(merchant.id)).toMatchObject({ callbackUrl: null });
    await updateClient(service, { appKey: merchant.appKey, callbackUrl: receiver.url });
    const [id = ''] = await storeWithdrawals(service, merchant, 1);
    await applyTransition(service, id, { kind: 'settle', sequence: 1 });
    const outbox = createCallbackOutbox(service.engine, { ...runtime, lease: 'deaf' });
    const [claimed] = await outbox.claim([{ clientId: merchant.id, limit: 1 }], 60_000);
    const sender = createSender({ production: false, ...nodePlatform });
    const deliver = createDeliver({ sender, clients, runtime, userAgent: 'test', ...QUIET });
    expect(await deliver(claimed!)).toMatchObject({ outcome: { state: 'delivered' } });
    sender.close();
  });

  testOnce('a pending callback is sent to the changed callbackUrl', async () => {
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
});
