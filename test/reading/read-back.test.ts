import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type ApiResponse,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LIST = '/v1/transactions';
const UNKNOWN_ID = '0123456789abcdef01234567';

let other: Credentials;
let viewer: Credentials;
beforeAll(async () => {
  other = await createClient(service());
  viewer = await createClient(service(), { role: 'viewer' });
});

const read = (transactionId: string, as: Credentials) => call(service(), `${LIST}/${transactionId}`, { as });
const create = async (as: Credentials, fields = depositFields()) =>
  expectData(await call(service(), DEPOSIT, { as, body: fields }));

/** The parts of a response that must be equal when two cases must be indistinguishable. */
function comparable({ status, headers, text }: ApiResponse) {
  const names = [...headers.keys()].sort();
  return { status, names, text: text.replace(/"responseTime":"[\d.]+ms"/, '') };
}

describe('a merchant', () => {
  test('reads its own transactions', async () => {
    const deposit = await create(MERCHANT);
    expect(expectData(await read(deposit.transactionId, MERCHANT))).toMatchObject(deposit);
    const withdrawal = expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
    expect(expectData(await read(withdrawal.transactionId, MERCHANT))).toMatchObject(withdrawal);
  });

  test("cannot distinguish another's transaction from a missing one", async () => {
    const { transactionId } = await create(MERCHANT);
    const foreign = await read(transactionId, other);
    const unknown = await read(UNKNOWN_ID, other);
    expectFailure(foreign, 'error_transaction_not_found');
    expect(comparable(foreign)).toEqual(comparable(unknown));
  });

  test.each([
    'Deposit',
    '0',
    'g'.repeat(24),
    UNKNOWN_ID.slice(1),
    `${UNKNOWN_ID}0`,
    'ffffffffffffffffffffffff',
    "'%20or%201=1",
    '__proto__',
    'x'.repeat(128),
  ])('finds nothing under %s', async (id) => {
    expectFailure(await read(id, MERCHANT), 'error_transaction_not_found');
  });

  test('finds its transaction by the exact id only', async () => {
    const { transactionId } = await create(MERCHANT);
    const upper = transactionId.toUpperCase();
    expect(upper).not.toBe(transactionId);
    expectFailure(await read(upper, MERCHANT), 'error_transaction_not_found');
    expectInvalid(await read(`%20${transactionId}`, MERCHANT), 'transactionId');
  });

  test('lists its own transactions only, with any filter', async () => {
    const fields = depositFields();
    const mine = await create(MERCHANT, fields);
    const theirs = await create(other, fields);
    for (const query of ['', `?processId=${fields.processId}`, `?userId=${fields.userId}`, '?type=deposit']) {
      const ids = await idsOf(query, other);
      expect(ids).toContain(theirs.transactionId);
      expect(ids).not.toContain(mine.transactionId);
    }
  });
});

describe.each(['viewer', 'operator', 'admin'])('a key with the role %s', (role) => {
  const key = () => ({ viewer, operator: OPERATOR, admin: ADMIN })[role] ?? MERCHANT;

  test('reads the transactions of all merchants, with the hash of the merchant unless it may only view', async () => {
    for (const owner of [MERCHANT, other]) {
      const created = await create(owner);
      const { url: _, hash, ...rest } = created;
      const seen = expectData(await read(created.transactionId, key()));
      expect(seen).toMatchObject(rest);
      expect(seen.hash).toBe(role === 'viewer' ? undefined : hash);
    }
    expectFailure(await read(UNKNOWN_ID, key()), 'error_transaction_not_found');
  });

  test('lists the transactions of all merchants', async () => {
    const fields = depositFields();
    const ids = [(await create(MERCHANT, fields)).transactionId, (await create(other, fields)).transactionId];
    expect(await idsOf(`?processId=${fields.processId}`, key())).toEqual(ids.reverse());
  });
});

test('a query behind a transactionId cannot name another transaction', async () => {
  const { transactionId } = await create(MERCHANT);
  expectInvalid(await read(`${transactionId}?transactionId=${UNKNOWN_ID}`, MERCHANT), 'transactionId');
  expectInvalid(await read(`${transactionId}?processId=another`, MERCHANT), 'processId');
});

test('a transaction of a disabled client can be read', async () => {
  const client = await createClient(service());
  const created = await create(client);
  await service().dependencies.clients.update(client.appKey, { disabledAtMs: Date.now() });
  expect(expectData(await read(created.transactionId, OPERATOR))).toMatchObject(created);
});

test.each([
  ['viewer', DEPOSIT],
  ['viewer', WITHDRAW],
])('a key with the role %s may not use %s, and the refusal names the roles that may', async (_, target) => {
  const response = await call(service(), target, { as: viewer, sign: 'timed', body: withdrawalFields() });
  expect(expectFailure(response, 'not_authorized').message).toContain('merchant or operator or admin');
});

async function idsOf(query: string, as: Credentials): Promise<string[]> {
  const { items } = expectData(await call(service(), `${LIST}${query}`, { as }));
  return items.map((item: { transactionId: string }) => item.transactionId);
}
