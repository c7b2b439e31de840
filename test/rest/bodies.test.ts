import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  hmac,
  type Json,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('json bodies', () => {
  const send = (body: string | Uint8Array, target = DEPOSIT) =>
    call(service(), target, { body, contentType: 'application/json' });

  /** The fields of a valid deposit as members of a JSON object, without the braces. */
  const members = (changes: Record<string, unknown> = {}) =>
    JSON.stringify({ ...depositFields(), amount: 500, ...changes }).slice(1, -1);

  test('JSON and a form with the same fields create the same transaction', async () => {
    for (const [target, fields] of [
      [DEPOSIT, depositFields({ name: 'Şükrü Çağlayan' })],
      [WITHDRAW, withdrawalFields({ iban: 'tr33 0006 1005 1978 6457 8413 26' })],
    ] as const) {
      const asForm = expectData(await call(service(), target, { body: fields }));
      const asJson = expectData(await send(JSON.stringify({ ...fields, amount: 500 }), target));
      const { alreadyPending: _, ...repeated } = asJson;
      expect(repeated).toEqual(asForm);
    }
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('JSON is accepted as %s', async (contentType) => {
    expectData(await call(service(), DEPOSIT, { body: `{${members()}}`, contentType }));
  });

  describe('a body that is not a JSON object is an error of the body:', () => {
    test.each([
      ['an array', '[]'],
      ['an array with the object', '[{"name":"a"}]'],
      ['a number', '5'],
      ['a string', '"name=a"'],
      ['null', 'null'],
      ['true', 'true'],
      ['white space alone', ' \n '],
      ['a form', 'name=a&amount=5'],
      ['an object that does not end', '{"name":"a"'],
      ['text after the object', '{"name":"a"} x'],
      ['a comment', '{/* x */"name":"a"}'],
      ['NaN', '{"amount":NaN}'],
      ['a line feed in a string', '{"name":"a\nb"}'],
      ['a NUL', '{"name":"a\u0000b"}'],
      ['a broken escape', '{"name":"\\u12"}'],
      ['arrays in arrays, thirty thousand deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
      ['brackets that never close', '['.repeat(60_000)],
      ['objects that never close', '{"a":'.repeat(13_000)],
    ])('%s', async (_, body) => {
      expectInvalid(await send(body), 'body');
    });
  });

  test('an object has at most 200 fields', async () => {
    const more = (count: number) => Array.from({ length: count }, (_, at) => `,"x${at}":1`).join('');
    const count = Object.keys(depositFields()).length;
    expectData(await send(`{${members()}${more(200 - count)}}`));
    expectInvalid(await send(`{${members()}${more(201 - count)}}`), 'body');
  });

  describe('a repeated key of the object is an error:', () => {
    test.each(['bankId', 'processId', 'amount', 'userId', 'userName', 'name'])('%s', async (name) => {
      expectInvalid(await send(`{${members()},"${name}":${name === 'amount' ? 500 : '"other"'}}`), name);
    });

    test.each([
      ['spelled with an escape', '"n\\u0061me":"other"'],
      ['with spaces around it', ' "name" \n : "other"'],
      ['after a string full of quotes and braces', '"x":"\\"}{\\\\","name":"other"'],
      ['after a nested object', '"x":{"y":[{"name":"a"}]},"name":"other"'],
    ])('%s', async (_, more) => {
      expectInvalid(await send(`{${members()},${more}}`), 'name');
    });

    test.each([
      ['an object in it', '"x":{"name":"a","name":"b"}', 'x.name'],
      ['an object in a list', '"items":[{"sequence":1},{"sequence":1,"sequence":2}]', 'items.1.sequence'],
      ['an object whose name may be private', '"x":{"TR33 0006":{"name":"a","name":"b"}}', 'body'],
    ])('in %s', async (_, more, path) => {
      expectInvalid(await send(`{${members()},${more}}`), path);
    });

    test('each repeated key is named', async () => {
      expectInvalid(await send(`{${members()},"name":"a","userId":"b","name":"c"}`), 'name', 'userId');
    });
  });

  describe('similar keys, nested keys and strings do not count as repeated:', () => {
    test.each([
      '"x":{"name":"a"}',
      '"x":[{"name":"a"},{"name":"a"}]',
      '"x":"\\"name\\":\\"a\\",\\"name\\":\\"b\\""',
      '"x":"name","y":"name"',
      '"x":["name","name"]',
      '"Name":"a","NAME":"b"',
      '"x":"{","y":"}","z":"[]]]"',
      '"x\\\\":"a","x":"b"',
    ])('%s', async (more) => {
      expect(expectData(await send(`{${more},${members()}}`)).name).toBe('Test User');
    });
  });

  describe('an unknown key is ignored:', () => {
    const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

    test.each([
      '"extra":1',
      '"constructor":{"prototype":{"polluted":1}}',
      '"toString":"x","hasOwnProperty":1,"valueOf":null',
      '"__proto__":{"polluted":1}',
      '"__proto__":null',
      '"x":{"__proto__":{"polluted":1}}',
      `"x":${deep(8000)}`,
      '"onBehalfOf ":"demo-operator"',
      '"":1',
    ])('%.60s', async (more) => {
      expectData(await send(`{${members()},${more}}`));
      expect(Object.prototype).not.toHaveProperty('polluted');
    });

    test('a prototype does not fill fields', async () => {
      const { name: _, ...others } = depositFields();
      const body = `{"__proto__":{"name":"a"},${JSON.stringify({ ...others, amount: 500 }).slice(1)}`;
      expectInvalid(await send(body), 'name');
    });
  });

  test('a JSON string is returned with its escapes decoded', async () => {
    const { data }: Json = (
      await send(`{${members({ name: 'HERE' }).replace('HERE', '\\u00e7\\/\\"\\\\\\ud83d\\ude00')}}`)
    ).json;
    expect(data.name).toBe('ç/"\\😀');
  });

  test('a number that is not plain is refused also after a byte order mark, beside a prototype key and at any depth', async () => {
    const { amount: _amount, ...fields } = depositFields();
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const good = JSON.stringify(fields).slice(1);
    for (const body of [
      `\uFEFF{"amount":1e2,${good}`,
      `{"amount":1e2,"__proto__":{"amount":5},${good}`,
      `{"amount":1e2,"deep":${deep},${good}`,
    ]) {
      const response = await call(service(), DEPOSIT, { body, contentType: 'application/json' });
      expectInvalid(response, 'amount');
    }
    const body = `{"amount":100,"deep":[1e3,${deep}],${good}`;
    expectData(await call(service(), DEPOSIT, { body, contentType: 'application/json' }));
  });
});

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

describe('body size', () => {
  const LIMIT_BYTES = 64 * 1024;

  /** A valid deposit form of exactly `byteCount` bytes, with more bytes than characters. */
  function formOf(byteCount: number): string {
    const form = `${new URLSearchParams(depositFields())}&more=ç`;
    return form + 'x'.repeat(byteCount - Buffer.byteLength(form));
  }

  const headersFor = (body: string) => ({
    appKey: MERCHANT.appKey,
    sign: hmac(MERCHANT.secret, body),
    'content-type': 'application/x-www-form-urlencoded',
  });

  /** The request line and headers of a request, as sent over the connection. */
  const head = (headers: Record<string, string>) =>
    [
      `POST ${DEPOSIT} HTTP/1.1`,
      'host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');

  async function expectTooLarge(...bytes: readonly string[]): Promise<void> {
    using connection = await openRaw(service());
    for (const part of bytes) connection.write(part);
    const [answerHead = '', text = ''] = (await connection.closed).split('\r\n\r\n');
    const status = Number(answerHead.split(' ')[1]);
    expectFailure(
      { status, headers: new Headers(), text, json: JSON.parse(text) },
      'error_payload_too_large',
    );
    expect(answerHead.toLowerCase()).toContain('connection: close');
  }

  describe('a body of 64 KiB is accepted', () => {
    test('with its content-length', async () => {
      const body = formOf(LIMIT_BYTES);
      expect(Buffer.byteLength(body)).toBe(65_536);
      expectData(await call(service(), DEPOSIT, { body }));
    });

    test('in chunks', async () => {
      const body = formOf(LIMIT_BYTES);
      const headers = { ...headersFor(body), 'transfer-encoding': 'chunked' };
      expectData(await rawCall(service(), { method: 'POST', target: DEPOSIT, headers, body }));
    });

    test('as JSON', async () => {
      const json = JSON.stringify({ ...depositFields(), amount: 500, more: '' });
      const body = json.replace('""', `"${'x'.repeat(LIMIT_BYTES - json.length)}"`);
      expect(body).toHaveLength(65_536);
      expectData(await call(service(), DEPOSIT, { body, contentType: 'application/json' }));
    });
  });

  describe('a larger body is refused with 413, and its rest is not read:', () => {
    test('with a content-length, before a byte of it is sent', async () => {
      for (const length of [LIMIT_BYTES + 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        const headers = { ...headersFor('x'), 'content-length': String(length) };
        await expectTooLarge(head(headers));
      }
    });

    test('in chunks, at the first byte over the limit', async () => {
      const headers = { ...headersFor('x'), 'transfer-encoding': 'chunked' };
      const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
      const start = [head(headers), chunk.repeat(LIMIT_BYTES / 4096)];
      await expectTooLarge(...start, '1\r\nx\r\n');
    });

    test('sent in full and signed', async () => {
      const body = formOf(LIMIT_BYTES + 1);
      expect(Buffer.byteLength(body)).toBe(65_537);
      const headers = { ...headersFor(body), 'content-length': String(LIMIT_BYTES + 1) };
      await expectTooLarge(head(headers));
    });

    test('before authentication', async () => {
      const { appKey: _, ...anonymous } = headersFor('x');
      await expectTooLarge(head({ ...anonymous, 'content-length': String(LIMIT_BYTES + 1) }));
    });
  });

  test('a body that ends before its content-length creates nothing and does not stop the service', async () => {
    const body = `${new URLSearchParams(depositFields())}`;
    const headers = { ...headersFor(body), 'content-length': String(body.length + 5) };
    using connection = await openRaw(service());
    connection.socket.end(head(headers) + body);
    expect(await connection.closed).not.toContain('200 OK');
    expect(expectData(await call(service(), DEPOSIT, { body }))).not.toHaveProperty('alreadyPending');
  });
});
