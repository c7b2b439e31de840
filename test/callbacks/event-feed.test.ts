import { expect, test } from 'vitest';
import { type Credentials, createClock, type Json, OPERATOR, temporaryFolder } from '../harness.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectInvalid } from '../support/responses.ts';

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
  merchants: readonly Credentials[],
): Promise<void> {
  const steps = [
    ['settle', { sequence: '1', finalAmount: '400' }],
    ['reverse', { sequence: '2', reason: 'sent back' }],
    ['correct', { sequence: '3', reason: 'a mistake' }],
  ] as const;
  const ids: string[] = [];
  for (const as of [...merchants, ...merchants]) {
    ids.push((await service.withdraw(as)).transactionId, (await service.deposit(as)).transactionId);
  }
  for (const [verb, fields] of steps)
    for (const transactionId of ids) {
      await service.transition(verb, transactionId, { fields });
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
  for (const limit of [1, 5, 12, 13, 100]) {
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
  await makeTransitions(service, [merchant, other]);
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
