import { expect, test } from 'vitest';
import { createTransactionBus } from '../../src/transactions/bus.ts';
import type { ChangeReceiver } from '../../src/transactions/change-transport.ts';
import type { Transaction } from '../../src/transactions/domain/transaction.ts';

const MAX_WAITING = 1000;

const numbered = (id: number) => ({ id: String(id) }) as Transaction;
const never = () => new AbortController().signal;

async function readAll(subscription: AsyncIterable<Transaction>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of subscription) ids.push(id);
  return ids;
}

test('a subscriber receives everything published since it subscribed, also from before its first read', async () => {
  const bus = createTransactionBus();
  bus.publish(numbered(0));
  const leaving = new AbortController();
  const subscription = bus.subscribe('somebody', leaving.signal)[Symbol.asyncIterator]();
  for (let id = 1; id <= MAX_WAITING; id += 1) bus.publish(numbered(id));
  for (let id = 1; id <= MAX_WAITING; id += 1) expect((await subscription.next()).value.id).toBe(String(id));
  const next = subscription.next();
  bus.publish(numbered(MAX_WAITING + 1));
  expect((await next).value.id).toBe(String(MAX_WAITING + 1));
});

test('a subscriber gets nothing that its process has published before, also when changes are read again', async () => {
  let receiver: ChangeReceiver | undefined;
  const bus = createTransactionBus({
    connect(connected) {
      receiver = connected;
    },
    send() {},
  });
  const first = (id: number): Transaction => ({ ...numbered(id), sequence: 1 });
  bus.publish(first(1));
  const subscription = bus.subscribe('somebody', never())[Symbol.asyncIterator]();
  expect([1, 2].map((id) => receiver?.isNew({ ...first(id), audience: 'all' }))).toEqual([false, true]);
  for (const id of [1, 2]) receiver?.receiveAgain(first(id), 'all');
  expect((await subscription.next()).value.id).toBe('2');
});

test('a subscription with more than a thousand waiting transactions ends and drops them, and others go on', async () => {
  const bus = createTransactionBus();
  const slow = bus.subscribe('somebody', never());
  const fast = bus.subscribe('somebody', never())[Symbol.asyncIterator]();
  for (let id = 1; id <= MAX_WAITING + 1; id += 1) {
    const next = fast.next();
    bus.publish(numbered(id));
    expect((await next).value.id).toBe(String(id));
  }
  expect(await readAll(slow)).toEqual([]);
  expect(bus.hasSubscribers).toBe(true);
  await fast.return?.();
  expect(bus.hasSubscribers).toBe(false);
});

test('a filtered subscription receives only matching transactions, and others do not wait for it', async () => {
  const bus = createTransactionBus();
  const subscription = bus.subscribe('somebody', never(), ({ id }) => id === '7')[Symbol.asyncIterator]();
  for (let id = 0; id <= MAX_WAITING + 1; id += 1) bus.publish(numbered(id));
  expect((await subscription.next()).value.id).toBe('7');
  const next = subscription.next();
  bus.publish(numbered(8));
  bus.publish(numbered(7));
  expect((await next).value.id).toBe('7');
});

test.each(['before it reads', 'while it waits'])(
  'a subscription whose signal aborts %s ends',
  async (when) => {
    const bus = createTransactionBus();
    const leaving = new AbortController();
    const subscription = bus.subscribe('somebody', leaving.signal);
    const read = when === 'while it waits' ? readAll(subscription) : undefined;
    leaving.abort();
    expect(bus.hasSubscribers).toBe(false);
    expect(await (read ?? readAll(subscription))).toEqual([]);
  },
);

test('a subscription whose signal has already aborted never begins', () => {
  const bus = createTransactionBus();
  bus.subscribe('somebody', AbortSignal.abort());
  expect(bus.hasSubscribers).toBe(false);
});

test('close ends every subscription, also later ones', async () => {
  const bus = createTransactionBus();
  const reading = readAll(bus.subscribe('somebody', never()));
  bus.close();
  expect(await reading).toEqual([]);
  expect(await readAll(bus.subscribe('somebody', never()))).toEqual([]);
  expect(bus.hasSubscribers).toBe(false);
});

test('a subscriber has at most 8 subscriptions open, and may replace one that ended', () => {
  const bus = createTransactionBus();
  const leaving = new AbortController();
  const one = bus.subscribe('greedy', leaving.signal);
  for (let open = 1; open < 8; open += 1) bus.subscribe('greedy', never());
  expect(() => bus.subscribe('greedy', never())).toThrow('At most 8 subscriptions');
  expect(bus.subscribe('modest', never())).toBeDefined();
  leaving.abort();
  expect(one).toBeDefined();
  expect(bus.subscribe('greedy', never())).toBeDefined();
});
