import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from './harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a deposit answers the envelope and the fields of the specification, in their order', async () => {
  const { status, json } = await call(service, DEPOSIT, { body: depositFields() });
  expect(status).toBe(200);
  expect(Object.keys(json)).toEqual(['data', 'status', 'responseTime', 'app_version']);
  expect(Object.keys(json.data)).toEqual(
    'hash transactionId bankId bank amount type bankAccountName bankAccountIban status name userName userId processId convertedName url'.split(
      ' ',
    ),
  );
});

test('a withdrawal answers the fields of the specification, in their order', async () => {
  const { status, json } = await call(service, WITHDRAW, { body: withdrawalFields() });
  expect(status).toBe(200);
  expect(Object.keys(json.data)).toEqual(
    'hash transactionId bankId bank amount type accountName iban status name userName userId processId convertedName'.split(
      ' ',
    ),
  );
});
