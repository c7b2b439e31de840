import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  createClock,
  hmac,
  type Json,
  OPERATOR,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import {
  applyTransition,
  type ManualClockService,
  MINUTE_MS,
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { expectDescribedCallback } from '../support/openapi.ts';
import { type Delivery, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { verifyDelivery } from '../support/signed-callback.ts';
import { settleOne } from '../support/single-callback.ts';
import { onPostgres } from '../support/test-database.ts';

describe('callbacks', () => {
  /** The library compares timestamps with the clock of the machine. */
  const start = () => startManualClockService({ clock: createClock(Date.now()) });

  const HEAD = ['hash', 'transactionId', 'bankId', 'bank', 'amount', 'type'];

  const TAIL = [
    'status',
    'statusReason',
    'name',
    'userName',
    'userId',
    'processId',
    'convertedName',
    'eventId',
    'sequence',
    'occurredAt',
  ];

  /** The deliveries after the first `known`, once nothing more is due. */
  async function delivered(
    service: ManualClockService,
    receiver: Receiver,
    known = 0,
  ): Promise<readonly Delivery[]> {
    await service.callbackWorker.idle();
    return receiver.deliveries.slice(known);
  }

  /** Reads a callback, which is as the OpenAPI document says. */
  function read({ body }: Delivery): Json {
    expectDescribedCallback(body);
    return JSON.parse(body);
  }

  test('the callback of a deposit has the keys of the create response in order, and the hash over the final amount', async () => {
    await using receiver = await startReceiver();
    await using service = await start();
    const merchant = await service.merchantOf(receiver);
    const created = await service.deposit(merchant, { name: 'Şükrü Çağlayan', amount: '500' });
    const { transactionId, bankId, url: _, ...same } = created;
    await service.transition('settle', transactionId, {
      fields: { sequence: '1', finalAmount: '480.5', reason: 'came short' },
    });
    const [delivery, ...more] = await delivered(service, receiver);
    expect(more).toEqual([]);
    const body = read(delivery!);
    expect(Object.keys(body)).toEqual([...HEAD, 'bankAccountName', 'bankAccountIban', ...TAIL]);
    expect(body).toEqual({
      ...same,
      transactionId,
      bankId,
      hash: hmac(merchant.secret, `${transactionId}${bankId}480.5`),
      amount: 480.5,
      status: 'successful',
      statusReason: 'came short',
      eventId: delivery!.headers['webhook-id'],
      sequence: 2,
      occurredAt: new Date(service.clock.nowMs()).toISOString(),
    });
    expect(delivery!.target).toBe('/callbacks');
    expect(delivery!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^bank-transfers\/\d+\.\d+\.\d+$/),
      'webhook-timestamp': String(Math.floor(service.clock.nowMs() / 1000)),
    });
  });

  test('each transition of a withdrawal has one callback, with its account and its state right after the transition', async () => {
    await using receiver = await startReceiver();
    await using service = await start();
    const merchant = await service.merchantOf(receiver);
    const { transactionId, bankId, accountName, iban } = await service.withdraw(merchant, { amount: '77' });
    let release = () => {};
    receiver.respondWith((_request, response) => {
      release = () => response.writeHead(204).end();
    });
    await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '70' } });
    await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'sent back' } });
    await service.transition('correct', transactionId, {
      fields: { sequence: '3', finalAmount: '75', reason: 'it came' },
    });
    // Two are sent after all three transitions. Each must still show the state of its own.
    expect(await receiver.arrivals(1)).toHaveLength(1);
    receiver.respondWith(status(204));
    release();
    const bodies = (await delivered(service, receiver)).map(read);
    expect(Object.keys(bodies[0])).toEqual([...HEAD, 'accountName', 'iban', ...TAIL]);
    const common = { transactionId, accountName, iban, type: 'withdrawal' };
    const expected = [
      { status: 'successful', statusReason: null, amount: 70, sequence: 2 },
      { status: 'unsuccessful', statusReason: 'sent back', amount: 70, sequence: 3 },
      { status: 'successful', statusReason: 'it came', amount: 75, sequence: 4 },
    ];
    expect(bodies).toMatchObject(expected.map((one) => ({ ...common, ...one })));
    for (const { hash, amount } of bodies)
      expect(hash).toBe(hmac(merchant.secret, `${transactionId}${bankId}${amount}`));
  });

  test('a creation has no callback', async () => {
    await using receiver = await startReceiver();
    await using service = await start();
    const merchant = await service.merchantOf(receiver);
    await service.deposit(merchant);
    await service.withdraw(merchant);
    expect(await delivered(service, receiver)).toEqual([]);
  });

  test('a client without a callbackUrl gets no callbacks, and its events show none', async () => {
    await using service = await start();
    const merchant = await service.merchantOf(undefined);
    const { transactionId } = await service.withdraw(merchant);
    await service.transition('cancel', transactionId, { as: merchant });
    await service.callbackWorker.idle();
    const { items } = expectData(await service.ask('/v1/events', { as: merchant }));
    expect(items).toMatchObject([{ transactionId, callback: null, callbackDueInSeconds: null }]);
    const attempts = expectData(await service.ask('/v1/callback-attempts', { as: merchant }));
    expect(attempts.items).toEqual([]);
  });

  /** Every way to change one character of a text. */
  function* flips(text: string): Generator<string> {
    for (let at = 0; at < text.length; at += 1)
      yield text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
  }

  test('the official library accepts every callback, and refuses each with any one byte flipped', async () => {
    await using receiver = await startReceiver();
    await using service = await start();
    const merchant = await service.merchantOf(receiver);
    const deposit = await service.deposit(merchant, { name: '李雷 "x"', processId: 'ü/ö?&=+%#' });
    await service.transition('settle', deposit.transactionId, { fields: { sequence: '1' } });
    await service.transition('reverse', deposit.transactionId, { fields: { sequence: '2', reason: 'ü 😀' } });
    const withdrawal = await service.withdraw(merchant);
    await service.transition('cancel', withdrawal.transactionId, { as: merchant });
    const deliveries = await delivered(service, receiver);
    expect(deliveries).toHaveLength(3);
    let refused = 0;
    for (const delivery of deliveries) {
      const { body, headers } = delivery;
      expect(verifyDelivery(merchant.secret, delivery)).toEqual(read(delivery));
      expect(() => verifyDelivery('another-secret', delivery)).toThrow('No matching signature');
      const flipped = [...flips(body)].map((text) => ({ body: text, headers }));
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
        for (const value of flips(String(headers[name])))
          flipped.push({ body, headers: { ...headers, [name]: value } });
      const forged = everyNth(5, flipped);
      for (const one of forged) expect(() => verifyDelivery(merchant.secret, one), one.body).toThrow();
      refused += forged.length;
    }
    expect(refused).toBeGreaterThan(IS_LONG ? 1200 : 240);
  });

  test('while a secret is rotated both verify, and after the grace period only the new one does', async () => {
    await using receiver = await startReceiver();
    await using service = await start();
    const old = await service.merchantOf(receiver);
    const { transactionId, bankId } = await service.withdraw(old);
    const query = `mutation { rotateSecret(input: { appKey: "${old.appKey}", graceSeconds: 60 }) { secret } }`;
    const { secret } = (await service.graphql(ADMIN, query)).rotateSecret;
    const signatures = ({ headers }: Delivery) => String(headers['webhook-signature']).split(' ');

    service.clock.advance(MINUTE_MS - 1);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    const [during] = await delivered(service, receiver);
    for (const one of [old.secret, secret]) expect(verifyDelivery(one, during!)).toEqual(read(during!));
    expect(signatures(during!)).toHaveLength(2);

    service.clock.advance(1);
    await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
    const [after] = await delivered(service, receiver, 1);
    expect(verifyDelivery(secret, after!)).toEqual(read(after!));
    expect(() => verifyDelivery(old.secret, after!)).toThrow('No matching signature');
    expect(signatures(after!)).toHaveLength(1);
    for (const delivery of [during!, after!])
      expect(read(delivery).hash).toBe(hmac(secret, `${transactionId}${bankId}500`));
  });
});

describe('event feed', () => {
  /** The feed as a client reads it: page by page, each after the last event of the one before. */
  async function readFeed(service: ManualClockService, as: Credentials, limit: number): Promise<Json[]> {
    const items: Json[] = [];
    for (let pages = 0; pages < 100; pages += 1) {
      const last = items.at(-1);
      const after = last ? `&after=${last.eventId}` : '';
      const page = expectData(await service.ask(`/v1/events?limit=${limit}${after}`, { as }));
      // An announced page is never empty.
      if (last) expect(page.items).not.toEqual([]);
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      expect(page.items).toHaveLength(limit);
      expect(page.nextCursor).toBe(page.items.at(-1).eventId);
    }
    return expect.fail('the feed has no end');
  }

  /** Moves transactions of the merchants through their transitions, delivering each callback before the next one. */
  async function makeTransitions(
    service: ManualClockService,
    merchants: readonly TestClient[],
  ): Promise<void> {
    const ids: string[] = [];
    for (const merchant of merchants) {
      ids.push(...(await storeWithdrawals(service, merchant, 2, 'withdrawal')));
      ids.push(...(await storeDeposits(service, merchant, 2)));
    }
    for (const [before, kind] of (['settle', 'reverse', 'correct'] as const).entries())
      for (const id of ids) {
        await applyTransition(service, id, { kind, sequence: before + 1 });
        await service.callbackWorker.idle();
      }
  }

  test('the feed has the same events as the callbacks, in the same order, and none of other clients', async () => {
    await using receiver = await startReceiver();
    await using otherReceiver = await startReceiver();
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(receiver);
    const other = await service.merchantOf(otherReceiver);
    await makeTransitions(service, [merchant, other]);
    const callbacks = receiver.deliveries.map(({ body }): Json => JSON.parse(body));
    expect(callbacks).toHaveLength(12);
    for (const limit of [5, 12, 100]) {
      const feed = await readFeed(service, merchant, limit);
      expect(feed).toHaveLength(callbacks.length);
      expect(feed).toMatchObject(callbacks);
    }
    const otherFeed = await readFeed(service, other, 100);
    expect(otherFeed).toMatchObject(otherReceiver.deliveries.map(({ body }) => JSON.parse(body)));
    // An operator sees the events of both clients, with their appKeys.
    const both = await readFeed(service, OPERATOR, 7);
    expect(both.map(({ eventId }) => eventId).sort()).toEqual(
      [...callbacks, ...otherFeed].map(({ eventId }) => eventId).sort(),
    );
    expect(new Set(both.map(({ appKey }) => appKey))).toEqual(new Set([merchant.appKey, other.appKey]));
    for (const { appKey, actorAppKey, actorName } of await readFeed(service, merchant, 100))
      expect([appKey, actorAppKey, actorName]).toEqual([undefined, undefined, undefined]);
  });

  test('an event shows the previous status, the actor, and the state of its callback', async () => {
    await using receiver = await startReceiver();
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(receiver);
    const { transactionId } = await service.withdraw(merchant);
    await service.transition('cancel', transactionId, { as: merchant });
    await service.transition('correct', transactionId, { fields: { sequence: '2', reason: 'it was sent' } });
    await service.callbackWorker.idle();
    const appKey = merchant.appKey;
    const cancelled = {
      previousStatus: 'pending',
      change: 'cancel',
      actor: 'client',
      callback: 'delivered',
    };
    const corrected = { previousStatus: 'unsuccessful', change: 'correct', actor: 'operator' };
    expect(await readFeed(service, OPERATOR, 100)).toMatchObject([
      { ...cancelled, appKey, actorAppKey: appKey, statusReason: 'cancelled_by_client' },
      {
        ...corrected,
        appKey,
        actorAppKey: OPERATOR.appKey,
        actorName: 'Demo operator',
        statusReason: 'it was sent',
      },
    ]);
  });

  test('later events appear after the last page, and none appears before it', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const first = await startManualClockService({ clock, folder: folder.path });
    const merchant = await first.merchantOf(undefined);
    await makeTransitions(first, [merchant]);
    const before = await readFeed(first, merchant, 100);
    const after = `/v1/events?after=${before.at(-1).eventId}`;
    expect(expectData(await first.ask(after, { as: merchant }))).toEqual({ items: [], nextCursor: null });
    await first.stop();
    // The new process has its clock set back, so its ids are lower. The order is still that of the commits.
    clock.jump(-3_600_000);
    await using second = await startManualClockService({ clock, folder: folder.path });
    const { transactionId } = await second.withdraw(merchant);
    await second.transition('settle', transactionId, { fields: { sequence: '1' } });
    const { items } = expectData(await second.ask(after, { as: merchant }));
    expect(items).toMatchObject([{ transactionId, sequence: 2 }]);
    expect(items[0].eventId < before[0].eventId).toBe(true);
    expect((await readFeed(second, merchant, 5)).slice(0, -1)).toEqual(before);
  });

  test('an unknown after is refused, and so is the event of another client', async () => {
    await using service = await startManualClockService();
    const [merchant, other] = [await service.merchantOf(undefined), await service.merchantOf(undefined)];
    for (const one of [merchant, other]) await settleOne(service, one);
    const [foreign] = await readFeed(service, other, 100);
    const known = expectData(await service.ask('/v1/events?limit=1', { as: merchant })).items[0].eventId;
    expectData(await service.ask(`/v1/events?after=${known}`, { as: merchant }));
    for (const after of ['ffffffffffffffffffffffff', foreign.eventId, 'nonsense', known.toUpperCase()])
      expectInvalid(await service.ask(`/v1/events?after=${after}`, { as: merchant }), 'after');
    expectInvalid(
      await service.ask(`/v1/events?after=${known}&transactionId=${foreign.transactionId}`, { as: merchant }),
      'after',
    );
  });
});

describe('summary', () => {
  const VIEWER: Credentials = { appKey: 'summary-viewer', secret: 'summary-viewer-secret' };

  async function summary(service: ManualClockService, as = OPERATOR): Promise<Json[]> {
    return expectData(await service.ask('/v1/callbacks/summary', { as })).items;
  }

  async function failed(service: ManualClockService, query: string, as = OPERATOR): Promise<Json> {
    return expectData(await service.ask(`/v1/callbacks/failed?${query}`, { as }));
  }

  test('each client with waiting or failed callbacks is listed with their counts and the last error', async () => {
    await using gone = await startReceiver({ respond: status(410) });
    await using busy = await startReceiver({ respond: status(503) });
    await using good = await startReceiver();
    await using service = await startWithoutTimers();
    const givenUp = await service.merchantOf(gone);
    const waiting = await service.merchantOf(busy);
    for (const merchant of [givenUp, givenUp, waiting, await service.merchantOf(good)])
      await settleOne(service, merchant);
    expect(await summary(service)).toEqual([
      expect.objectContaining({ appKey: givenUp.appKey, waiting: 0, failed: 2, lastError: 'HTTP 410' }),
      expect.objectContaining({ appKey: waiting.appKey, waiting: 1, failed: 0, lastError: 'HTTP 503' }),
    ]);
    const body = { appKey: givenUp.appKey };
    gone.respondWith(status(200));
    expect(expectData(await service.ask('/v1/callbacks/redeliver-failed', { body })).count).toBe(2);
    await service.callbackWorker.idle();
    expect((await summary(service)).map(({ appKey }) => appKey)).toEqual([waiting.appKey]);
    await expectAgreement(service.databasePath);
  });

  test('the failed callbacks of a client are listed newest first, with the last error, page by page', async () => {
    await using receiver = await startReceiver({ respond: status(410) });
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(receiver);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift(await settleOne(service, merchant));
      service.clock.advance(1000);
    }
    const query = `appKey=${merchant.appKey}&limit=2`;
    const first = await failed(service, query);
    const second = await failed(service, `${query}&after=${first.nextCursor}`);
    const items = [...first.items, ...second.items];
    expect(items.map(({ transactionId }: Json) => transactionId)).toEqual(ids);
    expect(items[0]).toMatchObject({ change: 'settle', status: 'successful', lastError: 'HTTP 410' });
    expect([first.nextCursor, second.nextCursor]).toEqual([items[1].eventId, null]);
  });

  test('a viewer reads what failed and why, but no response of a receiver, and cannot redeliver', async () => {
    await using receiver = await startReceiver({ respond: status(410, {}, 'our account 4711 is closed') });
    await using service = await startWithoutTimers();
    await createClient(service, { ...VIEWER, role: 'viewer' });
    const merchant = await service.merchantOf(receiver);
    const transactionId = await settleOne(service, merchant);
    const query = `appKey=${merchant.appKey}`;
    expect((await failed(service, query)).items[0].lastAnswer).toBe('our account 4711 is closed');
    expect((await failed(service, query, VIEWER)).items[0]).toMatchObject({
      lastError: 'HTTP 410',
      lastAnswer: null,
    });
    const attempts = `/v1/callback-attempts?transactionId=${transactionId}`;
    expect(expectData(await service.ask(attempts, { as: VIEWER })).items[0].answer).toBeNull();
    const { eventId } = (await failed(service, query)).items[0];
    expectFailure(
      await service.ask(`/v1/events/${eventId}/redeliver`, { as: VIEWER, body: {} }),
      'not_authorized',
    );
    expectFailure(await service.ask('/v1/callbacks/summary', { as: merchant }), 'not_authorized');
  });

  test('callbacks that are counted in several pieces are each counted once', async () => {
    await using service = await startWithoutTimers();
    const clients = [await createClient(service), await createClient(service)];
    const idOf = async ({ appKey }: Credentials) =>
      (await service.dependencies.clients.findByAppKey(appKey))?.id;
    await withDatabase(service.databasePath, (db) =>
      db.connection().execute(async (one) => {
        if (!onPostgres) await sql`pragma foreign_keys = off`.execute(one);
        for (const [index, client] of clients.entries())
          for (const [state, count] of [
            ['pending', 10_000],
            ['failed', 12_345 + index],
          ] as const) {
            const id = sql.lit((await idOf(client)) ?? '');
            await sql`
            insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
            with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
            select ${sql.lit(state)} || ${id} || i, ${id}, cast(100000 + i as text), 2, ${sql.lit(state)}, 0 from n
          `.execute(one);
          }
      }),
    );
    expect(await summary(service)).toMatchObject([
      { appKey: clients[1]?.appKey, waiting: 10_000, failed: 12_346 },
      { appKey: clients[0]?.appKey, waiting: 10_000, failed: 12_345 },
    ]);
  });

  test('an unknown client has a clear error', async () => {
    await using service = await startWithoutTimers();
    const error = expectFailure(
      await service.ask('/v1/callbacks/failed?appKey=nobody'),
      'error_site_not_found',
    );
    expect(error.fields[0].path).toBe('appKey');
  });
});
