import { expect, test } from 'vitest';
import { createTransactionBus } from '../../src/transactions/bus.ts';
import type { Transaction } from '../../src/transactions/domain/transaction.ts';

const MAX_WAITING = 1000;

const numbered = (id: number) => ({ id: String(id) }) as Transaction;
const nothing = async () => [];
const never = () => new AbortController().signal;

async function readAll(subscription: AsyncIterable<Transaction>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of subscription) ids.push(id);
  return ids;
}

test('a subscriber receives everything published since it subscribed, also from before its first read', async () => {
  const bus = createTransactionBus(nothing);
  bus.publish(numbered(0));
  const leaving = new AbortController();
  const subscription = bus.subscribe('somebody', leaving.signal)[Symbol.asyncIterator]();
  for (let id = 1; id <= MAX_WAITING; id += 1) bus.publish(numbered(id));
  for (let id = 1; id <= MAX_WAITING; id += 1) expect((await subscription.next()).value.id).toBe(String(id));
  const next = subscription.next();
  bus.publish(numbered(MAX_WAITING + 1));
  expect((await next).value.id).toBe(String(MAX_WAITING + 1));
});

test('a subscription with more than a thousand waiting transactions ends and drops them, and others go on', async () => {
  const bus = createTransactionBus(nothing);
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
  const bus = createTransactionBus(nothing);
  const subscription = bus.subscribe('somebody', never(), { transactionId: '7' })[Symbol.asyncIterator]();
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
    const bus = createTransactionBus(nothing);
    const leaving = new AbortController();
    const subscription = bus.subscribe('somebody', leaving.signal);
    const read = when === 'while it waits' ? readAll(subscription) : undefined;
    leaving.abort();
    expect(bus.hasSubscribers).toBe(false);
    expect(await (read ?? readAll(subscription))).toEqual([]);
  },
);

test('a subscription whose signal has already aborted never begins', () => {
  const bus = createTransactionBus(nothing);
  bus.subscribe('somebody', AbortSignal.abort());
  expect(bus.hasSubscribers).toBe(false);
});

test('close ends every subscription, also later ones', async () => {
  const bus = createTransactionBus(nothing);
  const reading = readAll(bus.subscribe('somebody', never()));
  bus.close();
  expect(await reading).toEqual([]);
  expect(await readAll(bus.subscribe('somebody', never()))).toEqual([]);
  expect(bus.hasSubscribers).toBe(false);
});

test('a subscriber has at most 8 subscriptions open, and may replace one that ended', () => {
  const bus = createTransactionBus(nothing);
  const leaving = new AbortController();
  const one = bus.subscribe('greedy', leaving.signal);
  for (let open = 1; open < 8; open += 1) bus.subscribe('greedy', never());
  expect(() => bus.subscribe('greedy', never())).toThrow('At most 8 subscriptions');
  expect(bus.subscribe('modest', never())).toBeDefined();
  leaving.abort();
  expect(one).toBeDefined();
  expect(bus.subscribe('greedy', never())).toBeDefined();
});

test('what was announced is delivered as it is now, several changes of one transaction as one', async () => {
  const reads: (readonly string[])[] = [];
  const bus = createTransactionBus(async (ids) => {
    reads.push(ids);
    return ids.map((id) => numbered(Number(id)));
  });
  const subscription = bus.subscribe('somebody', never())[Symbol.asyncIterator]();
  bus.announce([1, 2, 1].map((id) => ({ id: String(id), audience: 'all' })));
  expect([(await subscription.next()).value?.id, (await subscription.next()).value?.id]).toEqual(['1', '2']);
  expect(reads).toEqual([['1', '2']]);
});

test('what changes while transactions are read is read again behind them', async () => {
  const answers: ((found: Transaction[]) => void)[] = [];
  const bus = createTransactionBus(() => new Promise((resolve) => answers.push(resolve)));
  const seen: number[] = [];
  bus.subscribe('somebody', never(), {
    matches({ sequence }) {
      seen.push(sequence);
      return false;
    },
  });
  const change = () => bus.announce([{ id: '1', audience: 'all' }]);
  change();
  change();
  expect(answers).toHaveLength(1);
  answers[0]?.([{ ...numbered(1), sequence: 1 }]);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.([{ ...numbered(1), sequence: 2 }]);
  await expect.poll(() => seen).toEqual([1, 2]);
});

test('a change that comes at any turn after the last read is read', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const bus = createTransactionBus(async (ids) => ids.map((id) => numbered(Number(id))));
    const seen: string[] = [];
    bus.subscribe('somebody', never(), {
      matches({ id }) {
        seen.push(id);
        return false;
      },
    });
    bus.announce([{ id: '1', audience: 'all' }]);
    for (let turn = 0; turn < turns; turn += 1) await null;
    bus.announce([{ id: '2', audience: 'all' }]);
    await expect.poll(() => seen, { message: `after ${turns} turns` }).toEqual(['1', '2']);
  }
});

test('what no subscriber wants is not read', () => {
  const reads: (readonly string[])[] = [];
  const bus = createTransactionBus(async (ids) => {
    reads.push(ids);
    return [];
  });
  const changes = [1, 2].map((id) => ({ id: String(id), audience: 'all' as const }));
  bus.announce(changes);
  bus.subscribe('a payer', never(), { transactionId: '2' });
  bus.announce(changes);
  expect(reads).toEqual([['2']]);
});

test('a change for everybody stays one, whatever else changes for the desk', async () => {
  const bus = createTransactionBus(async (ids) => ids.map((id) => numbered(Number(id))));
  const seen: string[] = [];
  bus.subscribe('somebody', never(), {
    matches({ id }, audience) {
      seen.push(`${id} ${audience}`);
      return false;
    },
  });
  bus.announce([
    { id: '1', audience: 'all' },
    { id: '1', audience: 'desk' },
    { id: '2', audience: 'desk' },
  ]);
  await expect.poll(() => seen).toEqual(['1 all', '2 desk']);
});

test.each([
  ['that cannot be read', 1, () => Promise.reject(new Error('no database'))],
  ['of more than 50,000 transactions at once', 50_001, async () => []],
])('changes %s end every subscription', async (_, count, read) => {
  const bus = createTransactionBus(read);
  const reading = readAll(bus.subscribe('somebody', never()));
  bus.announce(Array.from({ length: count }, (_id, id) => ({ id: String(id), audience: 'all' })));
  expect(await reading).toEqual([]);
});
