import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ADMIN, call, type Json, OPERATOR, VALID_IBAN } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit, rowsOf } from '../support/audit.ts';
import { createClient, newIban } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { onPostgres } from '../support/test-database.ts';

const service = useService();

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

test('a row says who did what, from where, in which request, and what the values were before and after', async () => {
  const { appKey } = await createClient(service(), { callbackUrl: 'https://shop.example.com/a?token=t0' });
  const callbackUrl = 'https://evil.example.com/cb?token=canary-token';
  const [row] = await rowsOf(service().databasePath, () =>
    admin('updateClient', 'UpdateClientInput', { appKey, callbackUrl }, 'appKey'),
  );
  expect(row).toMatchObject({
    actor_kind: 'key',
    actor: ADMIN.appKey,
    address: '127.0.0.1',
    request_id: lastRequestId,
    operation: 'updateClient',
    target_kind: 'client',
    target_id: appKey,
  });
  expect(row!.occurred_at_ms).toBeGreaterThan(Date.now() - 60_000);
  const [before, after] = [JSON.parse(row!.before_json!), JSON.parse(row!.after_json!)];
  expect(before.callbackUrl).toMatch(/^https:\/\/shop\.example\.com\/a\?sha256=[0-9a-f]{12}$/);
  expect(after).toEqual({ ...before, callbackUrl: expect.stringContaining('evil.example.com/cb?sha256=') });
});

test('the hash of a row is SHA-256 over the hash before it and its values, so that anybody can compute it', async () => {
  const rows = await rowsOf(service().databasePath, () =>
    admin('addBank', 'AddBankInput', { name: 'Hashed' }, 'bankId'),
  );
  const [row] = rows;
  const before = (await readAudit(service().databasePath)).at(-2);
  expect(row!.previous_hash).toBe(before!.hash);
  const text = JSON.stringify([
    row!.previous_hash,
    row!.position,
    row!.occurred_at_ms,
    row!.actor_kind,
    row!.actor,
    row!.address,
    row!.operation,
    row!.request_id,
    row!.target_kind,
    row!.target_id,
    row!.before_json,
    row!.after_json,
  ]);
  expect(row!.hash).toBe(createHash('sha256').update(text).digest('hex'));
});

test('no secret, and no name and no IBAN of a payer, stands in the log; an IBAN of the operator does', async () => {
  const iban = newIban();
  const { transactionId } = await createPayable(service(), {
    name: 'Canary Payername',
    userName: 'canaryuser',
  });
  await call(service(), `/v1/transactions/${transactionId}/settle`, {
    as: OPERATOR,
    sign: 'timed',
    body: { sequence: '1' },
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
  const text = JSON.stringify(await readAudit(service().databasePath));
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

const NEXT_ROW = `position + 1, occurred_at_ms, actor_kind, actor, address, operation, request_id,
  target_kind, target_id, before_json, after_json, previous_hash, hash from audit order by position desc limit 1`;

/** The statements that would change the log or its end. */
const REFUSED = [
  "update audit set actor = 'another'",
  'delete from audit',
  `insert into audit select ${NEXT_ROW}`,
  'update audit_tip set position = 0',
  "update audit_tip set position = position + 1, hash = 'x'",
  'delete from audit_tip',
  ...(onPostgres
    ? [
        'insert into audit select * from audit where position = 1',
        'insert into audit_tip select 2, position, hash from audit where position = 1',
        'truncate audit',
        'truncate audit_tip',
      ]
    : [
        'insert or replace into audit select * from audit where position = 1',
        'insert or replace into audit_tip select 1, position, hash from audit where position = 1',
      ]),
];

test('the database refuses to change, to remove, to insert in between and to shorten', async () => {
  await admin('addBank', 'AddBankInput', { name: 'Kept' }, 'bankId');
  await withDatabase(service().databasePath, async (db) => {
    for (const statement of REFUSED)
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/audit log/);
  });
  await expectAgreement(service().databasePath);
});
