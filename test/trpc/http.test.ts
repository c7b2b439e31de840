import { describe, expect, test } from 'vitest';
import { type CallOptions, call, DEMO_BANK_ID, depositFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { signedHeaders } from '../support/graphql.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectRpcFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { statementsOf } from '../support/statements.ts';

const service = useService();
const JSON_TYPE = 'application/json';

const query = (procedure: string, input?: unknown, options: CallOptions = {}) => {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return call(service(), `/trpc/${procedure}${search}`, { sign: 'timed', ...options });
};
const mutate = (procedure: string, input: unknown, options: CallOptions = {}) =>
  call(service(), `/trpc/${procedure}`, {
    body: typeof input === 'string' ? input : JSON.stringify(input),
    contentType: JSON_TYPE,
    sign: 'timed',
    ...options,
  });
const deposit = (changes: Readonly<Record<string, unknown>> = {}) => {
  const { processId = '', ...fields } = depositFields();
  return { ...fields, processId, amount: 500, ...changes };
};

const DEMO_BANK = expect.objectContaining({ _id: DEMO_BANK_ID });
test('a plain sign is refused', async () => {
  expectRpcFailure(await query('banks.list', {}, { sign: 'plain' }), 'error_invalid_sign');
});

describe('a call runs one procedure, by its method:', () => {
  test.each(['/trpc', '/trpc/', '/trpc/banks', '/trpc/banks.list/', '/trpc/banks/list', '/trpc/constructor'])(
    '%s is not a procedure, with and without a key',
    async (target) => {
      expectRpcFailure(await rawCall(service(), { target }), 'error_route_not_found');
      expectRpcFailure(await call(service(), target, { sign: 'timed' }), 'error_route_not_found');
    },
  );

  test.each([
    ['POST', 'banks.list', 'GET'],
    ['HEAD', 'banks.list', 'GET'],
    ['DELETE', 'transactions.list', 'GET'],
    ['POST', 'transactions.onChange', 'GET'],
    ['GET', 'deposits.create', 'POST'],
    ['PUT', 'withdrawals.create', 'POST'],
    ['OPTIONS', 'deposits.create', 'POST'],
  ])('%s %s is refused before authentication', async (method, procedure, allowed) => {
    const response = await rawCall(service(), { method, target: `/trpc/${procedure}` });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    if (method !== 'HEAD') expectRpcFailure(response, 'error_method_not_allowed');
  });

  test.each([
    '/trpc/deposits.create?batch=1',
    '/trpc/deposits.create?batch=0',
    '/trpc/deposits.create,withdrawals.create',
    '/trpc/deposits.create,deposits.create?batch=1',
  ])('a batch is refused: %s', async (target) => {
    const input = deposit();
    const body = JSON.stringify({ 0: input, 1: input });
    const { result, statements } = await statementsOf(service(), () =>
      call(service(), target, { body, contentType: JSON_TYPE, sign: 'timed' }),
    );
    expect(expectRpcFailure(result, 'error_validation').fields[0].path).toBe('batch');
    expect(statements).toEqual([]);
  });
});

describe('input that cannot be read is refused:', () => {
  test.each(['{', 'x', '{"limit":1}}', '"'])('%s in a query', async (input) => {
    const target = `/trpc/transactions.list?input=${encodeURIComponent(input)}`;
    const error = expectRpcFailure(await call(service(), target, { sign: 'timed' }), 'error_validation');
    expect(error.fields).toMatchObject([{ path: 'input', message: 'input must be one JSON value.' }]);
  });

  test.each([
    ['a field', '{"limit":1,"limit":2}', 'limit'],
    ['a field of an item', '{"items":[{"sequence":1,"sequence":2}]}', 'items.0.sequence'],
  ])('%s that is given twice, in a query and in a mutation', async (_what, input, path) => {
    const inQuery = call(service(), `/trpc/transactions.list?input=${encodeURIComponent(input)}`, {
      sign: 'timed',
    });
    for (const response of [await inQuery, await mutate('deposits.create', input)])
      expect(expectRpcFailure(response, 'error_validation').fields).toMatchObject([
        { path, code: 'repeated' },
      ]);
  });

  test('input that a query gives twice', async () => {
    const target = '/trpc/transactions.list?input={}&input={}';
    const error = expectRpcFailure(await call(service(), target, { sign: 'timed' }), 'error_validation');
    expect(error.fields).toMatchObject([{ path: 'input', code: 'repeated' }]);
  });

  test('bytes in a query that are no UTF-8', async () => {
    const target = `/trpc/transactions.list?input=${encodeURIComponent('{"userId":"')}%FF%22%7D`;
    const error = expectRpcFailure(await call(service(), target, { sign: 'timed' }), 'error_validation');
    expect(error.fields).toMatchObject([{ path: 'input', code: 'malformed' }]);
  });

  test.each(['{', 'x', '[{}', ''])('%j in a mutation', async (body) => {
    expectRpcFailure(await mutate('deposits.create', body), 'error_validation');
  });

  test.each([
    ['a list', []],
    ['a number', 5],
    ['a string', 'x'],
  ])('%s', async (_what, input) => {
    expectRpcFailure(await query('transactions.list', input), 'error_validation');
  });

  test.each([
    { 'trpc-accept': 'application/jsonl' },
    { accept: 'application/jsonl' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/octet-stream' },
  ])('also if headers ask for another form: %j', async (headers) => {
    const response = await query('banks.list', {}, { headers });
    expect(response.json.result.data.data).toContainEqual(DEMO_BANK);
  });

  test('missing input is an empty object', async () => {
    expect((await query('banks.list')).json.result.data.data).toContainEqual(DEMO_BANK);
  });
});

describe('an unusual target', () => {
  describe('that a proxy sends with scheme and host', () => {
    test.each(['/trpc/banks.list', '/v1/transactions?limit=1'])(
      'is routed and signed by its path and query: %s',
      async (path) => {
        const target = service().url + path;
        const response = await rawCall(service(), { target, headers: signedHeaders('GET', path) });
        expect(response.status, response.text).toBe(200);
      },
    );

    test('cannot be signed as anything else', async () => {
      const target = `${service().url}/trpc/banks.list`;
      const response = await rawCall(service(), { target, headers: signedHeaders('GET', target) });
      expectRpcFailure(response, 'error_invalid_sign');
    });
  });

  test('does not cause an internal error', async () => {
    for (const search of ['?input=%', '?input=%FF', '?connectionParams=x', '?connectionParams=%7B', '?%00'])
      expect((await call(service(), `/trpc/banks.list${search}`, { sign: 'timed' })).status).toBeLessThan(
        500,
      );
  });
});

test('every response is the envelope', async () => {
  const merchant = await createClient(service());
  const response = await mutate('deposits.create', deposit(), { as: merchant });
  expect(Object.keys(response.json.result.data)).toEqual(['data', 'status', 'responseTime', 'app_version']);
});
