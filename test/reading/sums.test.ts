import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../support/entities.ts';
import { type ManualClockService, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';

let service: ManualClockService;
let merchant: TestClient;

const sums = async (filter = '', as?: TestClient) =>
  expectData(await service.ask(`/v1/transaction-sums${filter && `?${filter}`}`, as && { as }));
const group = (type: string, status: string, [count, amount, finalAmount]: readonly number[]) => ({
  type,
  status,
  currency: 'TRY',
  count,
  amount,
  finalAmount,
});

beforeAll(async () => {
  service = await startWithoutTimers();
  merchant = await service.merchantOf(undefined);
  const other = await service.merchantOf(undefined);
  const deposit = async (amount: string, as = merchant) =>
    (await service.deposit(as, { amount })).transactionId as string;
  const settle = (id: string, finalAmount: string) =>
    service.transition('settle', id, { fields: { sequence: '1', finalAmount, acceptDifference: 'true' } });
  await settle(await deposit('500.10'), '500.10');
  await settle(await deposit('500.20'), '480.05');
  await deposit('600.30');
  await service.transition('reject', await deposit('700'), { fields: { sequence: '1' } });
  const { transactionId } = await service.withdraw(merchant, { amount: '550.70' });
  await service.transition('cancel', transactionId, { as: merchant });
  // One of its own time, which is the newest then.
  service.clock.advance(SECOND_MS);
  await service.withdraw(merchant, { amount: '650.15' });
  await settle(await deposit('1000', other), '1000');
});
afterAll(() => service.stop());

describe('sums of transactions', () => {
  const OWN = [
    group('deposit', 'pending', [1, 600.3, 0]),
    group('deposit', 'successful', [2, 1000.3, 980.15]),
    group('deposit', 'unsuccessful', [1, 700, 0]),
    group('withdrawal', 'pending', [1, 650.15, 0]),
    group('withdrawal', 'unsuccessful', [1, 550.7, 0]),
  ];

  test('are exact by type and status, with what was asked for and what was really paid', async () => {
    expect(await sums(`appKey=${merchant.appKey}`)).toEqual({ groups: OWN, isComplete: true });
  });

  test('are those of what the filters of the list select', async () => {
    expect(await sums('minAmount=500.15&status=successful')).toEqual({
      groups: [group('deposit', 'successful', [2, 1500.2, 1480.05])],
      isComplete: true,
    });
    expect(await sums('query=nobody')).toEqual({ groups: [], isComplete: true });
  });

  test('are of its own alone for a merchant', async () => {
    expect(await sums('', merchant)).toEqual({ groups: OWN, isComplete: true });
  });

  describe('that the database adds up', () => {
    const add = async (bounds: Readonly<Record<string, number>>) => {
      const { db } = service.dependencies;
      const { items } = expectData(await service.ask('/v1/transactions?limit=1', { as: merchant }));
      const { clientId } = (await db.read('findTransaction', items[0].transactionId))!;
      return db.query('sumTransactions', { filter: { clientId, isTest: false }, ...bounds });
    };

    test('are of the newest alone beyond the bound, and say so', async () => {
      expect(await add({ max: 1 })).toMatchObject({
        groups: [{ type: 'withdrawal', status: 'pending', count: 1, amountMinor: 65_015 }],
        isComplete: false,
      });
    });

    test('are the same from many pages as from one', async () => {
      expect(await add({ pageRows: 1 })).toEqual(await add({ max: 6 }));
      expect(await add({ pageRows: 1 })).toMatchObject({ groups: { length: 5 }, isComplete: true });
    });
  });
});
