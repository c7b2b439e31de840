import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallbackStore } from '../../db/callbacks/stores/callbacks.ts';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import type { Engine } from '../../db/engine.ts';
import { CallbackWorker } from '../../src/callbacks/worker/deliver-callbacks.ts';
import { type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type CallbackChecker, type Reaction, startCallbackChecker } from '../support/callback-checker.ts';
import { runCli } from '../support/cli.ts';
import type { TestClient } from '../support/entities.ts';
import { recordOf } from '../support/fault-callbacks.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { startLockContention } from '../support/lock-contention.ts';
import { IS_LONG } from '../support/long.ts';
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
  updateClient,
  type Verb,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { holdResponses, onlyEvent, passWait, settleOne, waitOf } from '../support/single-callback.ts';
import { onPostgres } from '../support/test-database.ts';

describe('redelivery', () => {
  /** More than one command redelivers. */
  const CROWD = 1001;

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
    ['an earlier event waits until the one in flight is done', 2, [2, 3, 2], [2, 3, 2]],
    ['an event in flight is sent once more, but not twice at once', 3, [2, 3], [2, 3, 3]],
  ])('redelivered while a callback is in flight, %s', async (_, redelivered, expected, aMinuteLater) => {
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
    receiver.respondWith(status(204));
    service.clock.advance(MINUTE_MS);
    await service.callbackWorker.idle();
    expect(own().map(({ sequence }) => sequence)).toEqual(aMinuteLater);
  });

  test('an event that is redelivered during its last attempt is not given up when that fails', async () => {
    let stop = () => {};
    await using receiver = await startReceiver({
      respond(_request, response) {
        stop = () => void response.writeHead(410).end();
      },
    });
    await using service = await startWithoutTimers();
    const { transactionId } = await service.withdraw(await service.merchantOf(receiver));
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    await receiver.arrivals(1);
    const { event } = await onlyEvent(service, transactionId);
    service.clock.advance(SECOND_MS);
    const answer = expectData(await service.ask(`/v1/events/${event.id}/redeliver`, { body: {} }));
    expect(answer).toMatchObject({ callback: 'pending', callbackDueInSeconds: 59 });
    stop();
    await service.callbackWorker.idle();
    receiver.respondWith(status(200));
    await passWait(service, receiver, await waitOf(service, transactionId));
    expect((await onlyEvent(service, transactionId)).callback!.state).toBe('delivered');
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

  /** Leaves a callback that was given up and one that waits for a day. @returns their transactions. */
  async function failAndWait(service: ManualClockService, receiver: Receiver, merchant: TestClient) {
    receiver.respondWith(status(410));
    const failed = await settleOne(service, merchant);
    receiver.respondWith(status(503, { 'retry-after': '86400' }));
    const waiting = await settleOne(service, merchant);
    receiver.respondWith(status(204));
    return { failed, waiting };
  }

  test('with `waiting` the callbacks of one client that wait are sent now, each once', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver({ respond: status(503, { 'retry-after': '86400' }) });
    await using service = await startWithoutTimers();
    await settleOne(service, await service.merchantOf(other));
    const merchant = await service.merchantOf(receiver);
    const { failed, waiting } = await failAndWait(service, receiver, merchant);
    const known = receiver.deliveries.length;
    const body = { appKey: merchant.appKey, waiting: 'true' };
    const answer = await service.ask('/v1/callbacks/redeliver-failed', { body });
    expect(expectData(answer)).toEqual({ count: 2, waitingCount: 1 });
    await service.callbackWorker.idle();
    const again = bodiesOf(receiver).slice(known);
    expect(again.map(({ transactionId }) => transactionId).sort()).toEqual([failed, waiting].sort());
    expect(other.deliveries).toHaveLength(1);
    await expectAgreement(service.databasePath);
  });

  test('a waiting callback that is sent now is not given up later than before', async () => {
    await using receiver = await startReceiver({ respond: status(503) });
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(receiver);
    await settleOne(service, merchant);
    const ageAndAttempts = () =>
      withDatabase(service.databasePath, (db) =>
        db.selectFrom('callbacks').select(['due_since_ms', 'failed_attempts']).executeTakeFirstOrThrow(),
      );
    const before = await ageAndAttempts();
    service.clock.advance(SECOND_MS);
    await service.dependencies.callbacks.redeliverAll({ ...merchant, waiting: true });
    await service.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(2);
    const failedAttempts = before.failed_attempts + 1;
    expect(await ageAndAttempts()).toEqual({ ...before, failed_attempts: failedAttempts });
  });

  test('the command line says how many of them waited', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    // A command line has the time of this machine.
    service.clock.advance(Date.now() - service.clock.nowMs());
    const merchant = await service.merchantOf(receiver);
    await failAndWait(service, receiver, merchant);
    const words = ['callbacks', 'redeliver-failed', merchant.appKey, '--waiting'];
    const { stdout } = await runCli(words, { databasePath: service.databasePath });
    expect(stdout).toBe('2 callbacks are delivered again, 1 of them waited.\n');
  });

  test('without `waiting` the waiting callbacks keep their schedule', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(receiver);
    const { waiting } = await failAndWait(service, receiver, merchant);
    expect(await redeliverFailed(service, merchant)).toBe(1);
    expect((await onlyEvent(service, waiting)).callback!.state).toBe('pending');
  });

  test('a callback with an attempt in flight is not sent again with the waiting ones', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(receiver);
    const release = holdResponses(receiver, 2);
    const { transactionId } = await service.withdraw(merchant);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    await receiver.arrivals(1);
    const { callbacks } = service.dependencies;
    expect(await callbacks.redeliverAll({ ...merchant, waiting: true })).toEqual({
      count: 0,
      waitingCount: 0,
    });
    release();
    await service.callbackWorker.idle();
    service.clock.advance(DAY_MS);
    await service.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(1);
  });

  describe('more callbacks than one command takes', () => {
    let service: ManualClockService;
    let merchant: TestClient;
    let ids: readonly string[];

    /** Changes all callbacks, and no longer waits for what was claimed. */
    const setAll = (values: { readonly state: 'failed' | 'pending'; readonly due_at_ms: number | null }) =>
      withDatabase(service.databasePath, (db) =>
        db
          .updateTable('callbacks')
          .set({ ...values, lease: null })
          .execute(),
      );

    /** Gives up all callbacks, as an outage of three days does. */
    const giveUpAll = () => setAll({ state: 'failed', due_at_ms: null });
    const waitAll = () => setAll({ state: 'pending', due_at_ms: service.clock.nowMs() + DAY_MS });

    /** Makes more callbacks of a merchant than one command redelivers. Nothing sends them. */
    beforeAll(async () => {
      service = await startWithoutTimers();
      await service.callbackWorker.stop();
      merchant = await service.merchantOf({ url: 'http://127.0.0.1:1/nobody' });
      ids = await storeWithdrawals(service, merchant, CROWD);
      await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    });
    afterAll(() => service.stop());

    /** Redelivers all callbacks in counted commands. After each, `happens`. */
    async function redeliverAll(happens: () => Promise<unknown>) {
      let commands = 0;
      const engine: Engine = {
        ...service.engine,
        run: (name, input, options) => {
          commands += 1;
          expect(commands).toBeLessThan(5);
          return service.engine.run(name, input, options).finally(happens);
        },
      };
      const callbacks = createCallbackStore(engine, service.dependencies.runtime, () => {});
      return { ...(await callbacks.redeliverAll({ ...merchant, waiting: true })), commands };
    }

    test('are all redelivered, though one command takes fewer', async () => {
      await giveUpAll();
      expect(await redeliverAll(async () => {})).toEqual({ count: CROWD, waitingCount: 0, commands: 2 });
      const due = await withDatabase(service.databasePath, (db) =>
        db
          .selectFrom('callbacks')
          .select('transaction_id')
          .where('state', '=', 'pending')
          .where('due_at_ms', '<=', service.clock.nowMs())
          .execute(),
      );
      expect(new Set(due.map((row) => row.transaction_id))).toEqual(new Set(ids));
    });

    test('that wait are each sent once, even if they fail again at once', async () => {
      await waitAll();
      // The first command finds none that was given up.
      expect(await redeliverAll(waitAll)).toEqual({ count: CROWD, waitingCount: CROWD, commands: 3 });
    });

    test('are not redelivered again if their receiver refuses them for good meanwhile', async () => {
      await giveUpAll();
      // A quick receiver has answered 410 to all of them.
      expect(await redeliverAll(giveUpAll)).toMatchObject({ count: CROWD, commands: 2 });
    });
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
});

describe('order', () => {
  /** The short form has other ones on each engine. */
  const SEEDS = IS_LONG ? [1, 2, 3, 4, 5, 6] : onPostgres ? [1] : [2];

  const TRANSACTIONS = 12;
  const STEPS = IS_LONG ? 260 : 100;
  const PER_CLIENT = 32;

  /** Each may have three further ones, however many others there are: these are enough for all. */
  const CLIENTS = 90;

  /** One for each client, and 256 further ones. */
  const IN_ALL = CLIENTS + 256;

  /** Possible reactions of a receiver, from always acknowledging to always failing. */
  const MOODS: readonly (readonly Reaction[])[] = [
    [204],
    [200, 200, 204, 500, 'reset'],
    [204, 503, 503, 500, 'reset', 410, 302],
    [500, 'reset', 429],
  ];

  interface Chain {
    readonly id: string;
    sequence: number;
  }

  /** The next transition of a transaction: settled once, then reversed and corrected in turn. */
  function nextTransition(chain: Chain): Parameters<typeof applyTransition>[2] {
    const { sequence } = chain;
    chain.sequence += 1;
    return { kind: sequence === 1 ? 'settle' : sequence % 2 === 0 ? 'reverse' : 'correct', sequence };
  }

  async function allEvents({ dependencies }: ManualClockService, ids: readonly string[]) {
    const pages = await Promise.all(
      ids.map((transactionId) =>
        dependencies.db.query('listEvents', { filter: { transactionId }, page: { limit: 100 } }),
      ),
    );
    return pages.flatMap((page) => page?.items ?? []);
  }

  /** Advances the clock while nothing is in flight, so that no attempt outlives its lease. */
  async function pass(service: ManualClockService, durationMs: number): Promise<void> {
    await service.callbackWorker.idle();
    service.clock.advance(durationMs);
  }

  /** Sends every due callback, also those that become due within these steps. */
  async function drain(service: ManualClockService, stepsMs: readonly number[]): Promise<void> {
    for (const stepMs of stepsMs) await pass(service, stepMs);
    await service.callbackWorker.idle();
  }

  /** Performs one random step. */
  async function happen(
    service: ManualClockService,
    {
      random,
      chains,
      checkers,
    }: { random: Random; chains: readonly Chain[]; checkers: readonly CallbackChecker[] },
  ): Promise<void> {
    const chance = random.below(100);
    const chain = random.pick(chains);
    if (chance < 62) await applyTransition(service, chain.id, nextTransition(chain));
    else if (chance < 72) random.pick(checkers).reactWith(moodOf(random));
    else if (chance < 82) await redeliverAny(service, random, chain.id);
    else if (chance < 94) await pass(service, random.pick([600, 6000, MINUTE_MS, 20 * MINUTE_MS]));
    else await service.callbackWorker.idle();
  }

  function moodOf(random: Random): () => Reaction {
    const mood = random.pick(MOODS);
    return () => random.pick(mood);
  }

  async function redeliverAny({ dependencies }: ManualClockService, random: Random, transactionId: string) {
    const page = await dependencies.db.query('listEvents', {
      filter: { transactionId },
      page: { limit: 100 },
    });
    if (!page || page.items.length === 0) return;
    await dependencies.callbacks.redeliver(random.pick(page.items).event.id);
    if (random.below(4) > 0) return;
    const { clientId } = random.pick(page.items).event;
    const waiting = random.below(2) > 0;
    await dependencies.callbacks.redeliverAll({ id: clientId, appKey: 'any', waiting });
  }

  test.each(SEEDS)(
    'under random failures and redeliveries, callbacks arrive in order per transaction, and none is lost (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      await using first = await startCallbackChecker(random);
      await using second = await startCallbackChecker(random);
      await using third = await startCallbackChecker(random);
      const checkers = [first, second, third];
      await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
      const merchants: TestClient[] = [];
      for (const { receiver } of checkers) merchants.push(await service.merchantOf(receiver));
      const made = merchants.map((merchant) => storeWithdrawals(service, merchant, TRANSACTIONS));
      const chains = (await Promise.all(made)).flat().map((id): Chain => ({ id, sequence: 1 }));
      for (let step = 0; step < STEPS; step += 1) await happen(service, { random, chains, checkers });

      // Every receiver is well again. The small steps allow many trials of those that were down.
      for (const checker of checkers) checker.reactWith(() => 204);
      await drain(service, [...new Array<number>(8).fill(1000), ...new Array<number>(8).fill(15 * HOUR_MS)]);
      expect(checkers.flatMap(({ broken }) => broken)).toEqual([]);
      const records = await allEvents(
        service,
        chains.map(({ id }) => id),
      );
      expect(records.length).toBeGreaterThan(STEPS / 2);
      const done = new Set(checkers.flatMap((checker) => [...checker.done]));
      expect(records.filter(({ event }) => !done.has(event.id))).toEqual([]);
      expect(records.filter(({ callback }) => callback?.state === 'pending')).toEqual([]);
      const deliveries = checkers.reduce((sum, { receiver }) => sum + receiver.deliveries.length, 0);
      process.stdout.write(
        `callback order: seed ${seed}, ${records.length} events in ${deliveries} deliveries\n`,
      );
      expect(deliveries).toBeGreaterThan(records.length);
    },
  );

  test('one client has at most 32 callbacks in flight', async () => {
    await using checker = await startCallbackChecker(createRandom(0));
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const [first = '', ...others] = await storeWithdrawals(
      service,
      await service.merchantOf(checker.receiver),
      50,
    );
    const settle = (ids: readonly string[]) =>
      Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    // Receivers get more than one once they have answered.
    await settle([first]);
    await service.callbackWorker.idle();
    const release = checker.hold();
    await settle(others);
    // The limit is reached. The others wait for the held responses.
    await expect.poll(() => checker.load.current).toBe(PER_CLIENT);
    release();
    await service.callbackWorker.idle();
    expect(checker.receiver.deliveries).toHaveLength(50);
    expect(checker.broken).toEqual([]);
    expect(checker.load.most).toBe(PER_CLIENT);
  });

  /** Starts a worker in the place of the service's own, which delivers nothing to receivers. */
  function startHolding(service: ManualClockService) {
    const { runtime } = service.dependencies;
    const held: (() => void)[] = [];
    const load = { isHeld: false, current: 0, most: 0, delivered: 0 };
    const worker = new CallbackWorker({
      ...runtime,
      monotonicMs: service.clock.monotonicMs,
      outbox: createCallbackOutbox(service.engine, { ...runtime, lease: 'holding' }),
      schedule: neverSchedule,
      logger: pino({ level: 'silent' }),
      async deliver(callback) {
        load.current += 1;
        load.most = Math.max(load.most, load.current);
        if (load.isHeld) await new Promise<void>((resolve) => held.push(resolve));
        load.current -= 1;
        load.delivered += 1;
        return recordOf(callback, { state: 'delivered' });
      },
    });
    worker.start();
    const release = () => {
      load.isHeld = false;
      for (const resolve of held.splice(0)) resolve();
    };
    return { worker, load, release };
  }

  testOnce('all clients together have at most 256 beyond the first of each', async () => {
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    await service.callbackWorker.stop();
    const { worker, load, release } = startHolding(service);
    const settleEach = async (count: number) => {
      const made = merchants.map((merchant) =>
        storeWithdrawals(service, merchant, count, `${count} of each`),
      );
      const ids = (await Promise.all(made)).flat();
      await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
    };
    const url = 'http://127.0.0.1:1/never-called';
    const merchants = await Promise.all(Array.from({ length: CLIENTS }, () => service.merchantOf({ url })));
    // Receivers get more than one once they have answered.
    await settleEach(1);
    await worker.idle();
    load.isHeld = true;
    await settleEach(2);
    worker.wake();
    await expect.poll(() => load.current).toBe(2 * CLIENTS);
    await settleEach(3);
    worker.wake();
    await expect.poll(() => load.current).toBe(IN_ALL);
    release();
    await worker.idle();
    expect(load).toMatchObject({ most: IN_ALL, delivered: CLIENTS * (1 + 2 + 3) });
    await worker.stop();
  });
});

describe('lock contention', () => {
  const CHAINS = 8;
  const VERBS: readonly Verb[] = ['settle', 'reverse', 'correct'];

  /** The load continues until the other process has held the lock this often. */
  const MIN_TURNS = 20;

  /** More rounds than a slow machine needs. If the other process dies, the test ends after them. */
  const MAX_ROUNDS = 50;

  /** Counts of callbacks and attempts. */
  function readOutbox(databasePath: string) {
    const database = new Sqlite(databasePath, { readonly: true, timeout: 5000 });
    const count = (rows: string) => database.prepare(`select count(*) from ${rows}`).pluck().get();
    const outbox = {
      delivered: count("callbacks where state = 'delivered'"),
      leased: count('callbacks where lease is not null'),
      attempts: count('callback_attempts'),
    };
    database.close();
    return outbox;
  }

  async function runChain(service: ManualClockService, merchant: TestClient, index: number): Promise<void> {
    const created = index % 2 ? service.deposit(merchant) : service.withdraw(merchant);
    const { transactionId } = await created;
    for (const [index, verb] of VERBS.entries())
      await service.transition(verb, transactionId, {
        fields: { sequence: String(index + 1), reason: 'as was seen' },
      });
  }

  // PostgreSQL has no write lock of the whole database.
  test.skipIf(onPostgres)(
    'while another process keeps taking and releasing the write lock, each callback arrives once, in order, without waiting for the end of a lease',
    async () => {
      // The clock stands still, so a callback that was claimed and lost would never be due again.
      await using service = await startManualClockService({ limits: LONG_LOCK_TIMEOUT });
      await using checker = await startCallbackChecker(createRandom(1));
      const merchant = await service.merchantOf(checker.receiver);
      await using contention = await startLockContention(service.databasePath);
      let events = 0;
      for (let round = 0; round < MAX_ROUNDS && contention.turns < MIN_TURNS; round += 1) {
        await Promise.all(Array.from({ length: CHAINS }, (_, index) => runChain(service, merchant, index)));
        events += CHAINS * VERBS.length;
      }
      await service.callbackWorker.idle();
      await contention.stop();
      expect(contention.turns).toBeGreaterThanOrEqual(MIN_TURNS);
      expect(checker.broken).toEqual([]);
      expect(checker.done.size).toBe(events);
      expect(checker.receiver.deliveries).toHaveLength(events);
      expect(readOutbox(service.databasePath)).toEqual({ delivered: events, leased: 0, attempts: events });
      await expectAgreement(service.databasePath);
    },
  );
});
