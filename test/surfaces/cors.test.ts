import { describe, expect, test } from 'vitest';
import { type ApiResponse, call, DEPOSIT, depositFields } from '../harness.ts';
import { graphql, signedHeaders } from '../support/graphql.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';

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
