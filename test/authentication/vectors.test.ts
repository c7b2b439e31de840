import { createHash, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestSign, plainSign, timedSign, transactionHash } from '../../src/access/domain/signing.ts';
import { DEPOSIT, startTestService } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData } from '../support/responses.ts';

/** The published vectors, copied and not computed. */
const SECRET = 'e59de9db1246eef0423a8c9045bdc5c9ea5729695cf792d065cac10373add831';
const BODY =
  'bankId=507f1f77bcf86cd799439011&amount=500&userId=987654&name=Test+User&userName=testUserName&processId=123456789';
const PLAIN_SIGN = 'E2ftNgJbcRAEZfWA9Lb8SbhsB7fBS8UJZMVOwRMslr4=';
const TIMED_TARGET = '/v1/transactions?limit=2';
const TIMED_SECONDS = 1732100000;
const TIMED_SIGN = 'hOTZ15DvwdEwpn2tEQQaF7vNgD3cHsozLaM0Y+OKQZ4=';
const TRANSACTION_ID = '6575078b9e6bb1554a50b7b1';
const HASH = 'zzunnCrv6Sb38TU/dPYIl+9TKd8gT6iqrcxv+V32AFs=';

const key = createSecretKey(SECRET, 'utf8');

test('the published body has the published plain sign', () => {
  const request = { method: 'POST', target: DEPOSIT, body: Buffer.from(BODY) };
  expect(plainSign(key, request)).toBe(PLAIN_SIGN);
});

test('the published request has the published timed sign', () => {
  const request = { method: 'GET', target: TIMED_TARGET, body: Buffer.alloc(0) };
  expect(timedSign(key, { timestamp: String(TIMED_SECONDS) }, request)).toBe(TIMED_SIGN);
});

test('the published request with a nonce has the published timed sign', () => {
  const time = { timestamp: String(TIMED_SECONDS), nonce: 'order-2026-0001' };
  const request = { method: 'GET', target: TIMED_TARGET, body: Buffer.alloc(0) };
  expect(timedSign(key, time, request)).toBe('oxyw4UvcgKoMQYFgoFz9JXOzgLhmQGy3anxqO1TxEOc=');
});

test('the published file has the published digest sign', () => {
  const contentDigest = `sha-256=:${createHash('sha256').update(':20:S1').digest('base64')}:`;
  const request = { method: 'POST', target: '/v1/statements?name=november.sta', body: Buffer.alloc(0) };
  expect(digestSign(key, { timestamp: String(TIMED_SECONDS) }, { ...request, contentDigest })).toBe(
    'nlrjVQbt6/TQhtJdtO7pEligz+Btx6EnaKps03rc/BQ=',
  );
});

test('the published transaction has the published hash', () => {
  const transaction = { id: TRANSACTION_ID, bankId: '507f1f77bcf86cd799439011', amountMinor: 50_000 };
  expect(transactionHash(key, transaction)).toBe(HASH);
});

/** Random bytes that give the published transactionId when the clock shows its first four bytes. */
function fillForPublishedId(bytes: Buffer): Buffer {
  // Five bytes identify the process. Three bytes, halved, are the first count.
  return bytes.fill('9e6bb1554aa16f62', 'hex');
}

test('a server accepts the published requests and returns the published hash', async () => {
  const transactionSeconds = Number.parseInt(TRANSACTION_ID.slice(0, 8), 16);
  let nowMs = (transactionSeconds - 1) * 1000;
  await using service = await startTestService({
    platform: { nowMs: () => nowMs, randomFill: fillForPublishedId },
  });
  const { appKey } = await createClient(service, { secret: SECRET });
  const headers = { appKey, 'content-type': 'application/x-www-form-urlencoded' };

  nowMs = transactionSeconds * 1000;
  const created = await rawCall(service, {
    method: 'POST',
    target: DEPOSIT,
    headers: { ...headers, sign: PLAIN_SIGN },
    body: BODY,
  });
  expect(expectData(created)).toMatchObject({ transactionId: TRANSACTION_ID, hash: HASH });

  nowMs = TIMED_SECONDS * 1000;
  const listed = await rawCall(service, {
    target: TIMED_TARGET,
    headers: { ...headers, sign: `t=${TIMED_SECONDS},v1=${TIMED_SIGN}` },
  });
  expect(expectData(listed).items).toMatchObject([{ transactionId: TRANSACTION_ID, hash: HASH }]);
});
