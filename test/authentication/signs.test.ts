import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isAmbiguous } from '../../src/access/domain/signing.ts';
import {
  type CallOptions,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
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
    'covers its raw query, whose unknown parameters are refused after the sign is checked: %s',
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

describe('digest sign', () => {
  const LIST = '/v1/transactions?limit=1';

  /** A create with a digest sign, and with changes. */
  const create = (changes: CallOptions = {}, target = DEPOSIT) =>
    call(service(), target, { sign: 'digest', body: depositFields(), ...changes });

  describe('a sign over the digest of the body', () => {
    test('authenticates a call with a body, and one without', async () => {
      expectData(await create());
      expectData(await call(service(), LIST, { sign: 'digest' }));
    });

    test('is refused for another body', async () => {
      const { headers } = await signed();
      const response = await create({ headers });
      expect(expectFailure(response, 'error_invalid_sign').message).toContain('The body is not the one of');
    });

    test('is refused without the header that it covers', async () => {
      const response = await create({ headers: { 'content-digest': '' } });
      expect(expectFailure(response, 'error_invalid_sign').message).toContain('content-digest: sha-256=:');
    });

    test('is refused for another header, even that of the body', async () => {
      const { headers } = await signed();
      expectFailure(await create({ headers: { sign: headers.sign } }), 'error_invalid_sign');
    });

    test('is refused for another target', async () => {
      const { body, headers } = await signed();
      expectFailure(await create({ body, headers }, '/v1/transactions/withdraw'), 'error_invalid_sign');
    });

    test('is no plain sign of its payload', async () => {
      const body = 'v2.1732100000.POST.x';
      const response = await create({ body, sign: 'plain' });
      expectFailure(response, 'error_invalid_sign');
    });
  });

  describe('a timed sign over the bytes of a body with a query', () => {
    const TARGET = '/v1/statements/preview?name=november.sta';
    const BODY = ':20:S1\r\n:25:1.5\r\n';
    const send = (target: string, body: string, signed = `${TARGET}.${BODY}`) => {
      const seconds = Math.floor(Date.now() / 1000);
      const sign = `t=${seconds},v1=${hmac(OPERATOR.secret, `${seconds}.POST.${signed}`)}`;
      const options = { as: OPERATOR, method: 'POST', contentType: 'application/octet-stream' } as const;
      return call(service(), target, { ...options, body, headers: { sign } });
    };

    test('is accepted with a dot in the query', async () => {
      expectData(await send(TARGET, BODY));
    });

    test('stands for no request whose body begins with the end of the query', async () => {
      const response = await send('/v1/statements/preview?name=november', `sta.${BODY}`);
      expectFailure(response, 'error_invalid_sign');
    });

    test('is refused with a dot before the first blank of the body, with a message that names the cure', async () => {
      const body = '01.11.2026;5,00\r\n';
      const { message } = expectFailure(await send(TARGET, body, `${TARGET}.${body}`), 'error_invalid_sign');
      expect(message).toContain('v2');
    });

    test.each(['"', '<', ' ', 'ş'])('is refused with a bare %s in the query', (sign) => {
      const request = { method: 'POST', target: `${TARGET}${sign}`, body: Buffer.from(BODY) };
      expect(isAmbiguous({ kind: 'timed', covers: 'body', timestamp: '1', digest: '' }, request)).toBe(true);
    });
  });

  /** A body, and the headers of its digest sign. */
  async function signed() {
    const body = new URLSearchParams(depositFields()).toString();
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const seconds = Math.floor(Date.now() / 1000);
    const sign = `t=${seconds},v2=${hmac(MERCHANT.secret, `v2.${seconds}.POST.${digest}.${DEPOSIT}`)}`;
    return { body, headers: { 'content-digest': digest, sign } };
  }
});

describe('sign problems', () => {
  const form = (changes: Readonly<Record<string, string>> = {}) =>
    `${new URLSearchParams(depositFields(changes))}`;

  describe('key and secret exchanged', () => {
    const secret = createHash('sha256').update('a secret').digest('hex');

    test('an appKey that looks like a secret is refused with that hint, whether or not it is one', async () => {
      const client = await createClient(service(), { secret });
      const messages = [secret, createHash('sha256').update('no secret of anybody').digest('hex')].map(
        async (appKey) => {
          const as = { appKey, secret: client.appKey };
          return expectFailure(await call(service(), DEPOSIT, { body: form(), as }), 'error_site_not_found')
            .message;
        },
      );
      const [real, made] = await Promise.all(messages);
      expect(real).toContain('has the form of a secret');
      expect(real).toBe(made);
      expect(real).not.toContain(secret);
    });

    test('any other unknown appKey is refused with the hint that the header takes the name of the key', async () => {
      const as = { appKey: MERCHANT.secret, secret: MERCHANT.appKey };
      const { message } = expectFailure(
        await call(service(), DEPOSIT, { body: form(), as }),
        'error_site_not_found',
      );
      expect(message).toContain('not its secret');
      expect(message).not.toContain(MERCHANT.secret);
    });
  });

  test('the sentence about a wrong sign names the secret among the causes', async () => {
    const as = { appKey: MERCHANT.appKey, secret: `${MERCHANT.secret}\n` };
    for (const sign of ['plain', 'timed'] as const) {
      const answer = await call(service(), DEPOSIT, { body: form(), as, sign });
      expect(expectFailure(answer, 'error_invalid_sign').message).toContain('secret');
    }
  });
});

describe('body on get', () => {
  const LIST = '/v1/transactions';

  /** The headers of a timed sign over exactly the given text behind the time. */
  function signed(text: string, secret = MERCHANT.secret): Record<string, string> {
    const seconds = Math.floor(Date.now() / 1000);
    return { appKey: MERCHANT.appKey, sign: `t=${seconds},v1=${hmac(secret, `${seconds}.${text}`)}` };
  }

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  test('the sign of a list with a dot in its query does not open the list with the rest of the query as a body', async () => {
    const target = `${LIST}?query=a.b&limit=1`;
    const headers = signed(`GET.${target}.`);
    expectData(await rawCall(service(), { target, headers }));
    const cut = {
      target: `${LIST}?query=a`,
      headers: { ...headers, ...FORM, 'content-length': '10' },
      body: 'b&limit=1.',
    };
    expectInvalid(await rawCall(service(), cut), 'body');
  });

  test.each(['GET', 'HEAD'])(
    'a %s with a body is refused on every surface, signed or not',
    async (method) => {
      const targets = [
        LIST,
        `${LIST}/${'a'.repeat(24)}`,
        '/v1/available-banks',
        '/healthz',
        '/graphql?query={a}',
      ];
      for (const target of targets) {
        const headers = { ...signed(`${method}.${target}.a=b`), ...FORM, 'content-length': '3' };
        const answer = await rawCall(service(), { method, target, headers, body: 'a=b' });
        expect(answer.status, `${method} ${target}`).toBe(
          target.startsWith('/graphql') && method === 'HEAD' ? 405 : 400,
        );
        if (answer.text) expect(answer.text).toContain('takes no body: send its parameters in the query');
      }
    },
  );

  test('the refusal names the method and the cure, over REST, GraphQL and tRPC', async () => {
    const body = JSON.stringify({ a: 1 });
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const ask = (target: string) =>
      rawCall(service(), { target, headers: { ...signed(`GET.${target}.${body}`), ...headers }, body });
    const message = 'A GET request takes no body: send its parameters in the query.';
    expect(expectFailure(await ask(LIST), 'error_validation').fields).toMatchObject([
      { path: 'body', code: 'malformed', message },
    ]);
    const { errors } = (await ask('/graphql?query={__typename}')).json;
    expect(errors[0].extensions.error.fields).toMatchObject([{ path: 'body', code: 'malformed', message }]);
    const { error } = (await ask('/trpc/banks.list')).json;
    expect(error.data.error.fields).toMatchObject([{ path: 'body', code: 'malformed', message }]);
  });

  test('a GET with a body of unknown length is refused, even if it is empty', async () => {
    for (const body of ['', 'a=b']) {
      const headers = { ...signed(`GET.${LIST}.${body}`), ...FORM, 'transfer-encoding': 'chunked' };
      expectInvalid(await rawCall(service(), { target: LIST, headers, body }), 'body');
    }
  });

  test('a DELETE with a body is refused, as no route takes one', async () => {
    const headers = { ...signed(`DELETE.${LIST}.a=b`), ...FORM, 'content-length': '3' };
    expectFailure(
      await rawCall(service(), { method: 'DELETE', target: LIST, headers, body: 'a=b' }),
      'error_method_not_allowed',
    );
  });

  test('a GET with content-length 0, and a POST with a body, are accepted', async () => {
    expectData(
      await rawCall(service(), {
        target: LIST,
        headers: { ...signed(`GET.${LIST}.`), 'content-length': '0' },
      }),
    );
    expectData(await call(service(), DEPOSIT, { body: depositFields() }));
    const body = new URLSearchParams(withdrawalFields()).toString();
    const target = '/v1/transactions/withdraw';
    const headers = { ...signed(`POST.${target}.${body}`), ...FORM };
    expectData(await rawCall(service(), { method: 'POST', target, headers, body }));
  });
});
