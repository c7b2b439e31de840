import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Credentials,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { storeWithdrawals } from '../support/manual-clock-service.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

describe('listing', () => {
  const clock = createClock(Date.parse('2026-11-20T12:00:00Z'));
  const service = useService({ platform: { nowMs: clock.nowMs } });

  const ask = (query: string) =>
    call(service(), `/v1/transactions${query}`, { as: MERCHANT, nowMs: clock.nowMs() });

  const processIds = async (query: string) =>
    expectData(await ask(query)).items.map((item: Json) => item.processId);

  // One each second: three deposits, then three withdrawals, alternating between two users.
  const MADE = [0, 1, 2, 3, 4, 5].map((index) => ({
    processId: `listed-${index}`,
    userId: `listed-user-${index}`,
    withdrawal: index > 2,
  }));

  const NEWEST_FIRST = MADE.map(({ processId }) => processId).reverse();

  beforeAll(async () => {
    for (const { processId, userId, withdrawal } of MADE) {
      const fields = { processId, userId };
      expectData(
        await (withdrawal
          ? call(service(), WITHDRAW, { body: withdrawalFields(fields) })
          : call(service(), DEPOSIT, { body: depositFields(fields) })),
      );
      clock.advance(1000);
    }
  });

  describe('the list holds the matching transactions, newest first:', () => {
    test.each([
      ['', [5, 4, 3, 2, 1, 0]],
      ['?type=deposit', [2, 1, 0]],
      ['?type=withdrawal', [5, 4, 3]],
      ['?status=pending', [5, 4, 3, 2, 1, 0]],
      ['?status=successful', []],
      ['?status=unsuccessful', []],
      ['?processId=listed-3', [3]],
      ['?processId=listed', []],
      ['?processId=LISTED-3', []],
      ['?processId=%25', []],
      ['?userId=listed-user-1', [1]],
      ['?userId=listed-user-1&type=withdrawal', []],
      ['?userId=listed-user-4&type=withdrawal&status=pending&processId=listed-4', [4]],
      ['?from=2026-11-20T12:00:03Z', [5, 4, 3]],
      ['?from=2026-11-20T12:00:02.001Z', [5, 4, 3]],
      ['?to=2026-11-20T12:00:03Z', [2, 1, 0]],
      ['?to=2026-11-20T12:00:03.001Z', [3, 2, 1, 0]],
      ['?from=2026-11-20T12:00:01Z&to=2026-11-20T12:00:03Z', [2, 1]],
      ['?from=2026-11-20T12:00:01Z&to=2026-11-20T12:00:01.001Z', [1]],
      ['?from=2026-11-20T15:00:03%2B03:00', [5, 4, 3]],
      ['?to=2026-11-20T07:30:03-04:30', [2, 1, 0]],
      ['?from=2026-11-20T15:00:01%2B03:00&to=2026-11-20T12:00:03Z', [2, 1]],
      ['?from=2027-01-01T00:00:00Z', []],
      ['?to=2000-01-01T00:00:00Z', []],
      ['?__proto__=x', [5, 4, 3, 2, 1, 0]],
    ])('%s', async (query, expected) => {
      expect(await processIds(query)).toEqual(expected.map((index) => `listed-${index}`));
    });
  });

  describe('a page holds as many transactions as its limit,', () => {
    test.each([1, 2, 5, 6, 7, 100])('%d', async (limit) => {
      expect(await processIds(`?limit=${limit}`)).toEqual(NEWEST_FIRST.slice(0, limit));
    });

    test('and has a cursor only if another page follows', async () => {
      for (const limit of [1, 5])
        expect(expectData(await ask(`?limit=${limit}`)).nextCursor).toMatch(/^[\w-]+$/);
      for (const limit of [6, 7, 100]) expect(expectData(await ask(`?limit=${limit}`)).nextCursor).toBeNull();
      expect(expectData(await ask('?status=successful')).nextCursor).toBeNull();
    });

    test('50 by default', async () => {
      const as = await createClient(service());
      await storeWithdrawals(service(), as, 60);
      const listed = async (query: string) =>
        expectData(await call(service(), `/v1/transactions${query}`, { as, nowMs: clock.nowMs() })).items;
      expect(await listed('')).toHaveLength(50);
      expect(await listed('?limit=100')).toHaveLength(60);
    });
  });

  describe('an invalid query is an error of its field:', () => {
    test.each([
      [
        'limit',
        ['0', '101', '-1', '1.5', '1e1', '+1', '%201', 'abc', '', '0x10', '9999999', 'NaN', '1&limit=1'],
      ],
      ['status', ['', 'Pending', 'done', 'pending,successful', 'pending&status=pending', 'constructor']],
      ['type', ['', 'deposits', 'DEPOSIT', 'withdraw', 'deposit&type=withdrawal']],
      ['processId', ['', '%20', 'x'.repeat(129), 'a%00', 'a&processId=b']],
      ['userId', ['', '%20', 'x'.repeat(129), 'a%0A', 'a&userId=b']],
      [
        'from',
        [
          '',
          '2026-11-20',
          '2026-11-20T12:00:00',
          '2026-11-20T15:00:00+03:00', // a plus sign in a query is a space
          '2026-11-20%2012:00:00Z',
          '2026-02-30T00:00:00Z',
          '2026-13-01T00:00:00Z',
          '2026-11-20T25:00:00Z',
          '1763640000',
          '1763640000000',
          'now',
          'Fri,%2020%20Nov%202026%2012:00:00%20GMT',
          '2026-11-20T12:00:00Z&from=2026-11-20T12:00:00Z',
        ],
      ],
      ['to', ['', '2026-11-20', '2026-11-20T12:00:00', 'tomorrow']],
    ])('%s', async (name, values) => {
      for (const value of values) expectInvalid(await ask(`?${name}=${value}`), name);
    });

    test('from that is not before to', async () => {
      const timestamp = '2026-11-20T12:00:00Z';
      expectInvalid(await ask(`?from=${timestamp}&to=${timestamp}`), 'from');
      expectInvalid(await ask(`?from=2026-11-20T12:00:01Z&to=${timestamp}`), 'from');
      expectInvalid(await ask(`?from=${timestamp}&to=2026-11-20T15:00:00%2B03:00`), 'from');
      expectData(await ask(`?from=${timestamp}&to=2026-11-20T12:00:00.001Z`));
    });

    test('a time whose plus sign became a blank, naming %2B', async () => {
      const answer = await ask('?from=2026-11-20T12:30:00+03:00');
      expectInvalid(answer, 'from');
      expect(answer.json.error.message).toContain('%2B');
    });

    test.each(['transactions', 'transaction-sums', 'queue-totals'])(
      'a smallest amount of %s above the largest',
      async (list) => {
        const askAmounts = (min: number, max: number) =>
          call(service(), `/v1/${list}?minAmount=${min}&maxAmount=${max}`, {
            as: OPERATOR,
            nowMs: clock.nowMs(),
          });
        expectInvalid(await askAmounts(500, 499.99), 'minAmount');
        expectData(await askAmounts(500, 500));
      },
    );

    test('an escape that is not UTF-8', async () => {
      expectInvalid(await ask('?userId=%ff'), 'userId');
      expectInvalid(await ask('?status=%zz'), 'status');
    });

    test('several are reported together', async () => {
      expectInvalid(await ask('?limit=0&status=x&type=y'), 'limit', 'status', 'type');
    });
  });

  test('the list of banks can be filtered by a type and by nothing else', async () => {
    const banks = (query: string) => call(service(), `/v1/available-banks${query}`, { sign: 'plain' });
    for (const type of ['deposit', 'withdrawal'])
      expect(expectData(await banks(`?type=${type}`))).toHaveLength(3);
    for (const bad of ['', 'Deposit', 'withdraw', 'deposit&type=deposit'])
      expectInvalid(await banks(`?type=${bad}`), 'type');
  });
});

describe('cursor', () => {
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
    test('of any number of items returns each transaction of one timestamp once, newest first', async () => {
      const as = await createClient(service());
      const made: string[] = [];
      for (let count = 0; count < 10; count += 1) made.push(await create(as));
      for (const limit of [1, 2, 3, 10, 100])
        expect(await walk(as, limit), `limit ${limit}`).toEqual(made.toReversed());
    });

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
      const seen = await walk(OPERATOR, 7);
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
});
