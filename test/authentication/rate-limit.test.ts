import { expect, test } from 'vitest';
import { type Answer, type Credentials, call, MERCHANT } from '../harness.ts';
import { expectData, expectFailure } from '../support/answers.ts';
import { createClient } from '../support/entities.ts';
import { useService } from '../support/service.ts';

// The window is one second of real time: two requests of ours lie within one, unless the machine stands still.
const service = useService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
const MOST_ATTEMPTS = 100;

const ask = (as: Credentials) => call(service(), '/v1/available-banks', { as });

/** Asks until it is too much. */
async function askTooOften(as: Credentials): Promise<Answer> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const answer = await ask(as);
    if (answer.status !== 200) return answer;
  }
  throw new Error(`${MOST_ATTEMPTS} requests were never too many`);
}

test('too many requests of a client are told when to come again', async () => {
  const answer = await askTooOften(MERCHANT);
  expectFailure(answer, 'error_rate_limited');
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('one client that asks too often takes nothing from another', async () => {
  const other = await createClient(service());
  expectFailure(await askTooOften(MERCHANT), 'error_rate_limited');
  expectData(await ask(other));
});

test('requests that fail to sign take nothing from the client that they name', async () => {
  const client = await createClient(service());
  for (let attempt = 0; attempt < 5; attempt += 1)
    expectFailure(await ask({ ...client, secret: 'guessed-secret' }), 'error_invalid_sign');
  expectData(await ask(client));
});
