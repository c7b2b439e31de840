import { expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  DEMO_BANK_ID,
  hmac,
  MERCHANT,
  OPERATOR,
  startTestService,
} from '../harness.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { holdTimers } from '../support/manual-clock-service.ts';
import { writeAndEnd } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';
import { beginUpload, STATEMENTS, upload } from '../support/statements/upload.ts';

const LIMIT_BYTES = 64 * 1024 * 1024;
/** The time within which a file must arrive, with the limits of production. */
const WITHIN_MS = 18_000;
/** The time within which it must go on. */
const STALL_MS = 5_000;

const service = useService();

test('a file of 64 MiB is received, and its last byte is read', async () => {
  const bytes = Buffer.alloc(LIMIT_BYTES, ' ');
  const { fields } = expectFailure(await upload(service(), bytes), 'error_validation');
  expect(fields).toMatchObject([{ path: 'file' }]);
});

test('a larger file is refused by its length, before its bytes', async () => {
  using connection = await beginUpload(service(), { 'content-length': String(LIMIT_BYTES + 1) });
  const { status, json, headers } = await connection.response();
  expect(status).toBe(413);
  expect(json.error.message).toContain(`at most ${LIMIT_BYTES} bytes`);
  expect(headers.connection).toBe('close');
});

test.each([
  ['a merchant', { appKey: MERCHANT.appKey }],
  ['an unknown key', { appKey: 'nobody' }],
  ['a plain sign', { sign: hmac(OPERATOR.secret, 'x') }],
  ['an old sign', { sign: `t=1,v1=${hmac(OPERATOR.secret, 'x')}` }],
])('%s makes the service hold no more than 64 KiB', async (_, headers) => {
  using connection = await beginUpload(service(), { 'content-length': '65537', ...headers });
  const { status, json } = await connection.response();
  expect(status).toBe(413);
  expect(json.error.message).toContain('key of an operator or admin');
});

test('a body that ends before its length is refused, and leaves its place to others', async () => {
  for (let times = 0; times < 3; times += 1) {
    const head = `POST ${STATEMENTS}?name=a HTTP/1.1\r\nhost: localhost\r\nappKey: ${OPERATOR.appKey}\r\n`;
    const sign = `t=${Math.floor(Date.now() / 1000)},v1=${hmac(OPERATOR.secret, 'x')}`;
    await writeAndEnd(service(), `${head}sign: ${sign}\r\ncontent-length: 100000\r\n\r\n:20:`);
  }
  await expectTaken();
});

test('a client that leaves at once, or in the middle, leaves its place to others', async () => {
  for (let times = 0; times < 4; times += 1) {
    const connection = await beginUpload(service());
    if (times % 2 === 0) connection.socket.resetAndDestroy();
    else connection.socket.destroy();
    await connection.closed;
  }
  await expectTaken();
});

test('a third file of an address at the same time is refused until one of the two has its answer', async () => {
  const first = await beginUpload(service());
  using second = await beginUpload(service(), signedBy(ADMIN));
  const { json, headers } = await beginUploadUntilRefused(
    await createClient(service(), { role: 'operator' }),
  );
  expect(json.error.type).toBe('error_unavailable');
  expect(headers['retry-after']).toBe('1');
  first.socket.destroy();
  await first.closed;
  await expectTaken();
  second.socket.destroy();
  await second.closed;
});

test('one key has one place: whoever knows it without its secret leaves the other one free', async () => {
  const first = await beginUpload(service());
  const { json } = await beginUploadUntilRefused(OPERATOR);
  expect(json.error.type).toBe('error_unavailable');
  await expectTaken(ADMIN);
  first.socket.destroy();
  await first.closed;
});

test('an address has two places: whoever knows keys without their secrets leaves one to the others', async () => {
  await using proxied = await startTestService({ env: { TRUST_PROXY: '1' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  using first = await beginUpload(proxied, from('203.0.113.5'));
  using second = await beginUpload(proxied, { ...from('203.0.113.5'), ...signedBy(ADMIN) });
  const others = await createClient(proxied, { role: 'operator' });
  const more = { as: others, headers: from('203.0.113.5') };
  await expect.poll(async () => (await upload(proxied, 'small', more)).status).toBe(503);
  // The same key from elsewhere.
  const { status, json } = await upload(proxied, 'small', { headers: from('203.0.113.6') });
  expect([status, json.error?.type]).toEqual([400, 'error_validation']);
  for (const held of [first, second]) expect(held.socket.destroyed).toBe(false);
});

test('a key has two places from all its addresses together, and leaves one to the others', async () => {
  await using proxied = await startTestService({ env: { TRUST_PROXY: '1' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  using first = await beginUpload(proxied, from('203.0.113.5'));
  using second = await beginUpload(proxied, from('203.0.113.6'));
  const more = { headers: from('203.0.113.7') };
  await expect.poll(async () => (await upload(proxied, 'small', more)).status).toBe(503);
  const others = { ...more, as: await createClient(proxied, { role: 'operator' }) };
  expect((await upload(proxied, 'small', others)).status).toBe(400);
  for (const held of [first, second]) expect(held.socket.destroyed).toBe(false);
});

test('a test key makes the service hold no more than 64 KiB', async () => {
  const tester = await createClient(service(), { role: 'operator', isTest: true });
  using connection = await beginUpload(service(), { 'content-length': '65537', ...signedBy(tester) });
  expect((await connection.response()).status).toBe(413);
});

test('a file that stops arriving gives its place back', async () => {
  const timers = holdTimers(STALL_MS);
  await using stalled = await startTestService({ platform: { schedule: timers.schedule } });
  using connection = await beginUpload(stalled);
  const answer = connection.response();
  await waitFor(() => timers.expire(), answer);
  const { status, json } = await answer;
  expect(status).toBe(400);
  expect(json.error.message).toMatch(/^The file stopped arriving for 5 seconds\. Send it over a faster/);
  await upload(stalled, 'small');
});

test('a file that arrives too slowly gets an answer that says so', async () => {
  const timers = holdTimers(WITHIN_MS);
  await using slow = await startTestService({ platform: { schedule: timers.schedule } });
  using connection = await beginUpload(slow);
  const answer = connection.response();
  await waitFor(() => timers.expire(), answer);
  const { status, json, headers } = await answer;
  expect(status).toBe(400);
  expect(json.error.message).toMatch(/^The file did not arrive within 18 seconds\. Send it over a faster/);
  expect(headers.connection).toBe('close');
  // Its place is free again.
  await upload(slow, 'small');
});

/** The headers of somebody who knows a key. */
const signedBy = ({ appKey, secret }: Credentials) => ({
  appKey,
  sign: `t=${Math.floor(Date.now() / 1000)},v1=${hmac(secret, 'not yet known')}`,
});

/** The first two hold their places once the service has read their headers. */
async function beginUploadUntilRefused(as: Credentials) {
  for (;;) {
    using connection = await beginUpload(service(), { 'content-length': '5', ...signedBy(as) });
    const response = await connection.response();
    if (response.status === 503) return response;
  }
}

/** Does something again and again until an answer is there. */
async function waitFor(again: () => void, answer: Promise<unknown>): Promise<void> {
  let isThere = false;
  const noted = answer.finally(() => {
    isThere = true;
  });
  while (!isThere) {
    again();
    await new Promise(setImmediate);
  }
  await noted;
}

/** A file is imported once the service has noticed that others have left. */
async function expectTaken(as = OPERATOR): Promise<void> {
  const { iban } = await createAccount(service(), { bankId: DEMO_BANK_ID });
  const bytes = bankFile({ iban, lines: [{ amountMinor: 100, text: 'paid' }] });
  for (;;) {
    const response = await upload(service(), bytes, { as });
    if (response.status === 503) continue;
    expectData(response);
    return;
  }
}
