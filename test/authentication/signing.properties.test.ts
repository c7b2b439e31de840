import { createHash, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digestSign,
  parseSign,
  plainSign,
  type SignedRequest,
  signIsFresh,
  signMatches,
  timedSign,
  transactionHash,
} from '../../src/access/domain/signing.ts';
import { call, DEPOSIT, depositFields, hmac, startTestService } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { holds } from '../support/properties.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const secret = fc.string({ minLength: 1, maxLength: 80 });

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
  target: fc.webPath().chain((path) => fc.webQueryParameters().map((query) => `/${path}?${query}`)),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

const withBody = request.filter(({ body }) => body.length > 0);
const seconds = fc.integer({ min: 0, max: 999_999_999_999 });
const keyOf = (text: string) => createSecretKey(text, 'utf8');

/** Checks whether the sign header is valid for the request under one of the secrets. */
function passes(header: string, secrets: readonly string[], signed: SignedRequest): boolean {
  const sign = parseSign(header);
  return sign !== undefined && signMatches(sign, secrets.map(keyOf), signed);
}

const timedHeader = (text: string, time: number, signed: SignedRequest) =>
  `t=${time},v1=${timedSign(keyOf(text), { timestamp: String(time) }, signed)}`;

const nonce = fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/);

const nonceHeader = (text: string, time: { timestamp: string; nonce: string }, signed: SignedRequest) =>
  `t=${time.timestamp},n=${time.nonce},v1=${timedSign(keyOf(text), time, signed)}`;

describe('a sign', () => {
  test('is valid for its request under its secret, the first or the second', () =>
    holds(
      fc.property(secret, secret, request, seconds, (own, other, signed, time) => {
        for (const header of [plainSign(keyOf(own), signed), timedHeader(own, time, signed)])
          for (const secrets of [[own], [own, other], [other, own]])
            expect(passes(header, secrets, signed)).toBe(true);
      }),
      300,
    ));

  test('is invalid under another secret, or without one', () =>
    holds(
      fc.property(secret, secret, request, seconds, (own, other, signed, time) => {
        fc.pre(own !== other);
        for (const header of [plainSign(keyOf(own), signed), timedHeader(own, time, signed)])
          for (const secrets of [[other], []]) expect(passes(header, secrets, signed)).toBe(false);
      }),
    ));

  test('is invalid if a bit of the body is flipped, or a byte is removed or added', () =>
    holds(
      fc.property(secret, withBody, seconds, fc.nat(), (own, signed, time, position) => {
        const flipped = Buffer.from(signed.body);
        const bit = position % (flipped.length * 8);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const bodies = [
          flipped,
          signed.body.subarray(1),
          Buffer.concat([signed.body, Buffer.of(position & 255)]),
        ];
        for (const header of [plainSign(keyOf(own), signed), timedHeader(own, time, signed)])
          for (const body of bodies) expect(passes(header, [own], { ...signed, body })).toBe(false);
      }),
      500,
    ));

  test('is invalid if one of its characters is changed', () =>
    holds(
      fc.property(
        secret,
        request,
        seconds,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (...drawn) => {
          const [own, signed, time, position, character] = drawn;
          for (const header of [plainSign(keyOf(own), signed), timedHeader(own, time, signed)]) {
            const at = position % header.length;
            fc.pre(header[at] !== character);
            expect(passes(header.slice(0, at) + character + header.slice(at + 1), [own], signed)).toBe(false);
          }
        },
      ),
      2000,
    ));

  test('with a time is invalid for another method, target or time', () =>
    holds(
      fc.property(secret, request, request, seconds, seconds, (own, signed, other, time, otherTime) => {
        const header = timedHeader(own, time, signed);
        const changes = [{ method: other.method }, { target: other.target }, { target: `${signed.target}x` }];
        for (const changed of changes.map((transition) => ({ ...signed, ...transition })))
          if (changed.method !== signed.method || changed.target !== signed.target)
            expect(passes(header, [own], changed)).toBe(false);
        if (time !== otherTime)
          expect(passes(header.replace(`t=${time}`, `t=${otherTime}`), [own], signed)).toBe(false);
      }),
    ));

  test('with a nonce is valid for its request with that nonce, and with no other one', () =>
    holds(
      fc.property(secret, request, seconds, nonce, nonce, (own, signed, time, used, other) => {
        const header = nonceHeader(own, { timestamp: String(time), nonce: used }, signed);
        expect(passes(header, [own], signed)).toBe(true);
        expect(passes(header.replace(`,n=${used}`, ''), [own], signed)).toBe(false);
        if (other !== used)
          expect(
            passes(
              header.replace(`n=${used}`, () => `n=${other}`),
              [own],
              signed,
            ),
          ).toBe(false);
      }),
    ));

  test('with a nonce is no plain sign of what it covers', () =>
    holds(
      fc.property(secret, request, seconds, nonce, (own, signed, time, used) => {
        const { method, target, body } = signed;
        const payload = Buffer.concat([Buffer.from(`${time}.${used}.${method}.${target}.`), body]);
        const digest = timedSign(keyOf(own), { timestamp: String(time), nonce: used }, signed);
        expect(passes(digest, [own], { method: 'POST', target: '/', body: payload })).toBe(false);
      }),
    ));

  test('with a time is fresh exactly within 300 s of the clock', () =>
    holds(
      fc.property(
        fc.integer({ min: 1e9, max: 4e9 }),
        fc.integer({ min: -400_000, max: 400_000 }),
        (time, offsetMs) => {
          const sign = { kind: 'timed', covers: 'body', timestamp: String(time), digest: '' } as const;
          expect(signIsFresh(sign, time * 1000 + offsetMs)).toBe(Math.abs(offsetMs) <= 300_000);
        },
      ),
    ));
});

describe('over HTTP', () => {
  const service = useService();
  const REQUESTS = 60;

  test('a request with a changed byte in its body or its sign is refused and stores nothing', async () => {
    const client = await createClient(service());
    const body = Buffer.from(new URLSearchParams(depositFields({ name: 'Şükrü' })).toString());
    const sign = hmac(client.secret, body);
    const send = (sentSign: string, sentBody: Buffer) =>
      rawCall(service(), {
        method: 'POST',
        target: DEPOSIT,
        headers: {
          appKey: client.appKey,
          sign: sentSign,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: sentBody,
      });

    await holds(
      fc.asyncProperty(
        fc.nat({ max: body.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, transition) => {
          const changed = Buffer.from(body);
          changed[at]! ^= transition;
          const { status, json } = await send(sign, changed);
          expect([`400 error_validation`, `403 error_invalid_sign`]).toContain(
            `${status} ${json.error.type}`,
          );
        },
      ),
      REQUESTS,
    );
    await holds(
      fc.asyncProperty(fc.nat({ max: 43 }), fc.integer({ min: 0x20, max: 0x7e }), async (at, code) => {
        fc.pre(sign.charCodeAt(at) !== code);
        const changed = sign.slice(0, at) + String.fromCharCode(code) + sign.slice(at + 1);
        const { status, json } = await send(changed, body);
        expect(`${status} ${json.error.type}`).toBe('403 error_invalid_sign');
      }),
      REQUESTS,
    );
    const list = () => call(service(), '/v1/transactions', { as: client });
    expect(expectData(await list()).items).toEqual([]);
    expectData(await send(sign, body));
    expect(expectData(await list()).items).toHaveLength(1);
  });
});

describe('vectors', () => {
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

  /** The time of the published transactionId: its first four bytes, and its count in steps of a millisecond. */
  const CREATED_AT_MS = Number.parseInt(TRANSACTION_ID.slice(0, 8), 16) * 1000 + 322;

  /** Random bytes that give the published transactionId at its time. */
  function fillForPublishedId(bytes: Buffer): Buffer {
    // Five bytes identify the process. Two are where the counts of a millisecond begin.
    return bytes.fill(bytes.length === 5 ? '9e6bb1554a' : 'b137', 'hex');
  }

  test('a server accepts the published requests and returns the published hash', async () => {
    let nowMs = CREATED_AT_MS - 1000;
    await using service = await startTestService({
      platform: { nowMs: () => nowMs, randomFill: fillForPublishedId },
    });
    const { appKey } = await createClient(service, { secret: SECRET });
    const headers = { appKey, 'content-type': 'application/x-www-form-urlencoded' };

    nowMs = CREATED_AT_MS;
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
});
