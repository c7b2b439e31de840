import { expect, test } from 'vitest';
import { isReference } from '../../src/transactions/domain/reference.ts';
import { DEPOSIT, depositFields, type Json, MERCHANT } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import {
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

test('a deposit has a reference in its details, in lists, in the feed and on the payment page', async () => {
  await using service = await startManualClockService();
  await using receiver = await startReceiver();
  const merchant = await service.merchantOf(receiver);
  const created = await service.deposit(merchant);
  // The answer of the specification has the fields that it had.
  expect(created).not.toHaveProperty('reference');
  const target = `/v1/transactions/${created.transactionId}`;
  const { reference } = expectData(await service.ask(target));
  expect(isReference(reference)).toBe(true);
  expect(expectData(await service.ask(target, { as: merchant })).reference).toBe(reference);
  const { items } = expectData(await service.ask('/v1/transactions', { as: merchant }));
  expect(items).toEqual([expect.objectContaining({ reference })]);
  const token = created.url.split('/').at(-1);
  const page = await fetch(`${service.url}/trpc/payments.get`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await page.text()).toContain(reference);

  await service.transition('settle', created.transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  const feed = expectData(await service.ask('/v1/events', { as: merchant }));
  expect(feed.items).toEqual([expect.objectContaining({ reference, change: 'settle' })]);
  const [callback] = receiver.deliveries;
  expect(JSON.parse(callback?.body ?? '')).not.toHaveProperty('reference');
});

test('a withdrawal has none', async () => {
  await using service = await startManualClockService();
  const { transactionId } = await service.withdraw(MERCHANT);
  expect(expectData(await service.ask(`/v1/transactions/${transactionId}`))).not.toHaveProperty('reference');
});

test('with CURRENCY=EUR it is a creditor reference of ISO 11649', async () => {
  await using service = await startManualClockService({ env: { CURRENCY: 'EUR' } });
  const { transactionId } = await service.deposit(MERCHANT);
  const { reference } = expectData(await service.ask(`/v1/transactions/${transactionId}`));
  expect(reference).toMatch(/^RF\d\d.{8}$/);
  expect(isReference(reference)).toBe(true);
});

test('deposits of one commit and of several have different references, by which each is found', async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const together = await storeDeposits(service, merchant, 5);
  const later = [await service.deposit(merchant), await service.deposit(merchant)];
  const ids = [...together, ...later.map(({ transactionId }) => transactionId)];
  const references = new Map<string, string>();
  for (const id of ids) {
    const { reference } = expectData(await service.ask(`/v1/transactions/${id}`));
    references.set(reference, id);
  }
  expect(references.size).toBe(ids.length);
  await service.transition('reject', ids[0] ?? '', { fields: { sequence: '1' } });
  for (const [reference, id] of references) {
    const { items } = expectData(await service.ask(`/v1/transactions?query=${reference}`));
    expect(items.map(({ transactionId }: Json) => transactionId)).toEqual([id]);
  }
  await expectAgreement(service.databasePath);
});

test('repeats and refusals use up no reference', async () => {
  await using service = await startWithoutTimers();
  const fields = depositFields();
  await service.deposit(MERCHANT, fields);
  await service.deposit(MERCHANT, fields);
  await service.deposit(MERCHANT, { userId: fields.userId ?? '' });
  const other = await service.ask(DEPOSIT, { as: MERCHANT, body: { ...fields, amount: '77.00' } });
  expectFailure(other, 'error_process_id_conflict');
  await service.deposit(MERCHANT);
  const rows = await withDatabase(service.databasePath, (db) =>
    db.selectFrom('transactions').select('number').orderBy('number').execute(),
  );
  const [first = 0, second = 0] = rows.map(({ number }) => Number(number));
  expect(second - first).toBe(1);
});
