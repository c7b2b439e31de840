import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, hmac, MERCHANT, WITHDRAW, withdrawalFields } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const FORM = 'application/x-www-form-urlencoded';
const form = (changes = {}) => new URLSearchParams(depositFields(changes)).toString();

describe('a body of another media type is refused:', () => {
  test.each([
    'text/plain',
    'text/html',
    'text/xml',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/graphql',
    'application/vnd.api+json',
    'application/json-patch+json',
    'application/problem+json',
    'application/jsonp',
    'application/x-www-form-urlencoded-2',
    'application/*',
    '*/*',
    'json',
    'application',
    ';',
    `${FORM};;charset=latin1`,
  ])('%s', async (contentType) => {
    expectFailure(
      await call(service(), DEPOSIT, { body: form(), contentType }),
      'error_unsupported_media_type',
    );
  });

  test('a body without a media type', async () => {
    const body = form();
    const response = await rawCall(service(), {
      method: 'POST',
      target: DEPOSIT,
      headers: { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, body) },
      body,
    });
    expectFailure(response, 'error_unsupported_media_type');
  });
});

describe('signed JSON cannot be replayed as a form', () => {
  test.each(['', ' ', '\r\n\t', '\ufeff'])('after %j', async (lead) => {
    // A payer chose this name. Read as a form, the text around it would be two unknown fields.
    const userName = `x&${new URLSearchParams(withdrawalFields())}&y=`;
    const body = `${lead}${JSON.stringify(depositFields({ userName }))}`;
    const response = await call(service(), WITHDRAW, { body, contentType: FORM });
    expectInvalid(response, 'body');
  });
});

describe('a body in a charset other than UTF-8 is refused:', () => {
  test.each(['iso-8859-9', 'windows-1254', 'utf-16', 'utf-16le', 'utf-7', 'latin1', 'utf-8-x', 'nonsense'])(
    '%s',
    async (charset) => {
      for (const parameter of [
        `charset=${charset}`,
        `Charset="${charset.toUpperCase()}"`,
        `x=y; charset=${charset}`,
      ])
        expectFailure(
          await call(service(), DEPOSIT, { body: form(), contentType: `${FORM}; ${parameter}` }),
          'error_unsupported_media_type',
        );
    },
  );

  test.each(['charset=utf-8', 'charset=UTF-8', 'charset="utf-8"', 'charset=utf8', 'charset=us-ascii', 'x=y'])(
    'a form with %s is accepted',
    async (parameter) => {
      const name = 'Çağlayan';
      const response = await call(service(), DEPOSIT, {
        body: form({ name }),
        contentType: `${FORM}; ${parameter}`,
      });
      expect(expectData(response).name).toBe(name);
    },
  );
});

describe('a signed body with a content-encoding is refused:', () => {
  const encodings = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, identity: Buffer.from };

  test.each(Object.entries(encodings))('%s', async (encoding, encode) => {
    const plain = form();
    const sent = encode(plain);
    for (const signed of [plain, sent])
      expectFailure(
        await call(service(), DEPOSIT, {
          body: sent,
          headers: { 'content-encoding': encoding, sign: hmac(MERCHANT.secret, signed) },
        }),
        'error_unsupported_media_type',
      );
  });
});

describe('signed bytes that are not UTF-8 are refused:', () => {
  test.each([
    ['a lone byte above 127', [0xff]],
    ['a Turkish letter of ISO 8859-9', [0xfe]],
    ['a continuation byte', [0x80]],
    ['a sequence cut short', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a UTF-16 byte order mark', [0xff, 0xfe]],
  ])('%s', async (_, bytes) => {
    const text = form({ name: 'HERE' });
    const [before, after] = text.split('HERE');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')]);
    expectInvalid(await call(service(), DEPOSIT, { body }), 'body');
    const json = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expectInvalid(await call(service(), DEPOSIT, { body: json, contentType: 'application/json' }), 'body');
  });

  test('UTF-8 beyond ASCII needs no escape', async () => {
    const body = form({ name: 'HERE' }).replace('HERE', 'Şükrü 李 😀');
    expect(expectData(await call(service(), DEPOSIT, { body })).name).toBe('Şükrü 李 😀');
  });
});
