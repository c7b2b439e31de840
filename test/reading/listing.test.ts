import { beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

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
    for (let index = 0; index < 60; index += 1)
      expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ userId: 'fifty' }) }));
    expect(await processIds('?userId=fifty')).toHaveLength(50);
    expect(await processIds('?userId=fifty&limit=100')).toHaveLength(60);
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
