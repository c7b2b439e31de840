import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const DEPOSIT_KEYS =
  'hash transactionId bankId bank amount type bankAccountName bankAccountIban status name userName userId processId convertedName url';
const WITHDRAWAL_KEYS =
  'hash transactionId bankId bank amount type accountName iban status name userName userId processId convertedName';
const SPECIFIED_KEYS = 'statusReason finalAmount createdAt updatedAt sequence';
/** Fields that the specification does not name come behind those that it names. */
const ENDING_KEYS = 'endedAs isLate';
const DETAIL_KEYS = `${SPECIFIED_KEYS} ${ENDING_KEYS}`;
/** Only a deposit expires, has a reference, and a sentAt: its payer reports that the money was sent. */
const DEPOSIT_DETAIL_KEYS = `${SPECIFIED_KEYS} sentAt expiresAt reference ${ENDING_KEYS}`;

const keysOf = (value: object) => Object.keys(value).join(' ');

const createDeposit = async (changes = {}) =>
  expectData(await call(service(), DEPOSIT, { body: depositFields(changes) }));
const createWithdrawal = async (changes = {}) =>
  expectData(await call(service(), WITHDRAW, { body: withdrawalFields(changes) }));
const read = async (transactionId: string) =>
  expectData(await call(service(), `/v1/transactions/${transactionId}`));

describe('the keys of a response have the order of the specification:', () => {
  test('a deposit', async () => {
    expect(keysOf(await createDeposit())).toBe(DEPOSIT_KEYS);
  });

  test('a pending deposit returned again, alreadyPending last', async () => {
    const { userId } = await createDeposit();
    const again = await createDeposit({ userId });
    expect(keysOf(again)).toBe(`${DEPOSIT_KEYS} alreadyPending`);
    expect(again.alreadyPending).toBe(true);
  });

  test('a withdrawal, also when it is returned again', async () => {
    const body = withdrawalFields();
    for (const _ of ['created', 'repeated'])
      expect(keysOf(expectData(await call(service(), WITHDRAW, { body })))).toBe(WITHDRAWAL_KEYS);
  });

  test('a deposit and a withdrawal that are read back', async () => {
    const deposit = await createDeposit();
    const withdrawal = await createWithdrawal();
    expect(keysOf(await read(deposit.transactionId))).toBe(`${DEPOSIT_KEYS} ${DEPOSIT_DETAIL_KEYS}`);
    expect(keysOf(await read(withdrawal.transactionId))).toBe(`${WITHDRAWAL_KEYS} ${DETAIL_KEYS}`);
  });

  test('a page of the list', async () => {
    await createDeposit();
    await createWithdrawal();
    const page = expectData(await call(service(), '/v1/transactions?limit=2'));
    expect(keysOf(page)).toBe('items nextCursor');
    expect(page.items.map(keysOf)).toEqual([
      `${WITHDRAWAL_KEYS} ${DETAIL_KEYS}`,
      `${DEPOSIT_KEYS} ${DEPOSIT_DETAIL_KEYS}`,
    ]);
  });

  test('the available banks', async () => {
    const [bank] = expectData(await call(service(), '/v1/available-banks'));
    expect(keysOf(bank)).toBe('_id name deposit withdrawal currency');
    expect(keysOf(bank.deposit)).toBe('minAmount maxAmount');
    expect(keysOf(bank.withdrawal)).toBe('minAmount maxAmount');
  });

  test('a failure, and its error with and without fields', async () => {
    const invalid = await call(service(), DEPOSIT, { body: depositFields({ amount: 'x' }) });
    expect(keysOf(invalid.json)).toBe('data status error responseTime app_version');
    expect(keysOf(invalid.json.error)).toBe('type message fields');
    expect(keysOf(invalid.json.error.fields[0])).toBe('path code params message');
    const unknown = await call(service(), '/v1/transactions/000000000000000000000000');
    expect(keysOf(unknown.json.error)).toBe('type message');
  });
});

describe('every response', () => {
  const unsigned = { headers: { sign: '' } };
  const responses = {
    'of a deposit': () => call(service(), DEPOSIT, { body: depositFields() }),
    'of a withdrawal': () => call(service(), WITHDRAW, { body: withdrawalFields() }),
    'of the list': () => call(service(), '/v1/transactions'),
    'of the banks': () => call(service(), '/v1/available-banks'),
    'of /healthz': () => call(service(), '/healthz'),
    'of /readyz': () => call(service(), '/readyz'),
    'of a 400': () => call(service(), DEPOSIT, { body: {} }),
    'of a 401': () => call(service(), DEPOSIT, { body: depositFields(), ...unsigned }),
    'of a 403': () => call(service(), DEPOSIT, { body: depositFields(), headers: { sign: 'x' } }),
    'of a 404': () => call(service(), '/v2'),
    'of a 405': () => call(service(), DEPOSIT, { method: 'DELETE' }),
    'of a 415': () => call(service(), DEPOSIT, { body: 'x', contentType: 'text/plain' }),
    'of a 422': () => call(service(), DEPOSIT, { body: depositFields({ amount: '0.01' }) }),
  };

  test.each(Object.entries(responses))('%s has its status, its time and the version', async (name, ask) => {
    const { status, json, headers } = await ask();
    expect(status).toBe(Number(/\d{3}/.exec(name)?.[0] ?? 200));
    expect(json.status).toBe(status);
    expect(json.responseTime).toMatch(/^\d+(\.\d{1,2})?ms$/);
    expect(json.app_version).toBe(version);
    expect('error' in json).toBe(status !== 200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

test('a deposit has its requested and assigned values and its hash', async () => {
  const fields = depositFields({ amount: '100.50' });
  const { data, text } = await call(service(), DEPOSIT, { body: fields }).then((response) => ({
    data: expectData(response),
    text: response.text,
  }));
  expect(data).toMatchObject({
    ...fields,
    amount: 100.5,
    type: 'deposit',
    status: 'pending',
    bank: 'Demo Anadolu Bank',
    bankAccountName: 'Demo Anadolu Bank Collections',
    convertedName: 'test-user',
  });
  expect(text).toContain('"amount":100.5,');
  expect(data.transactionId).toMatch(/^[0-9a-f]{24}$/);
  expect(data.hash).toBe(hmac(MERCHANT.secret, `${data.transactionId}${DEMO_BANK_ID}100.5`));
  expect(data.url).toMatch(/^https:\/\/pay\.example\.com\/pay\/[\w-]{22,}$/);
  expect(data.url).not.toContain(data.transactionId);
});

test('a withdrawal has its requested values and its hash', async () => {
  const fields = withdrawalFields();
  const data = expectData(await call(service(), WITHDRAW, { body: fields }));
  expect(data).toMatchObject({ ...fields, amount: 500, type: 'withdrawal', status: 'pending' });
  expect(data.hash).toBe(hmac(MERCHANT.secret, `${data.transactionId}${DEMO_BANK_ID}500`));
});

test('a transaction that is read back has its created values, followed by its current state', async () => {
  const created = await createDeposit();
  const { createdAt, updatedAt, expiresAt, ...detail } = await read(created.transactionId);
  expect(detail).toEqual({
    ...created,
    statusReason: null,
    finalAmount: null,
    sequence: 1,
    sentAt: null,
    reference: expect.stringMatching(/^[2-9A-Y]{8}$/),
    endedAs: null,
    isLate: false,
  });
  expect(new Date(createdAt).toISOString()).toBe(createdAt);
  expect(updatedAt).toBe(createdAt);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt) + 1_700_000);
});

test('payment links cannot be guessed: the secret halves of two links have nothing in common', async () => {
  const links = [await createDeposit(), await createDeposit()].map(({ url }) => url.split('/').at(-1));
  const [first, second] = links.map((token) => Buffer.from(token, 'base64url').subarray(-16).toString('hex'));
  expect(first).toHaveLength(32);
  expect(first).not.toBe(second);
});
