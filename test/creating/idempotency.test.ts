import { describe, expect, test } from 'vitest';
import {
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createBank, createClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const send = (target: string, body: Record<string, string>, as = MERCHANT) =>
  call(service(), target, { body, as });
const withoutFlag = ({ alreadyPending: _, ...data }: Json) => data;

/** Counts the client's transactions with this processId. */
async function countOf(processId: string): Promise<number> {
  const response = await call(service(), `/v1/transactions?processId=${processId}`);
  return expectData(response).items.length;
}

describe.each([
  ['deposit', DEPOSIT, depositFields],
  ['withdrawal', WITHDRAW, withdrawalFields],
] as const)('a repeat of a %s', (type, target, fieldsOf) => {
  test('returns the stored one and stores nothing', async () => {
    const fields = fieldsOf();
    const first = expectData(await send(target, fields));
    for (let repeat = 0; repeat < 3; repeat += 1)
      expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
    expect(await countOf(fields.processId ?? '')).toBe(1);
  });

  test('is recognized in every spelling of the body', async () => {
    const fields = fieldsOf({ amount: '500.10' });
    const first = expectData(await send(target, fields));
    const otherwise = [
      new URLSearchParams(Object.entries({ ...fields, amount: '0500.1', unknown: 'x' }).reverse()).toString(),
      `&${new URLSearchParams(fields)}&`.replaceAll('+', '%20'),
    ];
    for (const body of otherwise)
      expect(withoutFlag(expectData(await call(service(), target, { body })))).toEqual(first);
    const json = await call(service(), target, {
      body: JSON.stringify({ ...fields, amount: 500.1 }),
      contentType: 'application/json',
      sign: 'timed',
    });
    expect(withoutFlag(expectData(json))).toEqual(first);
  });

  test.each(Object.keys(fieldsOf()).filter((name) => name !== 'processId'))(
    'with another %s is a conflict that names the stored transaction and the field',
    async (name) => {
      const fields = fieldsOf();
      const first = expectData(await send(target, fields));
      const other = { amount: '500.01', bankId: '507f1f77bcf86cd799439012', iban: 'NO9386011117947' };
      const response = await send(target, {
        ...fields,
        [name]: other[name as keyof typeof other] ?? `other ${name}`,
      });
      const error = expectFailure(response, 'error_process_id_conflict');
      expect(error.message).toContain(first.transactionId);
      expect(error.fields).toMatchObject([
        {
          path: 'processId',
          code: 'process_id_conflict',
          params: { transactionId: first.transactionId, field: name },
        },
      ]);
      expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
    },
  );

  test.each([
    ['white space', { name: 'Test User ' }],
    ['the case of a letter', { name: 'test User' }],
    ['the composition of a letter', { name: 'Test Use\u0072\u0301' }],
  ])('with %s is another request', async (_, changes) => {
    const fields = fieldsOf();
    expectData(await send(target, fields));
    expectFailure(await send(target, { ...fields, ...changes }), 'error_process_id_conflict');
  });

  test('is answered after its bank became inactive, lost the type, or was removed', async () => {
    const bank = await createBank(service());
    const fields = fieldsOf({ bankId: bank.id });
    const first = expectData(await send(target, fields));
    const { db } = service().dependencies;
    for (const changes of [
      { active: false },
      { active: true, [type]: null },
      { [type]: { minAmountMinor: 1, maxAmountMinor: 1 } },
    ]) {
      await db.run('updateBank', { bankId: bank.id, changes });
      expect((await send(target, fieldsOf({ bankId: bank.id }))).status).toBe(422);
      expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
    }
    await db.run('updateBank', { bankId: bank.id, changes: { name: 'Renamed' } });
    expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
  });

  test('is answered after its user was blacklisted', async () => {
    const fields = fieldsOf();
    const first = expectData(await send(target, fields));
    const { db, runtime } = service().dependencies;
    await db.run('addToBlacklist', {
      entry: {
        id: runtime.newId(),
        clientId: null,
        kind: 'userId',
        value: fields.userId ?? '',
        reason: null,
        createdAtMs: 0,
      },
    });
    expectFailure(
      await send(target, fieldsOf({ userId: fields.userId ?? '' })),
      'error_transaction_blacklisted',
    );
    expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
    expectFailure(await send(target, { ...fields, name: 'Another' }), 'error_process_id_conflict');
  });
});

test('a processId belongs to one transaction, deposit or withdrawal', async () => {
  const deposit = depositFields();
  const withdrawal = withdrawalFields();
  const first = expectData(await send(DEPOSIT, deposit));
  const second = expectData(await send(WITHDRAW, withdrawal));
  const { processId = '' } = deposit;
  const crossed = await send(WITHDRAW, withdrawalFields({ ...deposit }));
  expect(expectFailure(crossed, 'error_process_id_conflict').message).toContain(first.transactionId);
  const { accountName: _, iban: __, ...asDeposit } = withdrawal;
  const back = await send(DEPOSIT, asDeposit);
  expect(expectFailure(back, 'error_process_id_conflict').message).toContain(second.transactionId);
  expect(await countOf(processId)).toBe(1);
});

test('two merchants can use the same processId', async () => {
  const other = await createClient(service());
  const fields = depositFields();
  const mine = expectData(await send(DEPOSIT, fields));
  const theirs = expectData(await send(DEPOSIT, fields, other));
  expect(theirs.transactionId).not.toBe(mine.transactionId);
  expect(theirs).not.toHaveProperty('alreadyPending');
  expectData(await send(WITHDRAW, withdrawalFields({ processId: 'shared' }), other));
  expectData(await send(DEPOSIT, depositFields({ processId: 'shared' })));
});

test('processIds are compared exactly, including case and white space', async () => {
  const { processId = '' } = depositFields();
  const ids = new Set<string>();
  for (const spelling of [
    processId,
    processId.toUpperCase(),
    `x ${processId}`,
    `x  ${processId}`,
    `x\u200b ${processId}`,
  ])
    ids.add(expectData(await send(WITHDRAW, withdrawalFields({ processId: spelling }))).transactionId);
  expect(ids.size).toBe(5);
});

test('a refused request leaves its processId unused', async () => {
  const fields = depositFields();
  expect((await send(DEPOSIT, { ...fields, bankId: 'unknown' })).status).toBe(404);
  expect((await send(DEPOSIT, { ...fields, amount: '0.01' })).status).toBe(422);
  expect((await send(DEPOSIT, { ...fields, amount: 'x' })).status).toBe(400);
  const data = expectData(await send(DEPOSIT, fields));
  expect(data).toMatchObject({ bankId: DEMO_BANK_ID, amount: 500 });
  expect(data).not.toHaveProperty('alreadyPending');
});

test('a repeat returns the stored deposit, although the merchant has lost the host of its returnUrl since', async () => {
  const merchant = await createClient(service(), { returnHosts: ['shop.example.com'] });
  const fields = depositFields({ returnUrl: 'https://shop.example.com/orders/7' });
  const first = expectData(await send(DEPOSIT, fields, merchant));
  await service().dependencies.clients.update(merchant.appKey, { returnHosts: [] });
  expect(withoutFlag(expectData(await send(DEPOSIT, fields, merchant)))).toEqual(first);
  expectFailure(await send(DEPOSIT, { ...fields, name: 'Another' }, merchant), 'error_process_id_conflict');
  expectFailure(
    await send(DEPOSIT, { ...depositFields(), returnUrl: fields.returnUrl ?? '' }, merchant),
    'error_validation',
  );
});
