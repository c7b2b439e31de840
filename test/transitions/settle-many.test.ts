import { expect, test } from 'vitest';
import { type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectInvalid } from '../support/responses.ts';

const settle = (service: ManualClockService, body: Json, as = OPERATOR) =>
  service.ask('/v1/transactions/settle', {
    as,
    body: JSON.stringify(body),
    contentType: 'application/json',
  });

async function deposits(service: ManualClockService, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await service.deposit(MERCHANT)).transactionId);
  return ids;
}

test('many are settled at once; each that cannot be fails alone, and says who has changed it', async () => {
  await using service = await startWithoutTimers();
  const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
  const ids = await deposits(service, 7);
  const [first, second, third, fifth, ...rest] = ids;
  await service.transition('reject', second ?? '', { fields: { sequence: '1' }, as: ayse });
  const results: Json[] = expectData(
    await settle(service, {
      items: [
        { transactionId: first, sequence: 1 },
        { transactionId: second, sequence: 1 },
        { transactionId: third, sequence: 1, finalAmount: 1.5 },
        { transactionId: fifth, sequence: 1, finalAmount: 1.5, acceptDifference: true },
        { transactionId: 'x', sequence: 1 },
        { transactionId: first, sequence: 1 },
        ...rest.map((transactionId) => ({ transactionId, sequence: 1, finalAmount: null })),
      ],
    }),
  );
  expect(results.map(({ transaction, error }) => transaction?.status ?? error.type)).toEqual([
    'successful',
    'error_stale_sequence',
    'error_final_amount_unusual',
    'successful',
    'error_transaction_not_found',
    'successful',
    'successful',
    'successful',
    'successful',
  ]);
  expect(results[1].error.lastChange).toMatchObject({ change: 'reject', actor: 'operator', name: 'Ayşe' });
  expect(results[2].error.lastChange).toBeNull();
  const beyond = { code: 'outside_bank_limits', params: { minimum: 10, maximum: 100_000 } };
  expect(results[2].error.fields).toMatchObject([
    { path: 'finalAmount', message: expect.any(String), ...beyond },
  ]);
  expect(results[4].error.fields).toEqual([]);
  expect(results[3].transaction.finalAmount).toBe(1.5);
  const rows = (await readAudit(service.databasePath)).filter(
    (row) => row.operation === 'settleTransactions',
  );
  expect(rows.map((row) => row.target_id).sort()).toEqual([first, fifth, ...rest].sort());
  await expectAgreement(service.databasePath);
});

test('withdrawals are not settled together, not even by who has claimed them', async () => {
  await using service = await startWithoutTimers();
  const [claimed, free] = [await service.withdraw(MERCHANT), await service.withdraw(MERCHANT)];
  const target = `/v1/transactions/${claimed.transactionId}/claim`;
  expectData(await service.ask(target, { method: 'POST', body: {} }));
  const items = [claimed, free].map(({ transactionId }) => ({ transactionId, sequence: 1 }));
  const results: Json[] = expectData(await settle(service, { items }));
  expect(results.map(({ error }) => error.type)).toEqual(['error_not_claimed', 'error_not_claimed']);
  expect(results[1].error.message).toContain('Claim it, pay it');
  expect(results[1].error.fields).toMatchObject([{ path: 'transactionId', code: 'not_claimed' }]);
});

testLong('200 planned settles are undone one by one, and the others happen when they are due', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const ids: string[] = [];
  for (let index = 0; index < 200; index += 1) ids.push((await service.deposit(merchant)).transactionId);
  const items = ids.map((transactionId) => ({ transactionId, sequence: 1 }));
  const results: Json[] = expectData(await settle(service, { items, holdSeconds: 8 }));
  expect(results.map(({ transaction }) => transaction.transactionId)).toEqual(ids);
  for (const id of ids.slice(0, 150))
    expectData(await service.ask(`/v1/transactions/${id}/undo`, { body: { sequence: '1' } }));
  service.clock.advance(8000);
  await service.planRunner.runNow();
  await service.callbackWorker.idle();
  expect(receiver.deliveries.map(({ body }) => JSON.parse(body).transactionId).sort()).toEqual(
    ids.slice(150).sort(),
  );
  await expectAgreement(service.databasePath);
});

test('none, more than 200, and what is no list are refused, and nothing is settled', async () => {
  await using service = await startWithoutTimers();
  const [id] = await deposits(service, 1);
  const item = { transactionId: id, sequence: 1 };
  expectInvalid(await settle(service, { items: [] }), 'items');
  expectInvalid(await settle(service, { items: new Array(201).fill(item) }), 'items');
  expectInvalid(await settle(service, { items: 'x' }), 'items');
  expectInvalid(await settle(service, {}), 'items');
  expectInvalid(await settle(service, { items: [{ ...item, sequence: 0 }] }), 'items.0.sequence');
  expectInvalid(await settle(service, { items: [item], holdSeconds: 31 }), 'holdSeconds');
  expect(await service.events(id ?? '')).toEqual([]);
});
