import { describe, expect, test } from 'vitest';
import { createRouteTable } from '../../src/http/route-table.ts';
import type { RequestContext } from '../../src/http/surface.ts';
import { createEnvelopes } from '../../src/operations/envelope.ts';
import { createRestSurface } from '../../src/surfaces/rest/surface.ts';
import { call, DEPOSIT, depositFields, OPERATOR } from '../harness.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LIST = '/v1/transactions';
const SOME_ID = '0123456789abcdef01234567';

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
