import { expect, test } from 'vitest';
import { GroupCommit, type GroupCommitOptions } from '../../db/transactions/stores/group-commit.ts';

class DatabaseDown extends Error {}
class RowLocked extends Error {}
class QueueFull extends Error {}

/** A group commit that doubles numbers, with the groups that it has committed. */
function doubling(options: Partial<GroupCommitOptions<number, number>> = {}) {
  const groups: number[][] = [];
  const group = new GroupCommit<number, number>({
    maxGroupSize: 128,
    maxWaiting: 1000,
    async commit(items) {
      groups.push([...items]);
      return items.map((item) => item * 2);
    },
    extentOf(error) {
      if (error instanceof DatabaseDown) return 'everything';
      return error instanceof RowLocked ? 'part' : 'item';
    },
    partOf: (item) => (item % 2 ? 'odd' : 'even'),
    overload: () => new QueueFull('full'),
    ...options,
  });
  return {
    groups,
    submitAll: (items: readonly number[]) => resultsOf(items.map((item) => group.submit(item))),
  };
}

/** Waits for all items. @returns the result of each, or the name of its error. */
async function resultsOf(work: readonly Promise<number>[]): Promise<(number | string)[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.constructor.name,
  );
}

/** A promise that resolves when the gate is opened. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('items that arrive together are committed together, and each gets its own result', async () => {
  const { groups, submitAll } = doubling();
  expect(await submitAll([1, 2, 3])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('items that arrive while a group is being committed make up the next group', async () => {
  const gate = createGate();
  const sizes: number[] = [];
  const { submitAll } = doubling({
    async commit(items) {
      sizes.push(items.length);
      if (sizes.length === 1) await gate.opened;
      return items.map((item) => item * 2);
    },
  });
  const first = submitAll([1]);
  await new Promise(setImmediate);
  const later = submitAll([2, 3, 4]);
  gate.open();
  expect(await first).toEqual([2]);
  expect(await later).toEqual([4, 6, 8]);
  expect(sizes).toEqual([1, 3]);
});

test('no group is larger than allowed, and two are never committed at once', async () => {
  let running = 0;
  let mostRunning = 0;
  const sizes: number[] = [];
  const { submitAll } = doubling({
    maxGroupSize: 7,
    async commit(items) {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      sizes.push(items.length);
      await new Promise(setImmediate);
      running -= 1;
      return items.map((item) => item * 2);
    },
  });
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(await submitAll(items)).toEqual(items.map((item) => item * 2));
  expect(Math.max(...sizes)).toBe(7);
  expect(mostRunning).toBe(1);
});

test('an item that makes its group fail fails alone', async () => {
  const { submitAll } = doubling({
    async commit(items) {
      if (items.includes(3)) throw new RangeError('poison');
      return items.map((item) => item * 2);
    },
  });
  expect(await submitAll([1, 2, 3, 4])).toEqual([2, 4, 'RangeError', 8]);
  expect(await submitAll([5])).toEqual([10]);
});

test('after a failure that affects every item none is tried alone, and later items succeed once the cause is gone', async () => {
  let down = true;
  let tries = 0;
  const { submitAll } = doubling({
    maxGroupSize: 2,
    async commit(items) {
      tries += 1;
      if (down) throw new DatabaseDown('down');
      return items.map((item) => item * 2);
    },
  });
  // The items of the next groups have waited as long.
  expect(await submitAll([1, 2, 3, 4, 5])).toEqual([
    'DatabaseDown',
    'DatabaseDown',
    'DatabaseDown',
    'DatabaseDown',
    'DatabaseDown',
  ]);
  expect(tries).toBe(1);
  down = false;
  expect(await submitAll([6, 7])).toEqual([12, 14]);
});

test('a lock fails the items that need it, together, and neither the others nor those that wait', async () => {
  const tried: number[][] = [];
  const { submitAll } = doubling({
    maxGroupSize: 4,
    async commit(items) {
      tried.push([...items]);
      if (items.some((item) => item % 2)) throw new RowLocked('locked');
      return items.map((item) => item * 2);
    },
  });
  expect(await submitAll([1, 2, 3, 4, 6, 8])).toEqual(['RowLocked', 4, 'RowLocked', 8, 12, 16]);
  expect(tried).toEqual([
    [1, 2, 3, 4],
    [1, 3],
    [2, 4],
    [6, 8],
  ]);
});

test('of a lock that all items need, few wait for it one after another', async () => {
  let isLocked = true;
  const { groups, submitAll } = doubling({
    partOf: String,
    async commit(items) {
      groups.push([...items]);
      if (isLocked) throw new RowLocked('all');
      return items.map((item) => item * 2);
    },
  });
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(await submitAll(items)).toEqual(items.map(() => 'RowLocked'));
  expect(groups.map(({ length }) => length)).toEqual([20, 1, 1, 1, 1, 16]);
  isLocked = false;
  expect(await submitAll([1, 2])).toEqual([2, 4]);
});

test('after several locks what is left of a group is tried together, and stored where nothing is in its way', async () => {
  const locked = new Set([0, 1, 2, 3]);
  const { groups, submitAll } = doubling({
    partOf: String,
    async commit(items) {
      groups.push([...items]);
      if (items.some((item) => locked.has(item))) throw new RowLocked('some');
      return items.map((item) => item * 2);
    },
  });
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(await submitAll(items)).toEqual(items.map((item) => (locked.has(item) ? 'RowLocked' : item * 2)));
  expect(groups.map(({ length }) => length)).toEqual([20, 1, 1, 1, 1, 16]);
});

test('a bad item among those of a lock fails alone', async () => {
  let isLocked = true;
  const { submitAll } = doubling({
    async commit(items) {
      if (isLocked) {
        isLocked = false;
        throw new RowLocked('locked');
      }
      if (items.includes(3)) throw new RangeError('bad');
      return items.map((item) => item * 2);
    },
  });
  expect(await submitAll([1, 2, 3, 4])).toEqual([2, 4, 'RangeError', 8]);
});

test('when the database goes down while items are tried alone, the rest is not tried one by one', async () => {
  const tried: number[][] = [];
  const { submitAll } = doubling({
    async commit(items) {
      tried.push([...items]);
      if (items.length > 1) throw new RangeError('poison');
      if (items[0] !== 1) throw new DatabaseDown('down');
      return items.map((item) => item * 2);
    },
  });
  expect(await submitAll([1, 2, 3, 4])).toEqual([2, 'DatabaseDown', 'DatabaseDown', 'DatabaseDown']);
  expect(tried).toEqual([[1, 2, 3, 4], [1], [2]]);
});

test('an item that finds the queue full is refused at once, and the queue continues', async () => {
  const gate = createGate();
  const { groups, submitAll } = doubling({
    maxGroupSize: 1,
    maxWaiting: 2,
    async commit(items) {
      await gate.opened;
      groups.push([...items]);
      return items.map((item) => item * 2);
    },
  });
  const running = submitAll([1]);
  await new Promise(setImmediate);
  const waiting = submitAll([2, 3]);
  expect(await submitAll([4])).toEqual(['QueueFull']);
  gate.open();
  expect(await running).toEqual([2]);
  expect(await waiting).toEqual([4, 6]);
  expect(await submitAll([5])).toEqual([10]);
  expect(groups).toEqual([[1], [2], [3], [5]]);
});

test('a commit that loses a result acknowledges nothing of its group', async () => {
  const { submitAll } = doubling({ commit: async (items) => items.slice(1) });
  expect(await submitAll([1, 2])).toEqual(['Error', 'Error']);
});

test('a commit that throws instead of rejecting fails its items and not the queue', async () => {
  let broken = true;
  const { submitAll } = doubling({
    commit(items) {
      if (broken) throw new TypeError('broken');
      return Promise.resolve(items.map((item) => item * 2));
    },
  });
  expect(await submitAll([1, 2])).toEqual(['TypeError', 'TypeError']);
  broken = false;
  expect(await submitAll([3])).toEqual([6]);
});
