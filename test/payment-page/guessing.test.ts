import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { LINK_REQUESTS_PER_SECOND } from '../../src/access/authenticate-payer.ts';
import { createGuessCounter, GUESS_LIMITS } from '../../src/access/guesses.ts';
import { startTestService, type TestService } from '../harness.ts';
import { createPayable, payerCall } from '../support/payments.ts';
import { rawCall } from '../support/raw-http.ts';

// The window is a minute of real time. A test makes all its guesses within it, so it makes few over HTTP.
const BEHIND_PROXY = { env: { TRUST_PROXY: '1' } };

/** Makes one guess from an address. @returns the status of the response. */
async function guess(service: TestService, address: string): Promise<number> {
  const headers = {
    'x-forwarded-for': address,
    authorization: `Bearer ${randomBytes(28).toString('base64url')}`,
  };
  return (await rawCall(service, { target: '/trpc/payments.get', headers })).status;
}

async function guessOften(service: TestService, address: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < count; made += 1) statuses.push(await guess(service, address));
  return statuses;
}

test('guesses are limited, also on the page, while valid links still work', async () => {
  await using service = await startTestService();
  const { token, path } = await createPayable(service);
  const open = (target: string) => fetch(service.url + target);
  for (let made = 0; made < GUESS_LIMITS.perAddress; made += 1)
    expect((await open(`/pay/${randomBytes(28).toString('base64url')}`)).status).toBe(404);
  const refused = await open('/pay/guessed');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Too many attempts');
  expect((await open(path)).status).toBe(200);
  expect((await payerCall(service, 'payments.get', { token })).status).toBe(200);
});

test('guesses are limited per address, and an IPv6 network counts as one address', async () => {
  await using service = await startTestService(BEHIND_PROXY);
  const { perAddress } = GUESS_LIMITS;
  const statuses = await guessOften(service, '203.0.113.7', perAddress + 1);
  expect(statuses).toEqual([...new Array(perAddress).fill(404), 429]);
  expect(await guess(service, '203.0.113.8')).toBe(404);
  for (let host = 1; host <= perAddress; host += 1)
    expect(await guess(service, `2001:db8:1:2::${host.toString(16)}`)).toBe(404);
  expect(await guess(service, '2001:db8:1:2:ffff::1')).toBe(429);
  expect(await guess(service, '2001:db8:1:3::1')).toBe(404);
});

test('an IPv6 network is recognised wherever its addresses are abbreviated', async () => {
  await using service = await startTestService(BEHIND_PROXY);
  for (let host = 1; host <= GUESS_LIMITS.perAddress; host += 1)
    expect(await guess(service, `2a00::5:1:2:3:${host.toString(16)}`)).toBe(404);
  expect(await guess(service, '2a00:0:0:5::1')).toBe(429);
  expect(await guess(service, '2a00::6:1:2:3:4')).toBe(404);
});

test('guesses from many addresses are limited in total', async () => {
  const countGuess = createGuessCounter();
  for (let made = 0; made < GUESS_LIMITS.inAll; made += 1)
    await countGuess(`198.51.${made >> 8}.${made & 255}`);
  await expect(countGuess('203.0.113.7')).rejects.toMatchObject({ type: 'error_rate_limited' });
});

test('one link is answered ten times a second, even where keys have no limit', async () => {
  await using service = await startTestService({
    env: { RATE_LIMIT_PER_SECOND: '0' },
    limits: { linkRequestsPerSecond: LINK_REQUESTS_PER_SECOND },
  });
  const { token } = await createPayable(service);
  const ask = () => payerCall(service, 'payments.get', { token });
  // Others of them are refused because too many are open, and told to wait for longer.
  const waits = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    return answers.map(({ headers }) => headers.get('retry-after'));
  };
  await expect.poll(waits).toContain('1');
  const other = await createPayable(service);
  expect((await payerCall(service, 'payments.get', { token: other.token })).status).toBe(200);
});

test('one link may have 8 requests open at once, and a closed one makes room for another', async () => {
  await using service = await startTestService();
  const deposit = await createPayable(service);
  const parameters = encodeURIComponent(JSON.stringify({ token: deposit.token }));
  const subscribe = async () => {
    const leaving = new AbortController();
    const response = await fetch(`${service.url}/trpc/payments.onChange?connectionParams=${parameters}`, {
      signal: leaving.signal,
      headers: { accept: 'text/event-stream' },
    });
    // The response is kept: fetch closes the connection of one that is garbage-collected.
    return { response, status: response.status, leave: () => leaving.abort() };
  };
  const subscriptions = await Promise.all(Array.from({ length: 8 }, subscribe));
  expect(subscriptions.map(({ status }) => status)).toEqual(new Array(8).fill(200));
  expect((await subscribe()).status).toBe(429);
  expect(
    (await payerCall(service, 'payments.get', { token: (await createPayable(service)).token })).status,
  ).toBe(200);
  expect(subscriptions.some(({ response }) => response.bodyUsed)).toBe(false);
  for (const { leave } of subscriptions) leave();
  await expect
    .poll(async () => (await payerCall(service, 'payments.get', { token: deposit.token })).status, {
      timeout: 10_000,
    })
    .toBe(200);
});
