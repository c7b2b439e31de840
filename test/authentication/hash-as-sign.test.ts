import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT, startTestService } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const BANKS = '/v1/available-banks';

test('the hash of a transaction is no sign for the query that it covers', async () => {
  const { hash, transactionId, bankId, amount } = expectData(
    await call(service(), DEPOSIT, { body: depositFields() }),
  );
  const query = `${transactionId}${bankId}${amount}`;
  expect(hmac(MERCHANT.secret, query)).toBe(hash);
  const headers = { appKey: MERCHANT.appKey, sign: hash };
  expectFailure(await rawCall(service(), { target: `${BANKS}?${query}`, headers }), 'error_invalid_sign');
});

test('no plain payload may begin with 24 hex digits, in a query or in a body', async () => {
  const id = '6575078b9e6bb1554a50b7b1';
  for (const payload of [id, `${id}=1`, `${id.toUpperCase()}&a=b`, `${id}00`, `${id}.1732100000.{}`]) {
    const headers = { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, payload) };
    const ofQuery = await rawCall(service(), { target: `${BANKS}?${payload}`, headers });
    expect(expectFailure(ofQuery, 'error_invalid_sign').message).toContain('begins with 24 hex digits');
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', target: DEPOSIT, headers: form, body: payload };
    expectFailure(await rawCall(service(), request), 'error_invalid_sign');
  }
  // 23 digits, or another character among them, are no id.
  for (const query of [id.slice(1), `${id.slice(0, 23)}g`, `a=${id}`]) {
    const headers = { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, query) };
    // The sign is right, and the parameter is then refused as unknown.
    expectFailure(await rawCall(service(), { target: `${BANKS}?${query}`, headers }), 'error_validation');
  }
});

const FEW = 3;
// The window is one second of real time. A test sends until it is refused, and then within the same second.
const MAX_ATTEMPTS = 50;

test('whoever sends a plain sign again and again does not use up the limit of timed requests, nor the other way', async () => {
  await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: String(FEW) } });
  const ask = (sign: 'plain' | 'timed', as: { appKey: string; secret: string }) =>
    call(limited, BANKS, { as, sign });
  for (const [flooding, other] of [
    ['plain', 'timed'],
    ['timed', 'plain'],
  ] as const) {
    const client = await createClient(limited);
    let refused = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !refused; attempt += 1)
      refused = (await ask(flooding, client)).status === 429;
    expect(refused).toBe(true);
    expectData(await ask(other, client));
  }
});

test('plainly signed requests have a limit all the same', async () => {
  await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => call(limited, BANKS, { sign: 'plain' }).then(({ status }) => status)),
  );
  expect(statuses).toContain(429);
});
