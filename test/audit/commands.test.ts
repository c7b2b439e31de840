import { createHash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PERMISSIONS } from '../../src/operations/permissions.ts';
import {
  ADMIN,
  call,
  type Json,
  MERCHANT,
  OPERATOR,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit, type StoredAudit } from '../support/audit.ts';
import { createClient, newIban } from '../support/entities.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { PROCESS_ID, ROWS } from '../support/role-matrix.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

const lastPosition = () => readAudit(service().databasePath).at(-1)?.position ?? 0;

/** Returns the rows that a call adds. */
async function rowsOf(run: () => Promise<unknown>): Promise<StoredAudit[]> {
  const before = lastPosition();
  await run();
  return readAudit(service().databasePath, before);
}

let lastRequestId: string | null = null;

/** Runs a mutation as the demo admin, and notes the id of its request. */
async function admin(field: string, type: string, input: Json, selection: string): Promise<Json> {
  const query = `mutation ($input: ${type}!) { answer: ${field}(input: $input) { ${selection} } }`;
  const answer = await call(service(), '/graphql', {
    as: ADMIN,
    sign: 'timed',
    body: JSON.stringify({ query, variables: { input } }),
    contentType: 'application/json',
  });
  expect(answer.json.errors, answer.text).toBeUndefined();
  lastRequestId = answer.headers.get('x-request-id');
  return answer.json.data.answer;
}

/** Operations that change nothing, and plain creates. */
const isUnrecorded = (name: string) =>
  /^(get|list|read|subscribe)/.test(name) || ['whoAmI', 'createDeposit', 'createWithdrawal'].includes(name);

test('every operation of a key that changes something writes exactly one row, and no other operation writes any', async () => {
  const other = await createClient(service());
  const create = async (as: Json) =>
    expectData(await call(service(), WITHDRAW, { as, body: withdrawalFields({ processId: PROCESS_ID }) }));
  const subjects = {
    own: (await create(MERCHANT)).transactionId,
    foreign: (await create(other)).transactionId,
    other,
  };
  const seen = new Set<string>();
  for (const surface of SURFACES)
    for (const row of ROWS.filter(({ operation }) => surface.offers(operation))) {
      // It changes nothing here: no callback has failed.
      if (row.operation === 'redeliverFailedCallbacks') continue;
      if (row.expected[3].startsWith('error_')) continue;
      const input = await row.input(service(), subjects);
      const rows = await rowsOf(() => surface.run(service(), { operation: row.operation, input, as: ADMIN }));
      const expected = isUnrecorded(row.operation) ? [] : [row.operation];
      expect(
        rows.map(({ operation }) => operation),
        `${row.operation} ${row.subject} over ${surface.name}`,
      ).toEqual(expected);
      seen.add(row.operation);
      for (const one of rows)
        expect(one).toMatchObject({ actor_kind: 'key', actor: ADMIN.appKey, address: '127.0.0.1' });
    }
  const others = Object.keys(PERMISSIONS).filter((name) => !seen.has(name));
  expect(others.sort()).toEqual([
    'cancelPayment',
    'getPayment',
    'markPaymentSent',
    'redeliverFailedCallbacks',
    'subscribeToPayment',
    'subscribeToTransactions',
  ]);
  await expectAgreement(service().databasePath);
}, 60_000);

test('a row says who did what, from where, in which request, and what the values were before and after', async () => {
  const { appKey } = await createClient(service(), { callbackUrl: 'https://shop.example.com/a?token=t0' });
  const callbackUrl = 'https://evil.example.com/cb?token=canary-token';
  const [row] = await rowsOf(() =>
    admin('updateClient', 'UpdateClientInput', { appKey, callbackUrl }, 'appKey'),
  );
  expect(row).toMatchObject({
    ...{ actor_kind: 'key', actor: ADMIN.appKey, address: '127.0.0.1', request_id: lastRequestId },
    ...{ operation: 'updateClient', target_kind: 'client', target_id: appKey },
  });
  expect(row!.occurred_at_ms).toBeGreaterThan(Date.now() - 60_000);
  const [before, after] = [JSON.parse(row!.before_json!), JSON.parse(row!.after_json!)];
  expect(before.callbackUrl).toMatch(/^https:\/\/shop\.example\.com\/a\?sha256=[0-9a-f]{12}$/);
  expect(after).toEqual({ ...before, callbackUrl: expect.stringContaining('evil.example.com/cb?sha256=') });
});

test('a new name of a client leaves a row with the name before and after', async () => {
  const { appKey } = await createClient(service(), { name: 'Acme Shop' });
  const [row] = await rowsOf(() =>
    admin('updateClient', 'UpdateClientInput', { appKey, name: 'Acme Store' }, 'name'),
  );
  expect(JSON.parse(row!.before_json!).name).toBe('Acme Shop');
  expect(JSON.parse(row!.after_json!)).toEqual({ ...JSON.parse(row!.before_json!), name: 'Acme Store' });
});

test('the hash of a row is SHA-256 over the hash before it and its values, so that anybody can compute it', async () => {
  const rows = await rowsOf(() => admin('addBank', 'AddBankInput', { name: 'Hashed' }, 'bankId'));
  const [row] = rows;
  const before = readAudit(service().databasePath).at(-2);
  expect(row!.previous_hash).toBe(before!.hash);
  const text = JSON.stringify([
    ...[row!.previous_hash, row!.position, row!.occurred_at_ms, row!.actor_kind, row!.actor, row!.address],
    ...[row!.operation, row!.request_id, row!.target_kind, row!.target_id, row!.before_json, row!.after_json],
  ]);
  expect(row!.hash).toBe(createHash('sha256').update(text).digest('hex'));
});

test('what is refused, repeated or changes nothing writes no row', async () => {
  const { appKey } = await createClient(service(), { requiresTimedSign: true });
  const { transactionId } = await createPayable(service());
  const post = (verb: string, as = OPERATOR, body = {}) =>
    call(service(), `/v1/transactions/${transactionId}/${verb}`, { as, sign: 'timed', method: 'POST', body });
  const refusedBefore = await rowsOf(async () => {
    // The same value, an unknown client, a viewer's right, a stale sequence.
    await admin('updateClient', 'UpdateClientInput', { appKey, requiresTimedSign: true }, 'appKey');
    await SURFACES[2]!.run(service(), {
      operation: 'updateClient',
      input: { appKey: 'no', disabled: true },
      as: ADMIN,
    });
    await SURFACES[2]!.run(service(), {
      operation: 'updateClient',
      input: { appKey, disabled: true },
      as: OPERATOR,
    });
    expect((await post('settle', OPERATOR, { sequence: '9' })).status).toBe(409);
  });
  expect(refusedBefore).toEqual([]);
  const cancels = await rowsOf(async () => {
    for (let turn = 0; turn < 3; turn += 1) expectData(await post('cancel', MERCHANT));
  });
  expect(cancels).toMatchObject([{ operation: 'cancelTransaction', actor: MERCHANT.appKey }]);
});

test('transitions that share a commit have one row each, in the order of their events', async () => {
  const deposits: PayableDeposit[] = [];
  for (let index = 0; index < 20; index += 1) deposits.push(await createPayable(service()));
  const rows = await rowsOf(() => Promise.all(deposits.map((deposit) => settle(service(), deposit))));
  expect(rows).toHaveLength(20);
  const database = new Sqlite(service().databasePath, { readonly: true });
  const settled = database
    .prepare('select transaction_id from events order by position desc limit 20')
    .pluck();
  expect(rows.map((row) => row.target_id)).toEqual(settled.all().reverse());
  database.close();
  expect(JSON.parse(rows[0]!.before_json!)).toEqual({
    ...{ status: 'pending', statusReason: null, finalAmount: null, sequence: 1 },
  });
  expect(JSON.parse(rows[0]!.after_json!)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('a payer who says sent and cancels leaves one row each, without a name and with the address', async () => {
  const { path, transactionId } = await createPayable(service());
  const rows = await rowsOf(async () => {
    for (const action of ['sent', 'sent', 'cancel', 'cancel'])
      await fetch(service().url + path, {
        method: 'POST',
        body: new URLSearchParams({ action }),
        redirect: 'manual',
      });
  });
  const payer = { actor_kind: 'payer', actor: null, address: '127.0.0.1', target_id: transactionId };
  expect(rows).toMatchObject([
    { ...payer, operation: 'markPaymentSent' },
    { ...payer, operation: 'cancelPayment' },
  ]);
});

test('no secret, and no name and no IBAN of a payer, stands in the log; an IBAN of the operator does', async () => {
  const iban = newIban();
  const { transactionId } = await createPayable(service(), {
    name: 'Canary Payername',
    userName: 'canaryuser',
  });
  await call(service(), `/v1/transactions/${transactionId}/settle`, {
    ...{ as: OPERATOR, sign: 'timed', body: { sequence: '1' } },
  });
  const { secret } = await admin(
    ...(['createClient', 'CreateClientInput'] as const),
    { name: 'Canary', role: 'merchant', appKey: 'canary-shop' },
    'secret',
  );
  const rotated = await admin('rotateSecret', 'RotateSecretInput', { appKey: 'canary-shop' }, 'secret');
  const entry = 'entry { entryId } added';
  for (const [kind, value] of [
    ['iban', VALID_IBAN],
    ['convertedName', 'Canary Payername'],
  ])
    await admin('addToBlacklist', 'AddToBlacklistInput', { kind, value }, entry);
  const account = { bankId: '507f1f77bcf86cd799439011', accountName: 'Own Company', iban };
  await admin('addBankAccount', 'AddAccountInput', account, 'accountId');
  const text = JSON.stringify(readAudit(service().databasePath));
  for (const canary of [
    secret,
    rotated.secret,
    VALID_IBAN,
    'ayername',
    'canaryuser',
    'sealed',
    'canary-token',
  ])
    expect(text, canary).not.toContain(canary);
  expect(text).toContain('TR33…1326');
  expect(text).toContain(iban);
});

test('the database refuses to change, to remove, to insert in between and to shorten', async () => {
  await admin('addBank', 'AddBankInput', { name: 'Kept' }, 'bankId');
  const database = new Sqlite(service().databasePath);
  for (const sql of [
    "update audit set actor = 'another'",
    'delete from audit',
    'insert or replace into audit select * from audit where position = 1',
    `insert into audit select position + 1, occurred_at_ms, actor_kind, actor, address, operation, request_id,
       target_kind, target_id, before_json, after_json, previous_hash, hash from audit order by position desc limit 1`,
    'update audit_tip set position = 0',
    "update audit_tip set position = position + 1, hash = 'x'",
    'delete from audit_tip',
  ])
    expect(() => database.exec(sql), sql).toThrow(/audit log/);
  database.close();
  await expectAgreement(service().databasePath);
});
