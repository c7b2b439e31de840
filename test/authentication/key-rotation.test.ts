import { expect, test } from 'vitest';
import { call, createClock, DEPOSIT, depositFields, hmac, type TestService } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });
const HOUR_MS = 3_600_000;

let rotations = 0;

/** Gives the client a new secret. The old one stays valid for an hour. */
async function rotate({ dependencies }: TestService, client: TestClient): Promise<TestClient> {
  rotations += 1;
  const secret = `rotated-${rotations}-secret`;
  const nowMs = clock.nowMs();
  await dependencies.clients.rotateSecret(client.appKey, {
    secret,
    nowMs,
    previousEndsAtMs: nowMs + HOUR_MS,
  });
  return { ...client, secret };
}

const deposit = (as: TestClient, fields = depositFields()) => call(service(), DEPOSIT, { as, body: fields });
const list = (as: TestClient) => call(service(), '/v1/transactions', { as, nowMs: clock.nowMs() });

test('both secrets are valid during a rotation for both kinds of sign, and only the new one after it', async () => {
  const old = await createClient(service());
  expectData(await deposit(old));
  const renewed = await rotate(service(), old);
  for (const client of [old, renewed]) {
    expectData(await deposit(client));
    expectData(await list(client));
  }
  clock.advance(HOUR_MS - 1);
  expectData(await deposit(old));
  clock.advance(1);
  expectFailure(await deposit(old), 'error_invalid_sign');
  expectFailure(await list(old), 'error_invalid_sign');
  expectData(await deposit(renewed));
});

test('a second rotation ends the oldest secret at once: at most two are valid', async () => {
  const first = await createClient(service());
  const second = await rotate(service(), first);
  const third = await rotate(service(), second);
  expectFailure(await deposit(first), 'error_invalid_sign');
  expectData(await deposit(second));
  expectData(await deposit(third));
});

test('the hash uses the newest secret, also if the request was signed with the old one', async () => {
  const old = await createClient(service());
  const fields = depositFields();
  const before = expectData(await deposit(old, fields));
  const renewed = await rotate(service(), old);
  const payload = `${before.transactionId}${fields.bankId}500`;
  expect(before.hash).toBe(hmac(old.secret, payload));
  for (const client of [old, renewed])
    expect(expectData(await deposit(client, fields)).hash).toBe(hmac(renewed.secret, payload));
});

test('a rotation does not change the secrets of other clients', async () => {
  const one = await createClient(service());
  const other = await createClient(service());
  await rotate(service(), one);
  clock.advance(HOUR_MS);
  expectData(await deposit(other));
  expectFailure(await deposit({ ...other, secret: one.secret }), 'error_invalid_sign');
});
