import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Credentials,
  call,
  createClock,
  type Json,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

// The clock stands still: all transactions have the same creation time.
const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

async function create(as: Credentials): Promise<string> {
  const response = await call(service(), WITHDRAW, { as, body: withdrawalFields() });
  return expectData(response).transactionId;
}

const page = (as: Credentials, query: string) =>
  call(service(), `/v1/transactions?${query}`, { as, nowMs: clock.nowMs() });

/** Reads all pages and returns their ids; `meanwhile` runs between two pages. */
async function walk(as: Credentials, limit: number, meanwhile = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 100; pages += 1) {
    const response = await page(as, `limit=${limit}${cursor ? `&after=${cursor}` : ''}`);
    const { items, nextCursor } = expectData(response);
    seen.push(...items.map((item: Json) => item.transactionId));
    if (nextCursor === null) return seen;
    expect(items).toHaveLength(limit);
    cursor = nextCursor;
    await meanwhile();
  }
  throw new Error('the walk did not end');
}

describe('a walk over the pages', () => {
  test.each([1, 2, 3, 5, 7, 20, 100])(
    'of %d items returns each transaction of one timestamp once, newest first',
    async (limit) => {
      const as = await createClient(service());
      const made: string[] = [];
      for (let count = 0; count < 20; count += 1) made.push(await create(as));
      expect(await walk(as, limit)).toEqual(made.reverse());
    },
  );

  test('skips and repeats none while others are created, at the same time and later', async () => {
    const as = await createClient(service());
    const made: string[] = [];
    for (let count = 0; count < 12; count += 1) made.push(await create(as));
    const later: string[] = [];
    let turn = 0;
    const seen = await walk(as, 3, async () => {
      turn += 1;
      if (turn === 2) clock.advance(1500);
      later.push(await create(as), await create(as));
    });
    expect(seen).toEqual(made.reverse());
    expect(later.length).toBeGreaterThan(4);
  });

  test('returns each once while the clock steps back', async () => {
    const as = await createClient(service());
    const made: string[] = [];
    for (let count = 0; count < 9; count += 1) {
      made.push(await create(as));
      clock.advance(count % 2 === 0 ? -700 : 500);
    }
    const seen = await walk(as, 2);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  test('of an operator covers the transactions of all clients', async () => {
    const [one, other] = [await createClient(service()), await createClient(service())];
    const made: string[] = [];
    for (let count = 0; count < 4; count += 1) made.push(await create(one), await create(other));
    const seen = await walk(OPERATOR, 3);
    expect(seen.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('keeps its filters', async () => {
    const as = await createClient(service());
    for (let count = 0; count < 3; count += 1) await create(as);
    const { nextCursor } = expectData(await page(as, 'limit=2&type=withdrawal'));
    expect(expectData(await page(as, `after=${nextCursor}&type=withdrawal`)).items).toHaveLength(1);
    expect(expectData(await page(as, `after=${nextCursor}&type=deposit`)).items).toEqual([]);
  });
});

test("another client's cursor reveals nothing of that client", async () => {
  const [one, other] = [await createClient(service()), await createClient(service())];
  const mine = await create(other);
  for (let count = 0; count < 3; count += 1) await create(one);
  const { nextCursor } = expectData(await page(one, 'limit=1'));
  const { items } = expectData(await page(other, `after=${nextCursor}`));
  expect(items.map((item: Json) => item.transactionId)).toEqual([mine]);
});

describe('a cursor that the service did not issue is an error:', () => {
  let good = '';
  beforeAll(async () => {
    const as = await createClient(service());
    await create(as);
    await create(as);
    good = expectData(await page(as, 'limit=1')).nextCursor;
  });

  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const id = '0123456789abcdef01234567';

  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['a word', () => 'next'],
    ['a number', () => '2'],
    ['a transactionId', () => id],
    ['one cut short', () => good.slice(0, -1)],
    ['one with a letter more', () => `${good}A`],
    ['one with padding', () => `${good}%3D`],
    ['one with a space', () => `${good}%20`],
    ['one with a bad character', () => `${good.slice(0, 9)}!${good.slice(9)}`],
    ['one in lower case', () => good.toLowerCase()],
    ['one given twice', () => `${good}&after=${good}`],
    ['one without an id', () => encode('1763640000000.')],
    ['one without a time', () => encode(`.${id}`)],
    ['one with a time before 1970', () => encode(`-1.${id}`)],
    ['one with a time that is none', () => encode(`1e3.${id}`)],
    ['one with a time too long', () => encode(`${'9'.repeat(17)}.${id}`)],
    ['one with a zero before its time', () => encode(`01763640000000.${id}`)],
    ['one with an id too long', () => encode(`1763640000000.${id}0`)],
    ['one with an id in capitals', () => encode(`1763640000000.${id.toUpperCase()}`)],
    ['one with SQL', () => encode("1.' or 1=1 --")],
    ['one that is very long', () => 'A'.repeat(5000)],
  ])('%s', async (_, spell) => {
    expectInvalid(await page(OPERATOR, `after=${spell()}`), 'after');
  });

  test('while an issued cursor is none', async () => {
    expectData(await page(OPERATOR, `after=${good}`));
  });
});
