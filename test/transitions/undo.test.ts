import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/context/context.ts';
import { nodePlatform } from '../../src/platform.ts';
import { ADMIN, type Credentials, createClock, type Json, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import { MOVES } from '../support/held-back.ts';
import {
  type ManualClockService,
  SECOND_MS,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { payerCall } from '../support/payments.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';
import { USED_AGAIN } from '../support/thread-pool.ts';

const HELD = { sequence: '1', holdSeconds: '8' };

interface Desk extends AsyncDisposable {
  readonly service: ManualClockService;
  readonly receiver: Receiver;
  readonly merchant: TestClient;
}

async function openDesk(): Promise<Desk> {
  const receiver = await startReceiver();
  const service = await startWithoutTimers();
  return {
    service,
    receiver,
    merchant: await service.merchantOf(receiver),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const undo = (service: ManualClockService, transactionId: string, sequence: number, as = OPERATOR) =>
  service.ask(`/v1/transactions/${transactionId}/undo`, { as, body: { sequence: String(sequence) } });

const read = async (service: ManualClockService, transactionId: string, as: Credentials = OPERATOR) =>
  expectData(await service.ask(`/v1/transactions/${transactionId}`, { as }));

const feedOf = async (service: ManualClockService, as: TestClient, after?: string): Promise<string[]> => {
  const query = after === undefined ? '' : `?after=${after}`;
  const { items } = expectData(await service.ask(`/v1/events${query}`, { as }));
  return items.map((event: Json) => event.eventId);
};

/** The kinds of a transaction's events, as an operator sees them. */
const historyOf = async (service: ManualClockService, transactionId: string): Promise<string[]> => {
  const { items } = expectData(await service.ask(`/v1/events?transactionId=${transactionId}`));
  return items.map((event: Json) => event.change);
};

test('a held settle is undone: the deposit waits again, the history keeps both, and the client is told nothing', async () => {
  await using desk = await openDesk();
  const { service, receiver, merchant } = desk;
  const before = await service.deposit(merchant);
  const { transactionId } = before;
  const waiting = await read(service, transactionId);
  expect(await service.transition('settle', transactionId, { fields: HELD })).toMatchObject({
    ...{ status: 'successful', sequence: 2, finalAmount: before.amount },
  });
  service.clock.advance(7999);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toEqual([]);
  expect(await feedOf(service, merchant)).toEqual([]);
  expect(expectData(await undo(service, transactionId, 2))).toEqual({ ...waiting, sequence: 3 });
  service.clock.advance(60 * SECOND_MS);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toEqual([]);
  expect(await feedOf(service, merchant)).toEqual([]);
  expect(await historyOf(service, transactionId)).toEqual(['settle', 'undo']);
  expect(await read(service, transactionId, merchant)).toMatchObject({ status: 'pending', sequence: 3 });
  await expectAgreement(service.databasePath);
  // Later transitions are told as usual.
  await service.transition('settle', transactionId, { fields: { sequence: '3' } });
  await service.callbackWorker.idle();
  expect(receiver.deliveries.map(({ body }) => JSON.parse(body).sequence)).toEqual([4]);
  expect(await feedOf(service, merchant)).toHaveLength(1);
  await expectAgreement(service.databasePath);
});

testOnce('without an undo the callback goes out when the time is over, and then it is too late', async () => {
  await using desk = await openDesk();
  const { service, receiver, merchant } = desk;
  const { transactionId } = await service.deposit(merchant);
  await service.transition('settle', transactionId, { fields: HELD });
  service.clock.advance(8 * SECOND_MS);
  // The time decides, and not whether anybody has looked into the outbox since.
  expectFailure(await undo(service, transactionId, 2), 'error_undo_too_late');
  await service.callbackWorker.idle();
  expect(receiver.deliveries.map(({ body }) => JSON.parse(body).status)).toEqual(['successful']);
  expect(await feedOf(service, merchant)).toHaveLength(1);
  expectFailure(await undo(service, transactionId, 2), 'error_undo_too_late');
  expect(await statusOf(service, transactionId)).toBe('successful null');
  await expectAgreement(service.databasePath);
});

testOnce.each(MOVES)(
  '%s after %j is undone to what was before, with its reason, amount and time',
  async (verb, before) => {
    await using desk = await openDesk();
    const { service, merchant } = desk;
    for (const type of ['deposit', 'withdraw'] as const) {
      const { transactionId } = await service[type](merchant);
      // Its claim does not end in the night.
      for (const step of type === 'withdraw' ? ['claim', 'sent'] : [])
        expectData(
          await service.ask(`/v1/transactions/${transactionId}/${step}`, { method: 'POST', body: {} }),
        );
      for (const [index, one] of before.entries()) {
        const reason = one === 'settle' ? {} : { reason: 'as was seen' };
        await service.transition(one, transactionId, { fields: { sequence: String(index + 1), ...reason } });
      }
      const then = await read(service, transactionId);
      // Past midnight: what was paid yesterday stays paid yesterday.
      service.clock.advance(24 * 3600 * SECOND_MS);
      const reason = ['reverse', 'correct'].includes(verb) ? { reason: 'a slip' } : {};
      const fields = { sequence: String(before.length + 1), holdSeconds: '30', ...reason };
      await service.transition(verb, transactionId, { fields });
      service.clock.advance(29_999);
      const undone = expectData(await undo(service, transactionId, before.length + 2));
      expect(undone).toEqual({ ...then, sequence: before.length + 3 });
      await expectAgreement(service.databasePath);
    }
  },
);

testOnce('only who made it can undo it, once, and only what was last', async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const { transactionId } = await service.deposit(merchant);
  expectFailure(await undo(service, transactionId, 1), 'error_transition_not_allowed');
  await service.transition('settle', transactionId, { fields: HELD });
  const other = await createClient(service, { role: 'operator' });
  for (const as of [other, ADMIN]) expectFailure(await undo(service, transactionId, 2, as), 'not_authorized');
  expectFailure(await undo(service, transactionId, 1), 'error_stale_sequence');
  await service.transition('reverse', transactionId, {
    fields: { sequence: '2', reason: 'no', holdSeconds: '8' },
    as: other,
  });
  expectFailure(await undo(service, transactionId, 2), 'error_stale_sequence');
  expectData(await undo(service, transactionId, 3, other));
  expectFailure(await undo(service, transactionId, 4, other), 'error_transition_not_allowed');
  expectFailure(await undo(service, transactionId, 3, other), 'error_stale_sequence');
  expect(await historyOf(service, transactionId)).toEqual(['settle', 'reverse', 'undo']);
  // The settle before it was not undone, and is told.
  service.clock.advance(8 * SECOND_MS);
  await service.callbackWorker.idle();
  expect(desk.receiver.deliveries.map(({ body }) => JSON.parse(body).sequence)).toEqual([2]);
  await expectAgreement(service.databasePath);
});

testOnce(
  'a cancel that is held back names a sequence, so that its repeat after an undo cancels nothing',
  async () => {
    await using desk = await openDesk();
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    const cancel = (body: Readonly<Record<string, string>>) =>
      service.ask(`/v1/transactions/${transactionId}/cancel`, { body });
    const { fields } = expectFailure(await cancel({ holdSeconds: '8' }), 'error_validation');
    expect(fields).toMatchObject([{ path: 'sequence' }]);
    expectData(await cancel(HELD));
    expectData(await undo(service, transactionId, 2));
    expectFailure(await cancel(HELD), 'error_stale_sequence');
    expectData(await cancel({ holdSeconds: '0' }));
  },
);

testOnce('a transition without holdSeconds, with too many, or by a merchant cannot be undone', async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const { transactionId } = await service.deposit(merchant);
  const settle = (holdSeconds: string) =>
    service.ask(`/v1/transactions/${transactionId}/settle`, { body: { sequence: '1', holdSeconds } });
  for (const holdSeconds of ['31', '-1', '1.5', 'x'])
    expectFailure(await settle(holdSeconds), 'error_validation');
  const cancel = await service.ask(`/v1/transactions/${transactionId}/cancel`, {
    ...{ as: merchant, body: { holdSeconds: '8' } },
  });
  expectFailure(cancel, 'error_validation');
  expectData(await settle('0'));
  expectFailure(await undo(service, transactionId, 2), 'error_undo_too_late');
});

test.each(['user', 'reference'] as const)(
  'a deposit does not wait again beside another one with its %s, and the refusal names that one',
  async (shares) => {
    await using desk = await openDesk();
    const { service, merchant } = desk;
    const first = await service.deposit(merchant, { userId: 'u' });
    const second = await service.deposit(merchant);
    await service.transition('settle', first.transactionId, { fields: HELD });
    // Creates are kept from that: another program has done it.
    const column = shares === 'user' ? 'user_id' : 'reference';
    await withDatabase(service.databasePath, async (db) => {
      const row = await db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', first.transactionId)
        .execute();
      const shared = { [column]: row[0]?.[column] };
      await db.updateTable('transactions').set(shared).where('id', '=', second.transactionId).execute();
      if (!onPostgres) return;
      const key = sql.table(shares === 'user' ? 'pending_deposits' : 'open_references');
      await sql`update ${key} set ${sql.ref(column)} = ${row[0]?.[column]} where transaction_id = ${second.transactionId}`.execute(
        db,
      );
    });
    const { message } = expectFailure(
      await undo(service, first.transactionId, 2),
      'error_transition_not_allowed',
    );
    expect(message).toContain(`another pending deposit, ${second.transactionId}, has its ${shares} by now`);
    expect((await read(service, first.transactionId)).sequence).toBe(2);
    await service.transition('reject', second.transactionId, { fields: { sequence: '1' } });
    expectData(await undo(service, first.transactionId, 2));
    await expectAgreement(service.databasePath);
  },
);

testOnce('what no event tells is not undone to a guess', async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const { transactionId } = await service.deposit(merchant);
  await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '480' } });
  await service.transition('reverse', transactionId, {
    fields: { sequence: '2', reason: 'a slip', holdSeconds: '8' },
  });
  await withDatabase(service.databasePath, async (db) => {
    if (!onPostgres) await sql`pragma foreign_keys = off`.execute(db);
    await db
      .deleteFrom('events')
      .where('transaction_id', '=', transactionId)
      .where('sequence', '=', 2)
      .execute();
  });
  const before = await read(service, transactionId);
  const { message } = expectFailure(await undo(service, transactionId, 3), 'error_transition_not_allowed');
  expect(message).toContain('does not tell what was before');
  expect(await read(service, transactionId)).toEqual(before);
  // The merchant, too, still finds the transaction.
  expect(await read(service, transactionId, merchant)).toMatchObject({ status: 'successful', sequence: 2 });
});

testOnce('a deposit whose time ended while it was settled expires after the undo', async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const { transactionId, url } = await service.deposit(merchant);
  const token = new URL(url).pathname.slice('/pay/'.length);
  const payment = async () => (await payerCall(service, 'payments.get', { token })).json.result.data.data;
  service.clock.advance(TTL_MS - 1);
  await service.transition('settle', transactionId, { fields: HELD });
  expect(await payment()).toMatchObject({ status: 'pending' });
  service.clock.advance(2);
  expectData(await undo(service, transactionId, 2));
  expect(await payment()).toMatchObject({ status: 'unsuccessful', outcome: 'expired' });
  expect(await service.sweeper.sweep()).toBe(1);
  expect(await historyOf(service, transactionId)).toEqual(['settle', 'undo', 'expire']);
  await service.callbackWorker.idle();
  expect(desk.receiver.deliveries.map(({ body }) => JSON.parse(body).sequence)).toEqual([4]);
  await expectAgreement(service.databasePath);
});

testOnce('an undone event has no callback to deliver again, and neither has the undo', async () => {
  await using desk = await openDesk();
  const { service, merchant, receiver } = desk;
  const { transactionId } = await service.deposit(merchant);
  await service.transition('settle', transactionId, { fields: HELD });
  const [settled] = await service.events(transactionId);
  const redeliver = (eventId: string | undefined) =>
    service.ask(`/v1/events/${eventId}/redeliver`, { method: 'POST', body: {} });
  // Also on demand nothing is sent while it is held back.
  expect(expectData(await redeliver(settled?.event.id))).toMatchObject({ heldForSeconds: 8 });
  await service.callbackWorker.idle();
  expectData(await undo(service, transactionId, 2));
  for (const { event } of await service.events(transactionId))
    expectFailure(await redeliver(event.id), 'error_transition_not_allowed');
  service.clock.advance(60 * SECOND_MS);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toEqual([]);
});

test('no event appears in the feed behind a cursor, however holds end', async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) ids.push((await service.withdraw(merchant)).transactionId);
  const settle = (index: number, holdSeconds: number) =>
    service.transition('settle', ids[index] ?? '', {
      fields: { sequence: '1', holdSeconds: String(holdSeconds) },
    });
  const seen: string[] = [];
  const follow = async () => {
    await service.callbackWorker.idle();
    seen.push(...(await feedOf(service, merchant, seen.at(-1))));
    // Read from the start, the feed is the same: nothing came in between.
    expect(await feedOf(service, merchant)).toEqual(seen);
  };
  await settle(0, 0);
  await follow();
  await settle(1, 20);
  await settle(2, 5);
  await settle(3, 0);
  await settle(4, 30);
  await settle(5, 0);
  await follow();
  expect(seen).toHaveLength(1);
  // Nor does a list of one transaction hand out a cursor that is ahead.
  const ahead = await service.ask(`/v1/events?transactionId=${ids[3]}`, { as: merchant });
  expect(expectData(ahead).items).toEqual([]);
  service.clock.advance(6 * SECOND_MS);
  await follow();
  expect(seen).toHaveLength(1);
  expectData(await undo(service, ids[1] ?? '', 2));
  await follow();
  expect(seen).toHaveLength(3);
  service.clock.advance(30 * SECOND_MS);
  await follow();
  expect(seen).toHaveLength(5);
});

testOnce('who continues the feed after a callback that came during a hold waits for its end', async () => {
  await using desk = await openDesk();
  const { service, receiver, merchant } = desk;
  const [held, sent, later] = [
    await service.withdraw(merchant),
    await service.withdraw(merchant),
    await service.withdraw(merchant),
  ];
  await service.transition('settle', held.transactionId, { fields: HELD });
  await service.transition('settle', sent.transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  const [known] = receiver.deliveries.map(({ body }) => JSON.parse(body).eventId);
  await service.transition('settle', later.transactionId, { fields: { sequence: '1' } });
  expect(await feedOf(service, merchant, known)).toEqual([]);
  service.clock.advance(8 * SECOND_MS);
  await service.callbackWorker.idle();
  expect(await feedOf(service, merchant, known)).toEqual((await feedOf(service, merchant)).slice(-1));
});

testOnce(
  'a restart changes nothing: what was held is undone or sent, and a clock that was set back holds nothing for long',
  async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const start = () => startWithoutTimers({ clock, folder: folder.path });
    await using receiver = await startReceiver();
    const first = await start();
    const merchant = await first.merchantOf(receiver);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { transactionId } = await first.withdraw(merchant);
      await first.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds: '30' } });
      ids.push(transactionId);
    }
    await first.stop();
    const second = await start();
    expectData(await undo(second, ids[0] ?? '', 2));
    await second.callbackWorker.idle();
    expect(receiver.deliveries).toEqual([]);
    await second.stop();
    clock.jump(-3600 * SECOND_MS);
    await using third = await start();
    await third.callbackWorker.idle();
    expect(receiver.deliveries).toHaveLength(2);
    expectFailure(await undo(third, ids[1] ?? '', 2), 'error_undo_too_late');
    await expectAgreement(third.databasePath);
  },
);

test('of an undo and the end of the hold at the same moment exactly one happens', async () => {
  await using desk = await openDesk();
  const { service, merchant, receiver } = desk;
  const { transactions } = service.dependencies;
  const operator = await createClient(service, { role: 'operator' });
  const actor = { kind: 'operator', clientId: operator.id } as const;
  const results = new Map<string, number>();
  for (let round = 0; round < 40; round += 1) {
    const { transactionId } = await service.withdraw(merchant);
    const settle = { kind: 'settle', sequence: 1, isByLine: true } as const;
    await transactions.transition({ transactionId, command: settle, actor, holdMs: 1000 });
    const sentBefore = receiver.deliveries.length;
    // Both were asked for at times that only their order in the database decides.
    service.clock.advance(999);
    const undone = transactions.undo({ transactionId, sequence: 2, actor });
    if (round % 2 === 0) await Promise.resolve();
    service.clock.advance(1);
    const sent = service.callbackWorker.idle();
    const [outcome] = await Promise.all([undone, sent]);
    await service.callbackWorker.idle();
    const wasSent = receiver.deliveries.length > sentBefore;
    expect(wasSent).toBe(outcome.kind !== 'stored');
    results.set(outcome.kind, (results.get(outcome.kind) ?? 0) + 1);
  }
  expect(results.get('stored')).toBeGreaterThan(0);
  await expectAgreement(service.databasePath);
});

test('of an undo in one process and the end of the hold in another exactly one happens, whatever their clocks say', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const ahead = createClock();
  const open = (own: typeof clock) =>
    openAppContext({
      config: readConfig({ DATABASE_URL: join(folder.path, 'test.db') }),
      platform: { ...nodePlatform, ...own },
      migrate: true,
      lockTimeoutMs: 60_000,
      engine: USED_AGAIN,
    });
  const desk = await open(clock);
  const sender = await open(ahead);
  const merchant = await createClient(desk, { callbackUrl: 'http://127.0.0.1:1/' });
  const actor = { kind: 'operator', clientId: (await createClient(desk, { role: 'operator' })).id } as const;
  const ids = await storeWithdrawals(desk, merchant, 200);
  const { transactions } = desk.dependencies;
  const settle = { kind: 'settle', sequence: 1, isByLine: true } as const;
  await Promise.all(
    ids.map((transactionId) =>
      transactions.transition({ transactionId, command: settle, actor, holdMs: 1000 }),
    ),
  );
  // By the clock of the desk it can be undone, by that of the sender it is to be sent.
  ahead.advance(1000);
  const claimed = new Set<string>();
  const send = async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await sender.outbox.releaseHolds();
      const callbacks = await sender.outbox.claim([{ clientId: merchant.id, limit: 200 }], 60_000);
      for (const { event } of callbacks) claimed.add(event.transactionId);
    }
  };
  const undone = new Set<string>();
  const undo = async (transactionId: string) => {
    const outcome = await transactions.undo({ transactionId, sequence: 2, actor });
    if (outcome.kind === 'stored') undone.add(transactionId);
    else expect(outcome).toMatchObject({ refusal: { type: 'error_undo_too_late' } });
  };
  const [first = '', ...raced] = ids.slice(0, -1);
  const undoAll = async () => {
    for (const transactionId of raced) await undo(transactionId);
  };
  // At least one is undone and one is sent, whichever process is the faster one.
  await undo(first);
  await Promise.all([undoAll(), send()]);
  await send();
  expect([...undone].filter((id) => claimed.has(id))).toEqual([]);
  expect(undone.size + claimed.size).toBe(ids.length);
  expect(undone.size).toBeGreaterThan(0);
  expect(claimed.size).toBeGreaterThan(0);
  await desk.close();
  await sender.close();
  await expectAgreement(join(folder.path, 'test.db'));
}, 60_000);
