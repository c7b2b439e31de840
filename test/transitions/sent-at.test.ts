import { expect, test } from 'vitest';
import { call, MERCHANT, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const read = async (transactionId: string) =>
  expectData(await call(service(), `/v1/transactions/${transactionId}`, { as: MERCHANT }));

test('a deposit shows when its payer first reported the money as sent', async () => {
  const { transactionId, token } = await createPayable(service());
  expect(await read(transactionId)).toHaveProperty('sentAt', null);
  const { json } = await payerCall(service(), 'payments.markSent', { token, method: 'POST' });
  const { sentAt } = json.result.data.data;
  expect(sentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const detail = await read(transactionId);
  // The report is not a transition.
  expect(detail).toMatchObject({ sentAt, status: 'pending', sequence: 1 });
  await payerCall(service(), 'payments.markSent', { token, method: 'POST' });
  expect(await read(transactionId)).toEqual(detail);
});

test('a withdrawal has no payer and no such field', async () => {
  const body = withdrawalFields();
  const { transactionId } = expectData(await call(service(), WITHDRAW, { body }));
  expect(await read(transactionId)).not.toHaveProperty('sentAt');
});
