import { describe, expect, test } from 'vitest';
import { appRouter } from '../../src/surfaces/trpc/router.ts';
import { ADMIN, call, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, openPaymentPage, payerCall, reject, settle } from '../support/payments.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

// The wrong links here stay below the limit of guesses per address and minute.
const service = useService();

const PROCEDURES = {
  'payments.get': 'GET',
  'payments.onChange': 'GET',
  'payments.markSent': 'POST',
  'payments.cancel': 'POST',
} as const;

const errorOf = ({ json }: { readonly json: Json }) => json.error.data.error.type;
const dataOf = ({ json }: { readonly json: Json }) => json.result.data.data;

test('a link opens exactly the procedures for payers', () => {
  const names = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith('payments.'));
  expect(names.sort()).toEqual(Object.keys(PROCEDURES).sort());
  const forPayers = OPERATIONS.filter(({ roles }) => roles.includes('payer'));
  expect(forPayers.map(({ name }) => name).sort()).toEqual([
    'cancelPayment',
    // On the page alone, and only of a test: see test-keys.test.ts.
    'decideTestPayment',
    'getPayment',
    'markPaymentSent',
    'subscribeToPayment',
  ]);
  for (const { roles } of forPayers) expect(roles).toEqual(['payer']);
});

test('a link returns only what its page shows', async () => {
  const deposit = await createPayable(service(), { amount: '1234.5' });
  const data = dataOf(await payerCall(service(), 'payments.get', { token: deposit.token }));
  expect(data).toEqual({
    transactionId: deposit.transactionId,
    processId: expect.stringMatching(/^process-/),
    reference: expect.stringMatching(/^[2-9A-Y]{8}$/),
    payer: 'Test User',
    otherPayer: 'hold',
    brand: { color: null, logo: null },
    requestedAmount: 1234.5,
    partlyPaid: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    endedAt: null,
    reason: null,
    returnUrl: null,
    merchant: 'Demo merchant',
    status: 'pending',
    outcome: null,
    amount: 1234.5,
    currency: 'TRY',
    bank: 'Demo Anadolu Bank',
    account: { name: 'Demo Anadolu Bank Collections', iban: expect.stringMatching(/^TR\d{24}$/) },
    sentAt: null,
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    secondsLeft: expect.any(Number),
  });
  expect(data.secondsLeft).toBeGreaterThan(1700);
  expect(data.secondsLeft).toBeLessThanOrEqual(1800);
});

test('the payer does not get the ids of the user, of the bank and of keys, nor notes of operators', async () => {
  const fields = {
    userId: 'private-user',
    userName: 'private-name',
  };
  const deposit = await createPayable(service(), fields);
  const before = await openPaymentPage(service(), deposit.path);
  await reject(service(), deposit);
  const after = await openPaymentPage(service(), deposit.path);
  const response = JSON.stringify(
    (await payerCall(service(), 'payments.get', { token: deposit.token })).json,
  );
  for (const text of [before.text, after.text, response])
    expect(text).not.toMatch(/private|words among|hash|507f1f77bcf86cd799439011|demo-merchant/i);
});

describe('a wrong link', () => {
  test('opens nothing, and an unknown deposit gives the same response as a wrong secret', async () => {
    const { token } = await createPayable(service());
    const withdrawal = expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
    const bytes = Buffer.from(token, 'base64url');
    const swap = (id: string) =>
      Buffer.concat([Buffer.from(id, 'hex'), bytes.subarray(12)]).toString('base64url');
    const flipped = Buffer.from(bytes);
    flipped[27]! ^= 1;
    const guesses = [
      flipped.toString('base64url'),
      swap('0'.repeat(24)),
      swap(withdrawal.transactionId),
      Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(16)]).toString('base64url'),
      token.slice(0, 16),
      `${token}AAAA`,
    ];
    const responses = new Set<string>();
    for (const guess of guesses) {
      const answer = await payerCall(service(), 'payments.get', { token: guess });
      expect(answer.status).toBe(404);
      responses.add(JSON.stringify(answer.json).replace(/"responseTime":"[^"]+"/, ''));
    }
    expect(responses.size).toBe(1);
  });

  test('may be another spelling of a valid link', async () => {
    const { token } = await createPayable(service());
    expect(token).toMatch(/^[\w-]{37}[AQgw]$/);
    const next = { A: 'B', Q: 'R', g: 'h', w: 'x' }[token.at(-1) as 'A'];
    for (const spelling of [token.slice(0, -1) + next, `${token}=`, `${token}%3D`])
      expect((await openPaymentPage(service(), `/pay/${spelling}`)).status).toBe(404);
  });
});

describe('without a link', () => {
  test.each(Object.entries(PROCEDURES))(
    '%s is refused, also with keys of every role',
    async (name, method) => {
      const answer = await payerCall(service(), name, { method });
      expect([answer.status, errorOf(answer)]).toEqual([401, 'error_missing_credentials']);
      const body = method === 'POST' ? { body: '{}', contentType: 'application/json' } : {};
      const signed = await call(service(), `/trpc/${name}`, { as: ADMIN, sign: 'timed', ...body });
      expect([signed.status, errorOf(signed)]).toEqual([401, 'error_missing_credentials']);
    },
  );
});

test('a link opens one deposit and no other call', async () => {
  const { token } = await createPayable(service());
  const headers = { authorization: `Bearer ${token}` };
  for (const target of ['/v1/transactions', '/v1/available-banks', '/v1/events'])
    expectFailure(await rawCall(service(), { target, headers }), 'error_missing_credentials');
  for (const procedure of ['transactions.list', 'banks.list', 'events.list']) {
    const answer = await payerCall(service(), procedure, { token });
    expect([answer.status, errorOf(answer)]).toEqual([401, 'error_missing_credentials']);
  }
  const graphql = await rawCall(service(), { target: '/graphql?query=%7B__typename%7D', headers });
  expect(graphql.json.errors[0].extensions.code).toBe('error_missing_credentials');
  const other = await createPayable(service());
  const input = encodeURIComponent(
    JSON.stringify({ transactionId: other.transactionId, depositId: other.transactionId }),
  );
  const answer = await payerCall(service(), `payments.markSent?input=${input}`, { token, method: 'POST' });
  expect(answer.status).toBe(400);
  expect(dataOf(await payerCall(service(), 'payments.get', { token: other.token })).sentAt).toBeNull();
});

test('a late action changes nothing, and the page shows the state of the payment', async () => {
  const deposit = await createPayable(service());
  await settle(service(), deposit);
  for (const name of ['payments.cancel', 'payments.markSent']) {
    const answer = await payerCall(service(), name, { token: deposit.token, method: 'POST' });
    expect([answer.status, errorOf(answer)]).toEqual([409, 'error_transition_not_allowed']);
  }
  for (const action of ['cancel', 'sent']) {
    const answer = await openPaymentPage(service(), deposit.path, { action });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, deposit.token]);
  }
  expect((await openPaymentPage(service(), deposit.path)).text).toContain('Payment received');
});

test('a form with another action is refused and changes nothing', async () => {
  const { path, token } = await createPayable(service());
  for (const form of [{}, { action: 'settle' }, { action: 'constructor' }])
    expect((await openPaymentPage(service(), path, form as Record<string, string>)).status).toBe(400);
  expect(dataOf(await payerCall(service(), 'payments.get', { token })).status).toBe('pending');
});
