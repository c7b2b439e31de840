import { createHash } from 'node:crypto';
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
import { beginUpload, STATEMENTS, type UploadOptions, upload } from '../support/statements/upload.ts';

const LIMIT_BYTES = 64 * 1024 * 1024;
/** The time within which a file must arrive, with the limits of production. */
const WITHIN_MS = 18_000;
/** The time between two looks at what has arrived. */
const CHECK_MS = 5_000;

const service = useService();
/** A service that waits for every file. */
const patient = useService({ platform: { schedule: holdTimers(CHECK_MS).schedule } });

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
    await writeAndEnd(patient(), `${head}sign: ${sign}\r\ncontent-length: 100000\r\n\r\n:20:`);
  }
  await expectTaken({ sign: 'timed', name: 'a' });
});

test('a client that leaves at once, or in the middle, leaves its place to others', async () => {
  for (let times = 0; times < 4; times += 1) {
    const connection = await beginUpload(patient());
    if (times % 2 === 0) connection.socket.resetAndDestroy();
    else connection.socket.destroy();
    await connection.closed;
  }
  await expectTaken({ sign: 'timed', name: 'a' });
});

test('whoever knows keys and has addresses, but no secret, holds up no file with a digest sign', async () => {
  await using proxied = await startTestService({
    env: { TRUST_PROXY: '1' },
    platform: { schedule: holdTimers(CHECK_MS).schedule },
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  using first = await beginUpload(proxied, from('203.0.113.5'));
  using second = await beginUpload(proxied, { ...from('203.0.113.6'), ...signedBy(ADMIN) });
  // A sign over the bytes has to wait for them.
  const late = { sign: 'timed', name: 'a', headers: from('203.0.113.7') } as const;
  await expect.poll(async () => (await upload(proxied, 'small', late)).status).toBe(503);
  expect((await upload(proxied, 'small', { headers: from('203.0.113.5') })).status).toBe(400);
  for (const held of [first, second]) expect(held.socket.destroyed).toBe(false);
});

test('an address has one place for a file whose sign is checked at its end', async () => {
  const first = await beginUpload(patient());
  const late = { sign: 'timed', name: 'a', as: ADMIN } as const;
  const refused = await expectRefused(late);
  expect(refused.headers.get('retry-after')).toBe('1');
  first.socket.destroy();
  await first.closed;
  await expectTaken(late);
});

test('a key has two of the three places for files with a digest sign', async () => {
  using first = await beginUpload(patient(), digestOf(OPERATOR, 'first'));
  using second = await beginUpload(patient(), digestOf(OPERATOR, 'second'));
  using third = await beginUpload(patient(), digestOf(OPERATOR, 'third'));
  const all = [first, second, third];
  const refused = await Promise.any(all.map((one) => one.response()));
  expect([refused.status, refused.json.error.type]).toEqual([503, 'error_unavailable']);
  await expectTaken({ as: ADMIN });
});

test('a file with a digest sign of another file is refused', async () => {
  const headers = digestOf(OPERATOR, 'another');
  const refused = expectFailure(
    await upload(service(), 'small', { name: 'a', headers }),
    'error_invalid_sign',
  );
  expect(refused.message).toContain('content-digest');
});

test('a test key makes the service hold no more than 64 KiB', async () => {
  const tester = await createClient(service(), { role: 'operator', isTest: true });
  using connection = await beginUpload(service(), { 'content-length': '65537', ...signedBy(tester) });
  expect((await connection.response()).status).toBe(413);
});

test.each([
  ['whose sign is checked at its end arrives with less than 64 KiB a second', {}],
  ['with a digest sign stops arriving', digestOf(OPERATOR, 'x')],
])('a file %s: it gives its place back', async (_, headers) => {
  const timers = holdTimers(CHECK_MS);
  await using stalled = await startTestService({ platform: { schedule: timers.schedule } });
  using connection = await beginUpload(stalled, headers);
  const answer = connection.response();
  await waitFor(() => timers.expire(), answer);
  const { status, json } = await answer;
  expect(status).toBe(400);
  expect(json.error.message).toMatch(/^The file arrived too slowly for 5 seconds\. Send it over a faster/);
  expect((await upload(stalled, 'small')).status).toBe(400);
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

/** The headers of a sign that is right for one body. */
function digestOf({ appKey, secret }: Credentials, body: string) {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const seconds = Math.floor(Date.now() / 1000);
  const payload = `v2.${seconds}.POST.${digest}.${STATEMENTS}?name=a`;
  return { appKey, 'content-digest': digest, sign: `t=${seconds},v2=${hmac(secret, payload)}` };
}

/** A file is refused once the service has read the headers of those before. */
async function expectRefused(options: UploadOptions) {
  for (;;) {
    const response = await upload(patient(), 'small', options);
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
async function expectTaken(options: UploadOptions = {}): Promise<void> {
  const { iban } = await createAccount(patient(), { bankId: DEMO_BANK_ID });
  const bytes = bankFile({ iban, lines: [{ amountMinor: 100, text: 'paid' }] });
  for (;;) {
    const response = await upload(patient(), bytes, options);
    if (response.status === 503) continue;
    expectData(response);
    return;
  }
}
