import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createBank } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const send = (type: 'deposit' | 'withdrawal', changes: Record<string, string>) =>
  type === 'deposit'
    ? call(service(), DEPOSIT, { body: depositFields(changes) })
    : call(service(), WITHDRAW, { body: withdrawalFields(changes) });
const banks = async (query = '') => expectData(await call(service(), `/v1/available-banks${query}`));
const idsOf = async (query = '') => (await banks(query)).map((bank: Json) => bank._id);

const LIMITS = { minAmountMinor: 1_001, maxAmountMinor: 250_050 };

describe.each([
  ['deposit', 'withdrawal'],
  ['withdrawal', 'deposit'],
] as const)('for a %s', (type, otherType) => {
  test.each(['unknown', '507f1f77bcf86cd799439019', '507F1F77BCF86CD799439011'])(
    'the bank %j is not found',
    async (bankId) => {
      const error = expectFailure(await send(type, { bankId }), 'error_bank_not_found');
      expect(error.fields).toMatchObject([{ path: 'bankId', message: expect.any(String) }]);
    },
  );

  test('an inactive bank is unavailable until it is active again', async () => {
    const { db } = service().dependencies;
    const { id: bankId } = await createBank(service());
    expectData(await send(type, { bankId }));
    await db.run('updateBank', { bankId: bankId, changes: { active: false } });
    const error = expectFailure(await send(type, { bankId }), 'error_bank_unavailable');
    expect(error.fields).toMatchObject([{ path: 'bankId', message: expect.any(String) }]);
    expect(await idsOf()).not.toContain(bankId);
    await db.run('updateBank', { bankId: bankId, changes: { active: true } });
    expectData(await send(type, { bankId }));
    expect(await idsOf()).toContain(bankId);
  });

  test('a bank that does not offer the type is unavailable and not listed for it', async () => {
    const { id: bankId } = await createBank(service(), { [type]: null });
    expectFailure(await send(type, { bankId }), 'error_bank_unavailable');
    expectData(await send(otherType, { bankId }));
    expect(await idsOf(`?type=${type}`)).not.toContain(bankId);
    expect(await idsOf(`?type=${otherType}`)).toContain(bankId);
    const listed = (await banks()).find((bank: Json) => bank._id === bankId);
    expect(listed[type]).toBeNull();
    expect(listed[otherType]).toEqual({ minAmount: 0.01, maxAmount: 1_000_000_000 });
  });

  test('the limits of the bank apply, both ends included, and the refusal names them', async () => {
    const { id: bankId } = await createBank(service(), { [type]: LIMITS });
    for (const amount of ['10.01', '10.02', '2500.49', '2500.5'])
      expectData(await send(type, { bankId, amount }));
    for (const amount of ['10', '0.01', '2500.51', '1000000000']) {
      const error = expectFailure(await send(type, { bankId, amount }), 'error_amount_out_of_bank_limits');
      expect(error.fields).toMatchObject([{ path: 'amount', params: { minimum: 10.01, maximum: 2500.5 } }]);
    }
    for (const amount of ['10', '2500.51']) expectData(await send(otherType, { bankId, amount }));
  });
});

test('a bank that offers no type is not listed', async () => {
  const { id } = await createBank(service(), { deposit: null, withdrawal: null });
  expect(await idsOf()).not.toContain(id);
});

test('the list of banks shows the limits of each bank and the currency of the service', async () => {
  const { id } = await createBank(service(), { name: 'Örnek Bank', deposit: LIMITS, withdrawal: null });
  const listed = (await banks('?type=deposit')).find((bank: Json) => bank._id === id);
  expect(listed).toEqual({
    _id: id,
    name: 'Örnek Bank',
    deposit: { minAmount: 10.01, maxAmount: 2500.5 },
    withdrawal: null,
    currency: 'TRY',
  });
});

test('a transaction keeps the name that its bank had at creation', async () => {
  const { id: bankId } = await createBank(service(), { name: 'Before' });
  const { transactionId, bank } = expectData(await send('deposit', { bankId }));
  expect(bank).toBe('Before');
  await service().dependencies.db.run('updateBank', { bankId: bankId, changes: { name: 'After' } });
  expect(expectData(await call(service(), `/v1/transactions/${transactionId}`)).bank).toBe('Before');
  expect(expectData(await send('deposit', { bankId })).bank).toBe('After');
});
