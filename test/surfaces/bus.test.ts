import { expect, test } from 'vitest';
import type { Transaction } from '../../src/domain/transaction.ts';
import { createTransactionBus } from '../../src/operations/transactions/bus.ts';

const MAX_BEHIND = 1000;

const numbered = (id: number) => ({ id: String(id) }) as Transaction;
const never = () => new AbortController().signal;

async function readAll(subscribe: AsyncIterable<Transaction>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of subscribe) ids.push(id);
  return ids;
}

test('a watcher is told of everything since it began to watch, before it reads anything', async () => {
  const bus = createTransactionBus();
  bus.publish(numbered(0));
  const leaving = new AbortController();
  const subscribe = bus.subscribe('somebody', leaving.signal)[Symbol.asyncIterator]();
  for (let id = 1; id <= MAX_BEHIND; id += 1) bus.publish(numbered(id));
  for (let id = 1; id <= MAX_BEHIND; id += 1) expect((await subscribe.next()).value.id).toBe(String(id));
  const next = subscribe.next();
  bus.publish(numbered(MAX_BEHIND + 1));
  expect((await next).value.id).toBe(String(MAX_BEHIND + 1));
});

test('one more than a thousand behind ends a watch, for that watcher alone, and lets go what it has not read', async () => {
  const bus = createTransactionBus();
  const slow = bus.subscribe('somebody', never());
  const fast = bus.subscribe('somebody', never())[Symbol.asyncIterator]();
  for (let id = 1; id <= MAX_BEHIND + 1; id += 1) {
    const next = fast.next();
    bus.publish(numbered(id));
    expect((await next).value.id).toBe(String(id));
  }
  expect(await readAll(slow)).toEqual([]);
  expect(bus.hasSubscribers).toBe(true);
  await fast.return?.();
  expect(bus.hasSubscribers).toBe(false);
});

test('a watch that wants something is told of that alone, and is not behind with anything else', async () => {
  const bus = createTransactionBus();
  const subscribe = bus.subscribe('somebody', never(), ({ id }) => id === '7')[Symbol.asyncIterator]();
  for (let id = 0; id <= MAX_BEHIND + 1; id += 1) bus.publish(numbered(id));
  expect((await subscribe.next()).value.id).toBe('7');
  const next = subscribe.next();
  bus.publish(numbered(8));
  bus.publish(numbered(7));
  expect((await next).value.id).toBe('7');
});

test.each(['before it reads', 'while it waits'])('a watch whose signal aborts %s is gone', async (when) => {
  const bus = createTransactionBus();
  const leaving = new AbortController();
  const subscribe = bus.subscribe('somebody', leaving.signal);
  const read = when === 'while it waits' ? readAll(subscribe) : undefined;
  leaving.abort();
  expect(bus.hasSubscribers).toBe(false);
  expect(await (read ?? readAll(subscribe))).toEqual([]);
});

test('a watch of one who has left already never begins', () => {
  const bus = createTransactionBus();
  bus.subscribe('somebody', AbortSignal.abort());
  expect(bus.hasSubscribers).toBe(false);
});

test('closing ends every watch, and those that begin afterwards', async () => {
  const bus = createTransactionBus();
  const reading = readAll(bus.subscribe('somebody', never()));
  bus.close();
  expect(await reading).toEqual([]);
  expect(await readAll(bus.subscribe('somebody', never()))).toEqual([]);
  expect(bus.hasSubscribers).toBe(false);
});

test('nobody has too many watches open, and whoever ends one may have another', () => {
  const bus = createTransactionBus();
  const leaving = new AbortController();
  const one = bus.subscribe('greedy', leaving.signal);
  for (let open = 1; open < 32; open += 1) bus.subscribe('greedy', never());
  expect(() => bus.subscribe('greedy', never())).toThrow('At most 32 subscriptions');
  expect(bus.subscribe('modest', never())).toBeDefined();
  leaving.abort();
  expect(one).toBeDefined();
  expect(bus.subscribe('greedy', never())).toBeDefined();
});
