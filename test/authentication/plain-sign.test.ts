import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const BANKS = '/v1/available-banks';

describe('a plain sign is refused if it is', () => {
  const body = new URLSearchParams(depositFields()).toString();
  const good = hmac(MERCHANT.secret, body);
  // 32 bytes leave two bits of the last character unused: the next letter decodes to the same bytes.
  const nonCanonical = good.slice(0, -2) + String.fromCharCode(good.charCodeAt(42) + 1) + good.slice(-1);
  const bytes = Buffer.from(good, 'base64');

  test.each([
    ['made with another secret', hmac('other-secret', body)],
    ['made with an empty secret', hmac('', body)],
    ['made with the appKey', hmac(MERCHANT.appKey, body)],
    ['made over another body', hmac(MERCHANT.secret, `${body}&x=y`)],
    ['made over nothing', hmac(MERCHANT.secret, '')],
    ['made over the decoded body', hmac(MERCHANT.secret, decodeURIComponent(body.replaceAll('+', ' ')))],
    ['the hash of the body', createHash('sha256').update(body).digest('base64')],
    ['written in hex', bytes.toString('hex')],
    ['written in base64url', `${bytes.toString('base64url')}`],
    ['without its padding', good.slice(0, -1)],
    ['with more padding', `${good}=`],
    ['cut short', good.slice(0, 20)],
    ['cut to one group of four', good.slice(0, 4)],
    ['of 31 bytes', bytes.subarray(1).toString('base64')],
    ['of 33 bytes', Buffer.concat([bytes, Buffer.of(0)]).toString('base64')],
    ['followed by a letter', `${good}A`],
    ['followed by another sign', `${good},${good}`],
    ['preceded by a name', `sign=${good}`],
    ['preceded by a version', `v1=${good}`],
    ['broken by a space', `${good.slice(0, 10)} ${good.slice(10)}`],
    ['broken by a bad character', `${good.slice(0, 43)}!`],
    ['good up to a bad character', `${good.slice(0, 20)}*${good.slice(21)}`],
    ['spelled with unused bits set', nonCanonical],
    ['in lower case', good.toLowerCase()],
    ['all zero', `${'A'.repeat(43)}=`],
    ['the word undefined', 'undefined'],
    ['very long', 'A'.repeat(8000)],
  ])('%s', async (_, sign) => {
    expect(sign).not.toBe(good);
    const before = await countOf(body);
    expectFailure(await call(service(), DEPOSIT, { body, headers: { sign } }), 'error_invalid_sign');
    expect(await countOf(body)).toBe(before);
  });

  test('sent twice', async () => {
    const headers = {
      appKey: MERCHANT.appKey,
      sign: [good, good],
      'content-type': 'application/x-www-form-urlencoded',
    };
    expectFailure(
      await rawCall(service(), { method: 'POST', target: DEPOSIT, headers, body }),
      'error_invalid_sign',
    );
  });

  test('of another client', async () => {
    const as = { appKey: MERCHANT.appKey, secret: (await createClient(service())).secret };
    expectFailure(await call(service(), DEPOSIT, { body, as }), 'error_invalid_sign');
  });

  test('and is accepted otherwise', async () => {
    expect(nonCanonical).not.toBe(good);
    expect(Buffer.from(nonCanonical, 'base64').equals(bytes)).toBe(true);
    expectData(await call(service(), DEPOSIT, { body, headers: { sign: good } }));
  });

  async function countOf(form: string): Promise<number> {
    const processId = new URLSearchParams(form).get('processId');
    const page = await call(service(), `/v1/transactions?processId=${processId}`);
    return expectData(page).items.length;
  }
});

describe('the plain sign of a call without a body', () => {
  const ask = (target: string, signed: string) =>
    rawCall(service(), { target, headers: { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, signed) } });

  test.each([
    ['?type=deposit', 'type=deposit'],
    ['?type=withdrawal', 'type=withdrawal'],
    ['?&type=deposit&', '&type=deposit&'],
    ['?type=%64eposit', 'type=%64eposit'],
    ['?', ''],
    ['', ''],
  ])('covers its raw query: %s', async (query, signed) => {
    expectData(await ask(`${BANKS}${query}`, signed));
  });

  test.each(['x=1&type=deposit&a=2', 'a=1?b=2', 'a=%20+'])(
    'covers its raw query, whose unknown parameters are refused behind the sign: %s',
    async (query) => {
      expectFailure(await ask(`${BANKS}?${query}`, query), 'error_validation');
    },
  );

  test.each([
    ['?type=deposit', '?type=deposit'],
    ['?type=deposit', 'type=withdrawal'],
    ['?type=deposit', ''],
    ['', '?'],
    ['?x=1&type=deposit', 'type=deposit&x=1'],
    ['?type=%64eposit', 'type=deposit'],
    ['?a=%20', 'a=+'],
    ['?a=%2F', 'a=%2f'],
    ['?a=1#b', `a=1`],
    ['', `${BANKS}`],
  ])('is refused for %s if it covers %j', async (query, signed) => {
    expectFailure(await ask(`${BANKS}${query}`, signed), 'error_invalid_sign');
  });
});
