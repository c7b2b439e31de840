import { expect, test } from 'vitest';
import { type ApiResponse, type Credentials, call, MERCHANT } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

// The window is one second of real time. Two requests of a test fall into one unless the machine is suspended.
const service = useService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
const MAX_ATTEMPTS = 100;

const ask = (as: Credentials) => call(service(), '/v1/available-banks', { as });

/** Sends requests until one is refused. */
async function askTooOften(as: Credentials): Promise<ApiResponse> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const response = await ask(as);
    if (response.status !== 200) return response;
  }
  throw new Error(`${MAX_ATTEMPTS} requests were never too many`);
}

test('too many requests of a client get 429 with Retry-After', async () => {
  const response = await askTooOften(MERCHANT);
  expectFailure(response, 'error_rate_limited');
  expect(response.headers.get('retry-after')).toBe('1');
});

test('the limit of one client does not affect another', async () => {
  const other = await createClient(service());
  expectFailure(await askTooOften(MERCHANT), 'error_rate_limited');
  expectData(await ask(other));
});

test('requests with a wrong sign do not count against the client', async () => {
  const client = await createClient(service());
  for (let attempt = 0; attempt < 5; attempt += 1)
    expectFailure(await ask({ ...client, secret: 'guessed-secret' }), 'error_invalid_sign');
  expectData(await ask(client));
});
