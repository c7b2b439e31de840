import { describe, expect, test } from 'vitest';
import { createRouteTable } from '../../src/http/route-table.ts';
import type { RequestContext } from '../../src/http/surface.ts';
import { createEnvelopes } from '../../src/operations/envelope.ts';
import { createRestSurface } from '../../src/surfaces/rest/surface.ts';
import { call, DEPOSIT, depositFields, MERCHANT, OPERATOR, WITHDRAW } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LIST = '/v1/transactions';
const SOME_ID = '0123456789abcdef01234567';

describe('routes', () => {
  const proxied = useService({ env: { TRUST_PROXY: '1' } });
  const BANKS = '/v1/available-banks';

  describe('an unknown path is not found, with and without credentials:', () => {
    test.each([
      '/v1',
      '/v1/',
      '/v2/transactions',
      '/v1/transactions/',
      `${LIST}/${SOME_ID}/`,
      `${LIST}/${SOME_ID}/events`,
      `${DEPOSIT}/`,
      '/v1/transactions/deposit/x',
      '/V1/available-banks',
      '/v1/Available-Banks',
      '/v1//available-banks',
      '//v1/available-banks',
      '/v1/available-banks/',
      '/v1/available-banks%2F',
      '/v1/../v1/available-banks',
      '/healthz/',
      '/Healthz',
      '/favicon.ico',
      '/%',
      '/%00',
      '/constructor',
      '/__proto__',
    ])('%s', async (target) => {
      for (const headers of [{}, { appKey: MERCHANT.appKey, sign: 'x' }])
        expectFailure(await rawCall(service(), { target, headers }), 'error_route_not_found');
    });
  });

  describe('a route refuses other methods and lists its own in Allow:', () => {
    test.each([
      ['DELETE', LIST, ['GET', 'HEAD']],
      ['PUT', LIST, ['GET', 'HEAD']],
      ['POST', LIST, ['GET', 'HEAD']],
      ['OPTIONS', LIST, ['GET', 'HEAD']],
      ['POST', BANKS, ['GET', 'HEAD']],
      ['PATCH', `${LIST}/${SOME_ID}`, ['GET', 'HEAD']],
      ['DELETE', `${LIST}/${SOME_ID}`, ['GET', 'HEAD']],
      ['GET', DEPOSIT, ['POST']],
      ['GET', WITHDRAW, ['POST']],
      ['DELETE', WITHDRAW, ['POST']],
      ['GET', '/v1/callbacks/redeliver-failed', ['POST']],
      ['GET', `${LIST}/${SOME_ID}/settle`, ['POST']],
      ['POST', '/healthz', ['GET', 'HEAD']],
      ['DELETE', '/readyz', ['GET', 'HEAD']],
    ])('%s %s', async (method, target, allowed) => {
      const response = await rawCall(service(), { method, target });
      expectFailure(response, 'error_method_not_allowed');
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    });

    test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s on a create', async (method) => {
      for (const target of [DEPOSIT, WITHDRAW]) {
        const response = await rawCall(service(), { method, target });
        expectFailure(response, 'error_method_not_allowed');
        expect(response.headers.get('allow')).toBe('POST');
      }
    });
  });

  describe('HEAD responds like GET, without the body:', () => {
    test.each(['/healthz', '/readyz', BANKS, LIST])('%s', async (target) => {
      const get = await call(service(), target, { sign: 'timed' });
      const head = await call(service(), target, { method: 'HEAD', sign: 'timed' });
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    });

    test('also for failures', async () => {
      expect((await call(service(), LIST, { method: 'HEAD', headers: { sign: 'x' } })).status).toBe(403);
      expect((await call(service(), '/v2', { method: 'HEAD', sign: 'timed' })).status).toBe(404);
      expect((await call(service(), LIST, { method: 'HEAD', headers: { sign: '' } })).status).toBe(401);
      expect((await call(service(), DEPOSIT, { method: 'HEAD', headers: { sign: '' } })).status).toBe(405);
    });
  });

  describe('health needs no credentials:', () => {
    test('/healthz reports that the process responds', async () => {
      expect(expectData(await rawCall(service(), { target: '/healthz' }))).toEqual({ status: 'ok' });
    });

    test('/readyz reports the state of each dependency', async () => {
      const data = expectData(await rawCall(service(), { target: '/readyz' }));
      expect(data.status).toBe('ok');
      expect(data.checks).toMatchObject({ database: { ok: true }, banks: { ok: true } });
    });

    test('a query changes nothing', async () => {
      expectData(await rawCall(service(), { target: '/healthz?x=y' }));
      expectData(await rawCall(service(), { target: '/readyz?x=%' }));
    });
  });

  describe('every response has a request id:', () => {
    const MADE = /^[0-9a-f]{32}$/;
    const targets = ['/healthz', '/readyz', '/v2', DEPOSIT, LIST, BANKS, '/%'];

    test.each(targets)('%s, a new one for each request', async (target) => {
      const [first, second] = [
        await rawCall(service(), { target }),
        await rawCall(service(), { target, method: 'POST' }),
      ];
      expect(first.headers.get('x-request-id')).toMatch(MADE);
      expect(second.headers.get('x-request-id')).toMatch(MADE);
      expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    });

    test.each(['a', '00000000-0000-4000-8000-000000000000', 'Trace_1-b', 'x'.repeat(64)])(
      'the id of a trusted proxy is kept in the response and in the log: %s',
      async (id) => {
        const response = await call(proxied(), DEPOSIT, {
          body: depositFields(),
          headers: { 'x-request-id': id },
        });
        expect(response.headers.get('x-request-id')).toBe(id);
        await expect
          .poll(() => proxied().logLines.map((line) => JSON.parse(line)))
          .toContainEqual(expect.objectContaining({ requestId: id, route: DEPOSIT, status: 200 }));
      },
    );
  });

  test('every request has one line in the log, with its route and its outcome', async () => {
    const { headers } = await call(service(), `${LIST}/${SOME_ID}`);
    const id = headers.get('x-request-id');
    const linesOf = () =>
      service()
        .logLines.map((line) => JSON.parse(line))
        .filter((line) => line.requestId === id);
    await expect.poll(linesOf).toHaveLength(1);
    expect(linesOf()[0]).toMatchObject({
      method: 'GET',
      route: `${LIST}/:transactionId`,
      status: 404,
      error: 'error_transaction_not_found',
      appKey: MERCHANT.appKey,
      ip: '127.0.0.1',
      durationMs: expect.any(Number),
    });
  });

  test.each(['/healthz', '/v1/available-banks', '/v1/nowhere', '/graphql', '/trpc/banks.list'])(
    'browsers may not guess the media type of the response of %s',
    async (target) => {
      const { headers } = await call(service(), target);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('a path with a parameter', () => {
  test.each([SOME_ID, 'foo', 'Deposit', 'deposit%20x', '%64eposit'])(
    'is matched with every value: %s is no transaction',
    async (id) => {
      for (const method of ['GET', 'HEAD'])
        expect((await call(service(), `${LIST}/${id}`, { method, sign: 'timed' })).status).toBe(404);
      expectFailure(await call(service(), `${LIST}/${id}`), 'error_transaction_not_found');
    },
  );

  test('overrides a field of the same name in the body', async () => {
    const created = await call(service(), DEPOSIT, { body: depositFields() });
    const { transactionId } = expectData(created);
    const callOptions = { as: OPERATOR, sign: 'timed' as const, body: { transactionId, sequence: '1' } };
    const response = await call(service(), `${LIST}/${SOME_ID}/settle`, callOptions);
    expectFailure(response, 'error_transaction_not_found');
  });

  test('is matched once, with its parameters', () => {
    const rest = createRestSurface(service().dependencies, createEnvelopes('1.0.0'));
    const table = createRouteTable({ surfaces: [rest], fallback: rest });
    const match = (method: string, path: string) => table({ method, path } as RequestContext);
    expect(match('POST', `${LIST}/a%2Fb/settle`)).toMatchObject({
      surface: { name: 'rest' },
      route: { path: `${LIST}/:transactionId/settle`, authentication: 'key', acceptsPlainSign: false },
      params: { transactionId: 'a/b' },
    });
    expect(match('POST', DEPOSIT)).toMatchObject({ route: { path: DEPOSIT, acceptsPlainSign: true } });
    expect(match('HEAD', LIST).route).toBe(match('GET', LIST).route);
    expect(match('GET', LIST)).toMatchObject({ route: { path: LIST }, params: {} });
    expect(match('GET', `${LIST}/:transactionId`).params).toEqual({ transactionId: ':transactionId' });
  });
});
