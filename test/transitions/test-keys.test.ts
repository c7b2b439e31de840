import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCallbackOutbox } from '../../db/stores/outbox.ts';
import type { ErrorType } from '../../src/domain/errors.ts';
import { MOST_TESTS_HELD } from '../../src/domain/undo.ts';
import type { OperationName } from '../../src/operations/permissions.ts';
import { MOST_MOVED } from '../../src/operations/sandbox/store.ts';
import { type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, DEMO_BANK } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import {
  DAY_MS,
  draftOf,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  SECOND_MS,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { SURFACES } from '../support/surfaces.ts';
import { onPostgres } from '../support/test-database.ts';

function testKey(service: ManualClockService, receiver?: Receiver) {
  return createClient(service, { isTest: true, callbackUrl: receiver?.url ?? null });
}

interface Asked {
  readonly fields?: Readonly<Record<string, string>>;
  readonly as: Credentials;
}

const ask = (service: ManualClockService, path: string, { fields = {}, as }: Asked) =>
  service.ask(`/v1/test/${path}`, { body: fields, as });

const tell = async (service: ManualClockService, path: string, asked: Asked): Promise<Json> =>
  expectData(await ask(service, path, asked));

const read = async (service: ManualClockService, as: Credentials, id: string): Promise<Json> =>
  expectData(await service.ask(`/v1/transactions/${id}`, { as }));

const eventsOf = async (service: ManualClockService, as: Credentials, id: string): Promise<Json[]> =>
  expectData(await service.ask(`/v1/events?transactionId=${id}`, { as })).items;

const MANY_SECONDS = { settle: {}, reject: { reason: 'wrong sender' }, expire: {} } as const;

test.each([
  ['settle', {}, { status: 'successful', finalAmount: 500, statusReason: null }],
  ['settle', { finalAmount: '12.34' }, { status: 'successful', finalAmount: 12.34 }],
  ['reject', {}, { status: 'unsuccessful', endedAs: 'rejected', statusReason: 'rejected_by_operator' }],
  ['reject', { reason: 'wrong sender' }, { status: 'unsuccessful', statusReason: 'wrong sender' }],
  ['expire', {}, { status: 'unsuccessful', endedAs: 'expired', statusReason: 'expired' }],
] as const)('a merchant with a test key %ss a deposit with %o itself', async (verb, fields, expected) => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const { transactionId } = await service.deposit(as);
  const after = await tell(service, `transactions/${transactionId}/${verb}`, { fields, as });
  expect(after).toMatchObject({ ...expected, sequence: 2, test: true });
  expect(await read(service, as, transactionId)).toEqual(after);
  const [event, ...more] = await eventsOf(service, as, transactionId);
  expect([event, more]).toMatchObject([{ change: verb, actor: 'test', test: true }, []]);
  await expectAgreement(service.databasePath);
});

test('a successful test is reversed, and a withdrawal is settled and never expires', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const { transactionId } = await service.withdraw(as);
  const path = `transactions/${transactionId}`;
  expectFailure(await ask(service, `${path}/expire`, { as }), 'error_transition_not_allowed');
  expectFailure(await ask(service, `${path}/reverse`, { as }), 'error_transition_not_allowed');
  expect(await tell(service, `${path}/settle`, { as })).toMatchObject({ status: 'successful' });
  expectFailure(await ask(service, `${path}/settle`, { as }), 'error_transition_not_allowed');
  const reversed = { status: 'unsuccessful', statusReason: 'reversed', endedAs: 'reversed' };
  expect(await tell(service, `${path}/reverse`, { as })).toMatchObject(reversed);
});

test.each(Object.keys(MANY_SECONDS))(
  'a delayed %s shows what was before, and its callback waits',
  async (verb) => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    const as = await testKey(service, receiver);
    const { transactionId } = await service.deposit(as);
    const fields = { delaySeconds: '20' };
    const shown = await tell(service, `transactions/${transactionId}/${verb}`, { fields, as });
    expect(shown).toMatchObject({ status: 'pending', sequence: 1 });
    await service.callbackWorker.idle();
    expect([receiver.deliveries, await eventsOf(service, as, transactionId)]).toEqual([[], []]);
    service.clock.advance(20_000);
    await service.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(1);
    expect(await read(service, as, transactionId)).toMatchObject({ sequence: 2 });
  },
);

test('so many decisions about tests of a merchant are delayed at a time', async () => {
  await using service = await startWithoutTimers();
  const [as, other] = [await testKey(service), await testKey(service)];
  const ids = await Promise.all(
    Array.from({ length: MOST_TESTS_HELD + 1 }, async () => (await service.withdraw(as)).transactionId),
  );
  const last = ids.pop();
  const fields = { delaySeconds: '20' };
  const settle = (id: string, by: Credentials) =>
    ask(service, `transactions/${id}/settle`, { fields, as: by });
  const actor = { kind: 'test', clientId: as.id } as const;
  const command = { kind: 'settle', sequence: 1 } as const;
  // In few commits.
  const delayed = ids.map((transactionId) =>
    service.dependencies.transactions.transition({ transactionId, command, actor, holdMs: 20 * SECOND_MS }),
  );
  for (const outcome of await Promise.all(delayed)) expect(outcome.kind).toBe('stored');
  service.clock.advance(5 * SECOND_MS);
  const refused = await settle(last, as);
  expect(expectFailure(refused, 'error_rate_limited').message).toContain(`${MOST_TESTS_HELD} decisions`);
  expect(refused.headers.get('retry-after')).toBe('15');
  expect((await read(service, as, last)).status).toBe('pending');
  expectData(await settle((await service.withdraw(other)).transactionId, other));
  expect(await tell(service, `transactions/${last}/settle`, { as })).toMatchObject({ status: 'successful' });
  service.clock.advance(15 * SECOND_MS);
  await service.callbackWorker.idle();
  expectData(await settle((await service.withdraw(as)).transactionId, as));
});

test('live keys are refused every test operation with the reason, and other test keys find nothing', async () => {
  await using service = await startWithoutTimers();
  const [as, stranger] = [await testKey(service), await testKey(service)];
  const { transactionId } = await service.deposit(as);
  const calls = [
    ['settleTestTransaction', { transactionId }],
    ['rejectTestTransaction', { transactionId }],
    ['reverseTestTransaction', { transactionId }],
    ['expireTestTransaction', { transactionId }],
    ['advanceTestClock', { advanceSeconds: 1 }],
    ['failTestCallbacks', { kind: 'timeout', count: 1 }],
  ] as const;
  for (const [operation, input] of calls)
    for (const surface of SURFACES.filter((one) => one.offers(operation))) {
      const nowMs = service.clock.nowMs() + Math.floor(Math.random() * 200_000);
      const live = await surface.run(service, { operation, input, as: MERCHANT, nowMs });
      expect(live.error).toMatchObject({
        type: 'not_authorized',
        message: expect.stringContaining('test key'),
      });
      const desk = await surface.run(service, { operation, input, as: OPERATOR, nowMs });
      expect(desk.error?.type).toBe('not_authorized');
      if (!('transactionId' in input)) continue;
      const other = await surface.run(service, { operation, input, as: stranger, nowMs });
      expect(other.error?.type).toBe('error_transaction_not_found' satisfies ErrorType);
    }
});

test.each(['trpc', 'graphql'])('over %s a merchant has the same controls', async (name) => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const surface = SURFACES.find((one) => one.name === name) ?? expect.fail(name);
  const run = async (operation: OperationName, input: Input): Promise<Json> => {
    service.clock.advance(SECOND_MS);
    return (await surface.run(service, { operation, input, as, nowMs: service.clock.nowMs() })).data;
  };
  const { transactionId } = await service.deposit(as);
  expect(await run('settleTestTransaction', { transactionId, finalAmount: 12.34 })).toMatchObject({
    ...{ status: 'successful', finalAmount: 12.34, test: true },
  });
  expect(await run('reverseTestTransaction', { transactionId, reason: 'sent back' })).toMatchObject({
    ...{ status: 'unsuccessful', endedAs: 'reversed', statusReason: 'sent back' },
  });
  const rejected = (await service.deposit(as)).transactionId;
  expect(await run('rejectTestTransaction', { transactionId: rejected })).toMatchObject({
    ...{ endedAs: 'rejected', statusReason: 'rejected_by_operator' },
  });
  const expired = (await service.deposit(as)).transactionId;
  const delayed = { transactionId: expired, delaySeconds: 20 };
  expect(await run('expireTestTransaction', delayed)).toMatchObject({ status: 'pending' });
  const advanced = await run('advanceTestClock', { advanceSeconds: 60 });
  expect(advanced).toMatchObject({ aheadSeconds: 60, expired: 0 });
  await service.callbackWorker.idle();
  expect(await read(service, as, expired)).toMatchObject({ endedAs: 'expired' });
  const items = [{ kind: 'outOfOrder', remaining: 2 }];
  expect(await run('failTestCallbacks', { kind: 'outOfOrder', count: 2 })).toEqual({ items });
  expect(await run('failTestCallbacks', { count: 0 })).toEqual({ items: [] });
});

test('no daily limit counts a test deposit, and no account has a place in it', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const before = await service.dependencies.accounts.list();
  const { transactionId } = await service.deposit(as);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  expect(await service.dependencies.accounts.list()).toEqual(before);
});

test('the clock of a test key moves what is due, and that of no other key', async () => {
  await using service = await startWithoutTimers();
  const [as, other] = [await testKey(service), await testKey(service)];
  const [own, foreign] = [await service.deposit(as), await service.deposit(other)];
  const live = await service.deposit(MERCHANT);
  const fields = { advanceSeconds: String(HOUR_MS / 1000) };
  const clock = await tell(service, 'clock', { fields, as });
  const laterMs = service.clock.nowMs() + HOUR_MS;
  expect(clock).toEqual({ now: new Date(laterMs).toISOString(), aheadSeconds: 3600, expired: 1 });
  expect(await read(service, as, own.transactionId)).toMatchObject({
    ...{ status: 'unsuccessful', endedAs: 'expired' },
    updatedAt: new Date(laterMs).toISOString(),
  });
  expect((await read(service, other, foreign.transactionId)).status).toBe('pending');
  expect((await read(service, MERCHANT, live.transactionId)).status).toBe('pending');
  const next = await service.deposit(as);
  const details = await read(service, as, next.transactionId);
  expect(details.createdAt).toBe(new Date(laterMs).toISOString());
  expect(Date.parse(details.expiresAt)).toBe(laterMs + 30 * MINUTE_MS);
  const [event] = await eventsOf(service, as, own.transactionId);
  expect(event).toMatchObject({
    change: 'expire',
    actor: 'service',
    occurredAt: new Date(laterMs).toISOString(),
  });
  await expectAgreement(service.databasePath);
});

test('the clock only goes forward, by 400 days in all', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const move = (seconds: number) =>
    ask(service, 'clock', { fields: { advanceSeconds: String(seconds) }, as });
  expectInvalid(await move(-1), 'advanceSeconds');
  expect(expectData(await move((399 * DAY_MS) / 1000)).aheadSeconds).toBe((399 * DAY_MS) / 1000);
  expectInvalid(await move((2 * DAY_MS) / 1000), 'advanceSeconds');
  expect(expectData(await move(0)).aheadSeconds).toBe((399 * DAY_MS) / 1000);
});

test('a clock moves while few deposits are pending, since everybody else waits for it', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const { transactionId } = await service.deposit(as);
  const advance = (seconds: number) =>
    ask(service, 'clock', { fields: { advanceSeconds: String(seconds) }, as });
  await withDatabase(service.databasePath, async (db) => {
    const row = await db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: MOST_MOVED }, (_, index) => {
      const key = index.toString(16).padStart(16, '0');
      const id = row.id.slice(0, 8) + key;
      return { ...row, id, process_id: key, user_id: key, reference: key, pay_token: key };
    });
    for (let from = 0; from < copies.length; from += 500)
      await db
        .insertInto('transactions')
        .values(copies.slice(from, from + 500))
        .execute();
    if (onPostgres)
      await sql`insert into pending_deposits (client_id, user_id, transaction_id)
        select client_id, user_id, id from transactions where client_id = ${as.id} and id <> ${transactionId}`.execute(
        db,
      );
  });
  const { message } = expectFailure(await advance(1), 'error_validation');
  expect(message).toContain(`at most ${MOST_MOVED} deposits`);
  expect(expectData(await advance(0)).aheadSeconds).toBe(0);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  expect(expectData(await advance(1))).toMatchObject({ aheadSeconds: 1, expired: 0 });
  const times = await withDatabase(service.databasePath, (db) =>
    db
      .selectFrom('transactions')
      .select((eb) => ['expires_at_ms', eb.fn.countAll<number>().as('count')])
      .where('client_id', '=', as.id)
      .where('status', '=', 'pending')
      .groupBy('expires_at_ms')
      .execute(),
  );
  expect(times.map(({ count }) => Number(count))).toEqual([MOST_MOVED]);
});

test('a deposit that is made between the look at what is pending and the move of the clock moves with it', async () => {
  await using service = await startWithoutTimers();
  const { sandbox } = service.dependencies;
  const as = await testKey(service);
  const early = await service.deposit(as);
  const { ids = [], place } = await sandbox.findMovable(as.id);
  const late = await service.deposit(as);
  expect(ids).toEqual([early.transactionId]);
  const move = { advanceMs: 20 * MINUTE_MS, deposits: { ids, place } };
  expect(await sandbox.advanceClock(as.id, move)).toMatchObject({ kind: 'moved', movedCount: 2 });
  for (const { transactionId } of [early, late]) {
    const { createdAt, expiresAt } = await read(service, as, transactionId);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * MINUTE_MS);
  }
  service.clock.advance(10 * MINUTE_MS);
  expect(await service.sweeper.sweep()).toBe(2);
});

test('a deposit that is stored after the clock was moved has the time of the moved clock', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  await tell(service, 'clock', { fields: { advanceSeconds: '3600' }, as });
  // As if its request had been read before.
  const draft = { ...draftOf(as, 'late'), type: 'deposit', testClockAheadMs: 0 } as const;
  const outcome = await service.dependencies.transactions.create(draft, DEMO_BANK);
  const laterMs = service.clock.nowMs() + HOUR_MS;
  expect(outcome).toMatchObject({ kind: 'stored', isNew: true, transaction: { createdAtMs: laterMs } });
  const { createdAt, expiresAt } = expectData(await service.ask('/v1/transactions', { as })).items[0];
  expect([Date.parse(createdAt), Date.parse(expiresAt)]).toEqual([laterMs, laterMs + 30 * MINUTE_MS]);
});

// PostgreSQL tells at some later time that the key was made.
test.skipIf(onPostgres)('to read a clock makes no process read its keys again', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const version = () => service.engine.directoryVersion();
  const before = version();
  expectData(await ask(service, 'clock', { fields: { advanceSeconds: '0' }, as }));
  expect(version()).toBe(before);
  expectData(await ask(service, 'clock', { fields: { advanceSeconds: '1' }, as }));
  expect(version()).not.toBe(before);
});

test('a move of the clock sends the callbacks that wait for their next attempt, and gives up old ones', async () => {
  await using receiver = await startReceiver({ respond: status(503) });
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(1);
  await tell(service, 'clock', { fields: { advanceSeconds: '10' }, as });
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(2);
  await tell(service, 'clock', { fields: { advanceSeconds: String((4 * DAY_MS) / 1000) }, as });
  await service.callbackWorker.idle();
  const [event] = await eventsOf(service, as, transactionId);
  expect([receiver.deliveries.length, event.callback]).toEqual([3, 'failed']);
  await expectAgreement(service.databasePath);
});

const attemptsOf = async (service: ManualClockService, as: Credentials): Promise<Json[]> =>
  expectData(await service.ask('/v1/callback-attempts', { as })).items.toReversed();

const fail = (service: ManualClockService, as: Credentials, kind: string, count = 1) =>
  tell(service, 'callback-failures', { fields: { kind, count: String(count) }, as });

test.each([
  ['timeout', { status: null, error: 'no answer within 10 s' }],
  ['error500', { status: 500, error: null }],
] as const)('after %s the receiver has the callback, and it comes again', async (kind, expected) => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  expect(await fail(service, as, kind)).toEqual({ items: [{ kind, remaining: 1 }] });
  await tell(service, `transactions/${transactionId}/settle`, { as });
  await service.callbackWorker.idle();
  const answer = expect.stringMatching(/^HTTP 204, taken for .*asked for by the test key$/);
  expect(await attemptsOf(service, as)).toMatchObject([{ ...expected, answer }]);
  await tell(service, 'clock', { fields: { advanceSeconds: '10' }, as });
  await service.callbackWorker.idle();
  const [first, second] = receiver.deliveries;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(await attemptsOf(service, as)).toMatchObject([expected, { status: 204, answer: null }]);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ transactionId, status: 'successful', test: true });
});

test('a duplicate is sent twice at once, and both attempts are kept', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'duplicate');
  await tell(service, `transactions/${transactionId}/settle`, { as });
  await service.callbackWorker.idle();
  const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const answer = 'HTTP 204, sent twice: asked for by the test key';
  expect(await attemptsOf(service, as)).toMatchObject([
    { status: 204, answer },
    { status: 204, answer },
  ]);
  const [event] = await eventsOf(service, as, transactionId);
  expect(event.callback).toBe('delivered');
  await expectAgreement(service.databasePath);
});

test('a callback out of order is given up, and comes after the next one', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'outOfOrder');
  await tell(service, `transactions/${transactionId}/settle`, { as });
  await service.callbackWorker.idle();
  const [event] = await eventsOf(service, as, transactionId);
  expect([receiver.deliveries, event.callback]).toEqual([[], 'failed']);
  await tell(service, `transactions/${transactionId}/reverse`, { as });
  await service.callbackWorker.idle();
  await service.callbackWorker.idle();
  const sequences = receiver.deliveries.map(({ body }) => JSON.parse(body).sequence);
  expect(sequences).toEqual([3, 2]);
  const error = 'given up before the next callback, asked for by the test key';
  expect(await attemptsOf(service, as)).toMatchObject([{ error }, { status: 204 }, { status: 204 }]);
  await expectAgreement(service.databasePath);
});

test('a callback out of order is not lost by a process that ends before it has made it due again', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  await fail(service, as, 'outOfOrder');
  const take = (eventId: string) => service.engine.run('takeCallbackFailure', { clientId: as.id, eventId });
  expect(await take('first')).toEqual({ kind: 'giveUp' });
  expect(await take('second')).toEqual({ kind: 'comeFirst', laterEventId: 'first' });
  expect(await take('third')).toEqual({ kind: 'comeFirst', laterEventId: 'first' });
});

test('a callback out of order is not due again before its attempt is over, so that it is not lost', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  await service.callbackWorker.stop();
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'outOfOrder');
  await tell(service, `transactions/${transactionId}/settle`, { as });
  const outbox = createCallbackOutbox(service.engine, { ...service.dependencies.runtime, lease: 'own' });
  const [claimed] = await outbox.claim([{ clientId: as.id, limit: 1 }], MINUTE_MS);
  const eventId = claimed?.event.id ?? expect.fail('nothing is due');
  const delivery = { clientId: as.id, eventId };
  const next = { clientId: as.id, eventId: 'next' };
  expect(await outbox.takeFailure(delivery)).toEqual({ kind: 'giveUp' });
  await outbox.deliverGivenUp(delivery);
  const answer = { status: null, error: null, responseExcerpt: null, durationMs: 1, startedAtMs: 0 };
  await outbox.record({ attempt: { ...delivery, transactionId, ...answer }, outcome: { state: 'failed' } });
  expect(await outbox.takeFailure(next)).toEqual({ kind: 'comeFirst', laterEventId: eventId });
  await outbox.deliverGivenUp(delivery);
  const again = await outbox.claim([{ clientId: as.id, limit: 1 }], MINUTE_MS);
  expect(again.map(({ event }) => event.id)).toEqual([eventId]);
});

test('a callback out of order that is taken back is delivered after all', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'outOfOrder', 3);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toEqual([]);
  expect(await fail(service, as, 'timeout', 0)).toEqual({ items: [{ kind: 'outOfOrder', remaining: 3 }] });
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toEqual([]);
  expect(await tell(service, 'callback-failures', { fields: { count: '0' }, as })).toEqual({ items: [] });
  await service.callbackWorker.idle();
  expect(receiver.deliveries.map(({ body }) => JSON.parse(body).sequence)).toEqual([2]);
  const [event] = await eventsOf(service, as, transactionId);
  expect(event.callback).toBe('delivered');
  await expectAgreement(service.databasePath);
});

test('a callback that is being given up while that is taken back is delivered after all', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  await service.callbackWorker.stop();
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'outOfOrder', 2);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  const outbox = createCallbackOutbox(service.engine, { ...service.dependencies.runtime, lease: 'own' });
  const [claimed] = await outbox.claim([{ clientId: as.id, limit: 1 }], MINUTE_MS);
  const eventId = claimed?.event.id ?? expect.fail('nothing is due');
  const delivery = { clientId: as.id, eventId };
  expect(await outbox.takeFailure(delivery)).toEqual({ kind: 'giveUp' });
  const takeBack = () => tell(service, 'callback-failures', { fields: { count: '0' }, as });
  // Its attempt is not stored yet.
  expect(await takeBack()).toEqual({ items: [{ kind: 'outOfOrder', remaining: 1 }] });
  const answer = { status: null, error: null, responseExcerpt: null, durationMs: 1, startedAtMs: 0 };
  await outbox.record({ attempt: { ...delivery, transactionId, ...answer }, outcome: { state: 'failed' } });
  expect(await takeBack()).toEqual({ items: [] });
  const again = await outbox.claim([{ clientId: as.id, limit: 1 }], MINUTE_MS);
  expect(again.map(({ event }) => event.id)).toEqual([eventId]);
});

test('the callback that comes first is the one that the receiver has taken', async () => {
  let isDown = true;
  await using receiver = await startReceiver({ respond: (...all) => status(isDown ? 503 : 204)(...all) });
  await using service = await startWithoutTimers();
  const as = await testKey(service, receiver);
  const { transactionId } = await service.deposit(as);
  await fail(service, as, 'outOfOrder');
  for (const verb of ['settle', 'reverse']) {
    await tell(service, `transactions/${transactionId}/${verb}`, { as });
    await service.callbackWorker.idle();
  }
  isDown = false;
  await tell(service, 'clock', { fields: { advanceSeconds: '60' }, as });
  await service.callbackWorker.idle();
  await service.callbackWorker.idle();
  const sequences = receiver.deliveries.map(({ body }) => JSON.parse(body).sequence);
  expect(sequences).toEqual([3, 3, 2]);
  await expectAgreement(service.databasePath);
});

test('a key asks for so many failures at most', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const asked = (count: number) =>
    ask(service, 'callback-failures', { fields: { kind: 'timeout', count: String(count) }, as });
  for (let index = 0; index < 5; index += 1) {
    service.clock.advance(1000);
    expectData(await asked(20));
  }
  service.clock.advance(1000);
  expect(expectFailure(await asked(1), 'error_validation').message).toContain('100');
  expect(expectData(await asked(0))).toEqual({ items: [] });
  expectData(await asked(20));
});

test('what was asked is kept in order, used once, and taken back with a count of 0', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const [as, other] = [await testKey(service, receiver), await testKey(service, receiver)];
  await fail(service, as, 'error500', 2);
  const items = [
    { kind: 'error500', remaining: 2 },
    { kind: 'timeout', remaining: 3 },
  ];
  expect(await fail(service, as, 'timeout', 3)).toEqual({ items });
  expect(await fail(service, as, 'timeout', 0)).toEqual({ items: items.slice(0, 1) });
  expect(await tell(service, 'callback-failures', { fields: { count: '0' }, as })).toEqual({ items: [] });
  expectInvalid(await ask(service, 'callback-failures', { fields: { count: '1' }, as }), 'kind');
  expectInvalid(
    await ask(service, 'callback-failures', { fields: { kind: 'timeout', count: '21' }, as }),
    'count',
  );
  await fail(service, as, 'error500');
  const { transactionId } = await service.deposit(other);
  await tell(service, `transactions/${transactionId}/settle`, { as: other });
  await service.callbackWorker.idle();
  expect(await attemptsOf(service, other)).toMatchObject([{ status: 204, answer: null }]);
});
