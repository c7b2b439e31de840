import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { mainThreadMs } from '../support/cpu.ts';
import { graphql, signedHeaders } from '../support/graphql.ts';
import { rawCall } from '../support/raw-http.ts';
import { createCostMeter, MOST } from '../support/request-cost.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('envelope', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  const DEPOSIT_KEYS =
    'hash transactionId bankId bank amount type bankAccountName bankAccountIban status name userName userId processId convertedName url';

  const WITHDRAWAL_KEYS =
    'hash transactionId bankId bank amount type accountName iban status name userName userId processId convertedName';

  const SPECIFIED_KEYS = 'statusReason finalAmount createdAt updatedAt sequence';

  /** Fields that the specification does not name come behind those that it names. */
  const ENDING_KEYS = 'endedAs isLate';

  const DETAIL_KEYS = `${SPECIFIED_KEYS} ${ENDING_KEYS}`;

  /** Only a deposit expires, has a reference, and a sentAt: its payer reports that the money was sent. */
  const DEPOSIT_DETAIL_KEYS = `${SPECIFIED_KEYS} sentAt expiresAt reference ${ENDING_KEYS}`;

  const keysOf = (value: object) => Object.keys(value).join(' ');

  const createDeposit = async (changes = {}) =>
    expectData(await call(service(), DEPOSIT, { body: depositFields(changes) }));

  const createWithdrawal = async (changes = {}) =>
    expectData(await call(service(), WITHDRAW, { body: withdrawalFields(changes) }));

  const read = async (transactionId: string) =>
    expectData(await call(service(), `/v1/transactions/${transactionId}`));

  describe('the keys of a response have the order of the specification:', () => {
    test('a deposit', async () => {
      expect(keysOf(await createDeposit())).toBe(DEPOSIT_KEYS);
    });

    test('a pending deposit returned again, alreadyPending last', async () => {
      const { userId } = await createDeposit();
      const again = await createDeposit({ userId });
      expect(keysOf(again)).toBe(`${DEPOSIT_KEYS} alreadyPending`);
      expect(again.alreadyPending).toBe(true);
    });

    test('a withdrawal, also when it is returned again', async () => {
      const body = withdrawalFields();
      for (const _ of ['created', 'repeated'])
        expect(keysOf(expectData(await call(service(), WITHDRAW, { body })))).toBe(WITHDRAWAL_KEYS);
    });

    test('a deposit and a withdrawal that are read back', async () => {
      const deposit = await createDeposit();
      const withdrawal = await createWithdrawal();
      expect(keysOf(await read(deposit.transactionId))).toBe(`${DEPOSIT_KEYS} ${DEPOSIT_DETAIL_KEYS}`);
      expect(keysOf(await read(withdrawal.transactionId))).toBe(`${WITHDRAWAL_KEYS} ${DETAIL_KEYS}`);
    });

    test('a page of the list', async () => {
      await createDeposit();
      await createWithdrawal();
      const page = expectData(await call(service(), '/v1/transactions?limit=2'));
      expect(keysOf(page)).toBe('items nextCursor');
      expect(page.items.map(keysOf)).toEqual([
        `${WITHDRAWAL_KEYS} ${DETAIL_KEYS}`,
        `${DEPOSIT_KEYS} ${DEPOSIT_DETAIL_KEYS}`,
      ]);
    });

    test('the available banks', async () => {
      const [bank] = expectData(await call(service(), '/v1/available-banks'));
      expect(keysOf(bank)).toBe('_id name deposit withdrawal currency');
      expect(keysOf(bank.deposit)).toBe('minAmount maxAmount');
      expect(keysOf(bank.withdrawal)).toBe('minAmount maxAmount');
    });

    test('a failure, and its error with and without fields', async () => {
      const invalid = await call(service(), DEPOSIT, { body: depositFields({ amount: 'x' }) });
      expect(keysOf(invalid.json)).toBe('data status error responseTime app_version');
      expect(keysOf(invalid.json.error)).toBe('type message fields');
      expect(keysOf(invalid.json.error.fields[0])).toBe('path code params message');
      const unknown = await call(service(), '/v1/transactions/000000000000000000000000');
      expect(keysOf(unknown.json.error)).toBe('type message');
    });
  });

  describe('every response', () => {
    const unsigned = { headers: { sign: '' } };
    const responses = {
      'of a deposit': () => call(service(), DEPOSIT, { body: depositFields() }),
      'of a withdrawal': () => call(service(), WITHDRAW, { body: withdrawalFields() }),
      'of the list': () => call(service(), '/v1/transactions'),
      'of the banks': () => call(service(), '/v1/available-banks'),
      'of /healthz': () => call(service(), '/healthz'),
      'of /readyz': () => call(service(), '/readyz'),
      'of a 400': () => call(service(), DEPOSIT, { body: {} }),
      'of a 401': () => call(service(), DEPOSIT, { body: depositFields(), ...unsigned }),
      'of a 403': () => call(service(), DEPOSIT, { body: depositFields(), headers: { sign: 'x' } }),
      'of a 404': () => call(service(), '/v2'),
      'of a 405': () => call(service(), DEPOSIT, { method: 'DELETE' }),
      'of a 415': () => call(service(), DEPOSIT, { body: 'x', contentType: 'text/plain' }),
      'of a 422': () => call(service(), DEPOSIT, { body: depositFields({ amount: '0.01' }) }),
    };

    test.each(Object.entries(responses))('%s has its status, its time and the version', async (name, ask) => {
      const { status, json, headers } = await ask();
      expect(status).toBe(Number(/\d{3}/.exec(name)?.[0] ?? 200));
      expect(json.status).toBe(status);
      expect(json.responseTime).toMatch(/^\d+(\.\d{1,2})?ms$/);
      expect(json.app_version).toBe(version);
      expect('error' in json).toBe(status !== 200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    });
  });

  test('a deposit has its requested and assigned values and its hash', async () => {
    const fields = depositFields({ amount: '100.50' });
    const { data, text } = await call(service(), DEPOSIT, { body: fields }).then((response) => ({
      data: expectData(response),
      text: response.text,
    }));
    expect(data).toMatchObject({
      ...fields,
      amount: 100.5,
      type: 'deposit',
      status: 'pending',
      bank: 'Demo Anadolu Bank',
      bankAccountName: 'Demo Anadolu Bank Collections',
      convertedName: 'test-user',
    });
    expect(text).toContain('"amount":100.5,');
    expect(data.transactionId).toMatch(/^[0-9a-f]{24}$/);
    expect(data.hash).toBe(hmac(MERCHANT.secret, `${data.transactionId}${DEMO_BANK_ID}100.5`));
    expect(data.url).toMatch(/^https:\/\/pay\.example\.com\/pay\/[\w-]{22,}$/);
    expect(data.url).not.toContain(data.transactionId);
  });

  test('a withdrawal has its requested values and its hash', async () => {
    const fields = withdrawalFields();
    const data = expectData(await call(service(), WITHDRAW, { body: fields }));
    expect(data).toMatchObject({ ...fields, amount: 500, type: 'withdrawal', status: 'pending' });
    expect(data.hash).toBe(hmac(MERCHANT.secret, `${data.transactionId}${DEMO_BANK_ID}500`));
  });

  test('a transaction that is read back has its created values, followed by its current state', async () => {
    const created = await createDeposit();
    const { createdAt, updatedAt, expiresAt, ...detail } = await read(created.transactionId);
    expect(detail).toEqual({
      ...created,
      statusReason: null,
      finalAmount: null,
      sequence: 1,
      sentAt: null,
      reference: expect.stringMatching(/^[2-9A-Y]{8}$/),
      endedAs: null,
      isLate: false,
    });
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    expect(updatedAt).toBe(createdAt);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(createdAt) + 1_700_000);
  });

  test('payment links cannot be guessed: the secret halves of two links have nothing in common', async () => {
    const links = [await createDeposit(), await createDeposit()].map(({ url }) => url.split('/').at(-1));
    const [first, second] = links.map((token) =>
      Buffer.from(token, 'base64url').subarray(-16).toString('hex'),
    );
    expect(first).toHaveLength(32);
    expect(first).not.toBe(second);
  });
});

const CONSOLE = 'https://console.example.com';
const LOCAL = 'http://localhost:5173';

const OTHERS = [
  'https://evil.example.com',
  'https://console.example.com.evil.com',
  'http://console.example.com',
  'https://console.example.com:8443',
  'https://CONSOLE.example.com',
  'null',
  '*',
  '',
];

const ENTRY_POINTS = ['/graphql', '/trpc/deposits.create', '/trpc/banks.list'];

const corsHeaders = (response: ApiResponse) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control'));

const preflight = (service: { url: string }, target: string, origin: string) =>
  rawCall(service, {
    method: 'OPTIONS',
    target,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'appkey,content-type,sign',
    },
  });

describe('without CORS_ORIGINS', () => {
  const service = useService();

  test.each([...ENTRY_POINTS, DEPOSIT, '/healthz'])('a preflight of %s is refused', async (target) => {
    for (const origin of [CONSOLE, ...OTHERS]) {
      const response = await preflight(service(), target, origin);
      expect(response.status).toBe(405);
      expect(corsHeaders(response)).toEqual([]);
    }
  });

  test.each(ENTRY_POINTS)('a preflight of %s is told which setting lets the page call', async (target) => {
    for (const origin of [CONSOLE, ...OTHERS.filter((other) => other !== '')])
      expect((await preflight(service(), target, origin)).text).toContain('CORS_ORIGINS');
    const elsewhere = await preflight(service(), DEPOSIT, CONSOLE);
    expect(elsewhere.text).toContain('This route takes POST.');
  });

  test('responses have no CORS headers', async () => {
    for (const origin of [CONSOLE, service().url, 'null']) {
      const responses = [
        await graphql(service(), '{ banks { _id } }', { headers: { origin } }),
        await call(service(), '/trpc/banks.list', { headers: { origin } }),
        await call(service(), DEPOSIT, { body: depositFields(), headers: { origin } }),
        await rawCall(service(), { target: '/graphql', headers: { origin } }),
      ];
      for (const response of responses) expect(corsHeaders(response)).toEqual([]);
    }
  });
});

describe('with CORS_ORIGINS', () => {
  const service = useService({ env: { CORS_ORIGINS: `${CONSOLE}, ${LOCAL}` } });

  test.each(ENTRY_POINTS)(
    'a preflight of %s from a configured origin succeeds without a key',
    async (target) => {
      for (const origin of [CONSOLE, LOCAL]) {
        const { status, text, headers } = await preflight(service(), target, origin);
        expect(status).toBe(204);
        expect(text).toBe('');
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
        expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
          expect.arrayContaining(['appkey', 'content-type', 'sign']),
        );
        expect(headers.get('access-control-max-age')).toBe('600');
        expect(headers.get('vary')).toContain('Origin');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    },
  );

  test('pages of these origins can read responses, errors and some headers', async () => {
    const headers = { origin: CONSOLE };
    const responses = [
      await graphql(service(), '{ banks { _id } }', { headers }),
      await graphql(service(), '{', { headers }),
      await call(service(), '/trpc/banks.list', { headers }),
      await call(service(), '/trpc/banks.list', { headers: { ...headers, sign: 'x' } }),
      await call(service(), '/trpc/unknown', { headers }),
      await rawCall(service(), { target: '/graphql', headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 200, 403, 404, 401]);
    for (const response of responses) {
      expect(response.headers.get('access-control-allow-origin')).toBe(CONSOLE);
      expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After, X-Request-Id');
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  test('pages of these origins can subscribe', async () => {
    const target = '/trpc/transactions.onChange';
    const leaving = new AbortController();
    const headers = { ...signedHeaders('GET', target), origin: LOCAL };
    const { headers: responded } = await fetch(service().url + target, { headers, signal: leaving.signal });
    leaving.abort();
    expect(responded.get('access-control-allow-origin')).toBe(LOCAL);
    expect(responded.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['Origin', 'accept']));
  });

  test('other origins get no CORS headers, however similar they are', async () => {
    for (const origin of OTHERS) {
      const refused = await preflight(service(), '/graphql', origin);
      expect(refused.status).toBe(405);
      expect(refused.text).toContain('CORS_ORIGINS');
      const responded = await graphql(service(), '{ banks { _id } }', { headers: { origin } });
      for (const response of [refused, responded]) {
        expect(corsHeaders(response)).toEqual([]);
        expect(response.headers.get('vary')).toContain('Origin');
      }
    }
  });

  test('REST and health checks stay closed to other origins', async () => {
    for (const target of [DEPOSIT, '/v1/transactions', '/healthz']) {
      const response = await preflight(service(), target, CONSOLE);
      expect(response.status).toBe(405);
      expect(corsHeaders(response)).toEqual([]);
    }
  });

  test('a request still needs a key', async () => {
    const headers = { origin: CONSOLE, 'content-type': 'application/json' };
    const body = '{"query":"{ banks { _id } }"}';
    const response = await rawCall(service(), { method: 'POST', target: '/graphql', headers, body });
    expect(response.status).toBe(401);
  });

  test('OPTIONS without the headers of a preflight gets 405', async () => {
    const response = await rawCall(service(), {
      method: 'OPTIONS',
      target: '/graphql',
      headers: { origin: CONSOLE },
    });
    expect(response.status).toBe(405);
  });
});

describe('long targets', () => {
  const REFUSED = 'The path and its query must have at most 8192 bytes and 200 parameters.';

  /** A path of each surface, and the media type of its failures. */
  const PATHS = [
    ['/v1/banks', 'application/json'],
    ['/healthz', 'application/json'],
    ['/graphql', 'application/graphql-response+json'],
    ['/trpc/payments.onChange', 'application/json'],
    ['/pay/x', 'text/html'],
    ['/nothing', 'application/json'],
  ] as const;

  const LONG = {
    '201 parameters': (path: string) => `${path}?${'a&'.repeat(200)}`,
    '8193 bytes': (path: string) => `${path}?`.padEnd(8193, 'a'),
  };

  async function get(target: string) {
    const { statusCode, headers, body } = await request(service().url + target);
    return { status: statusCode, type: String(headers['content-type']), text: await body.text() };
  }

  test.each(PATHS)('%s refuses a longer target in the form of its surface', async (path, type) => {
    for (const make of Object.values(LONG)) {
      const response = await get(make(path));
      expect(response).toMatchObject({ status: 400, type: expect.stringContaining(type) });
      if (type !== 'text/html') expect(response.text).toContain(REFUSED);
    }
  });

  test('a target of 8192 bytes and 200 parameters is taken', async () => {
    expect(await get(`/healthz?${'a&'.repeat(199)}`.padEnd(8192, 'a'))).toMatchObject({ status: 200 });
  });

  describe.skipIf(mainThreadMs(process.pid) === undefined)('costs little', () => {
    /** The service runs in this process: its main thread sends, too. */
    let measure: ReturnType<typeof createCostMeter>;
    beforeAll(() => {
      measure = createCostMeter({ url: service().url, pid: process.pid });
    });
    const costOf = (target: string, headers = '') =>
      measure(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`, MOST);

    test.each(['/v1/a', '/a', '/trpc/a', '/pay/a'])(
      '%s with thousands of slashes before its end',
      async (path) => {
        for (const count of [8000, 15_700])
          expect(await costOf(`${path}${'/'.repeat(count)}b`)).toBeLessThan(MOST);
      },
    );

    test.each(['/nothing', '/graphql'])('%s with thousands of media types in open quotes', async (path) => {
      const accept = `accept: a/b;c="${','.repeat(14_000)}\r\n`;
      expect(await costOf(path, accept)).toBeLessThan(MOST);
    });
  });

  test('a list of more than 1024 characters counts as if it was not sent', async () => {
    const accept = (length: number) => ({ accept: 'text/html'.padEnd(length, ',text/html') });
    const typeOf = async (length: number) =>
      String(
        (await request(`${service().url}/nothing`, { headers: accept(length) })).headers['content-type'],
      );
    expect(await typeOf(1024)).toContain('text/html');
    expect(await typeOf(1025)).toContain('application/json');
  });
});
