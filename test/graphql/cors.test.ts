import { describe, expect, test } from 'vitest';
import { type Answer, call, DEPOSIT, depositFields } from '../harness.ts';
import { graphql, signedHeaders } from '../support/graphql.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/service.ts';

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
const DOORS = ['/graphql', '/trpc/deposits.create', '/trpc/banks.list'];

const corsHeaders = (answer: Answer) =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
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

describe('unless origins are configured', () => {
  const service = useService();

  test.each([...DOORS, DEPOSIT, '/healthz'])(
    'no page may call %s: a preflight is refused',
    async (target) => {
      for (const origin of [CONSOLE, ...OTHERS]) {
        const answer = await preflight(service(), target, origin);
        expect(answer.status).toBe(405);
        expect(corsHeaders(answer)).toEqual([]);
      }
    },
  );

  test('no page may read an answer', async () => {
    for (const origin of [CONSOLE, service().url, 'null']) {
      const answers = [
        await graphql(service(), '{ banks { _id } }', { headers: { origin } }),
        await call(service(), '/trpc/banks.list', { headers: { origin } }),
        await call(service(), DEPOSIT, { body: depositFields(), headers: { origin } }),
        await rawCall(service(), { target: '/graphql', headers: { origin } }),
      ];
      for (const answer of answers) expect(corsHeaders(answer)).toEqual([]);
    }
  });
});

describe('with CORS_ORIGINS', () => {
  const service = useService({ env: { CORS_ORIGINS: `${CONSOLE}, ${LOCAL}` } });

  test.each(DOORS)('their preflight of %s is answered without a key', async (target) => {
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
  });

  test('their pages may read answers and refusals, and what these say in headers', async () => {
    const headers = { origin: CONSOLE };
    const answers = [
      await graphql(service(), '{ banks { _id } }', { headers }),
      await graphql(service(), '{', { headers }),
      await call(service(), '/trpc/banks.list', { headers }),
      await call(service(), '/trpc/banks.list', { headers: { ...headers, sign: 'x' } }),
      await call(service(), '/trpc/unknown', { headers }),
      await rawCall(service(), { target: '/graphql', headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 403, 404, 401]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE);
      expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After, X-Request-Id');
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  test('their pages may watch', async () => {
    const target = '/trpc/transactions.onChange';
    const leaving = new AbortController();
    const headers = { ...signedHeaders('GET', target), origin: LOCAL };
    const { headers: answered } = await fetch(service().url + target, { headers, signal: leaving.signal });
    leaving.abort();
    expect(answered.get('access-control-allow-origin')).toBe(LOCAL);
    expect(answered.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['Origin', 'accept']));
  });

  test('other origins are told nothing, be they almost the same', async () => {
    for (const origin of OTHERS) {
      const refused = await preflight(service(), '/graphql', origin);
      expect(refused.status).toBe(405);
      const answered = await graphql(service(), '{ banks { _id } }', { headers: { origin } });
      for (const answer of [refused, answered]) {
        expect(corsHeaders(answer)).toEqual([]);
        expect(answer.headers.get('vary')).toContain('Origin');
      }
    }
  });

  test('merchants’ calls and health stay closed to pages', async () => {
    for (const target of [DEPOSIT, '/v1/transactions', '/healthz']) {
      const answer = await preflight(service(), target, CONSOLE);
      expect(answer.status).toBe(405);
      expect(corsHeaders(answer)).toEqual([]);
    }
  });

  test('a key is needed as ever', async () => {
    const headers = { origin: CONSOLE, 'content-type': 'application/json' };
    const body = '{"query":"{ banks { _id } }"}';
    const answer = await rawCall(service(), { method: 'POST', target: '/graphql', headers, body });
    expect(answer.status).toBe(401);
  });

  test('OPTIONS that is no preflight is a method like others', async () => {
    const answer = await rawCall(service(), {
      method: 'OPTIONS',
      target: '/graphql',
      headers: { origin: CONSOLE },
    });
    expect(answer.status).toBe(405);
  });
});
