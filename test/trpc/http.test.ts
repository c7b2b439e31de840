import { describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import {
  type ApiResponse,
  type CallOptions,
  call,
  DEMO_BANK_ID,
  depositFields,
  type Json,
  OPERATOR,
  startTestService,
} from '../harness.ts';
import { createBank, createClient } from '../support/entities.ts';
import { signedHeaders } from '../support/graphql.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { rawCall } from '../support/raw-http.ts';
import { withLockHeld, withoutTransactions } from '../support/refusing-database.ts';
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

/** The JSON-RPC code of each status. Clients reconnect a stream only after -32603. */
const RPC_CODES: Readonly<Record<number, number>> = {
  400: -32600,
  401: -32001,
  403: -32003,
  404: -32004,
  405: -32005,
  409: -32009,
  413: -32013,
  415: -32015,
  422: -32022,
  429: -32029,
  500: -32603,
  503: -32603,
};

/** Asserts a failure of the type in the form of tRPC. @returns its error object. */
function expectRefusal(response: ApiResponse, type: ErrorType): Json {
  const { message, code, data } = response.json?.error ?? {};
  expect(data?.code, response.text).toBe(type);
  const status = ERROR_STATUS[type];
  expect(response.status).toBe(status);
  expect(code).toBe(RPC_CODES[status]);
  expect(data).toEqual({
    code: type,
    status,
    error: { type, message, ...(data.error.fields && { fields: data.error.fields }) },
    responseTime: expect.stringMatching(/^\d+(\.\d\d?)?ms$/),
    app_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return data.error;
}

const DEMO_BANK = expect.objectContaining({ _id: DEMO_BANK_ID });
const SOME_ID = '0123456789abcdef01234567';

describe('every failure has the form of tRPC, with its status and code:', () => {
  test.each<[ErrorType, () => Promise<ApiResponse>]>([
    ['error_validation', () => mutate('deposits.create', { amount: 'x' })],
    ['error_missing_credentials', () => query('banks.list', {}, { headers: { sign: '' } })],
    ['error_invalid_sign', () => query('banks.list', {}, { headers: { sign: 'x' } })],
    ['error_invalid_sign', () => query('banks.list', {}, { sign: 'plain' })],
    ['not_authorized', () => mutate('deposits.create', deposit({ onBehalfOf: OPERATOR.appKey }))],
    ['error_site_not_found', () => query('banks.list', {}, { headers: { appKey: 'nobody' } })],
    ['error_bank_not_found', () => mutate('deposits.create', deposit({ bankId: 'unknown' }))],
    ['error_transaction_not_found', () => query('transactions.get', { transactionId: SOME_ID })],
    ['error_route_not_found', () => query('banks.lists')],
    ['error_method_not_allowed', () => query('deposits.create', deposit())],
    [
      'error_process_id_conflict',
      async () => {
        const input = deposit();
        await mutate('deposits.create', input);
        return mutate('deposits.create', { ...input, amount: 501 });
      },
    ],
    [
      'error_payload_too_large',
      () =>
        rawCall(service(), {
          method: 'POST',
          target: '/trpc/deposits.create',
          headers: { 'content-type': JSON_TYPE, 'content-length': String(4 * 2 ** 20) },
        }),
    ],
    ['error_unsupported_media_type', () => mutate('deposits.create', 'x', { contentType: 'text/plain' })],
    [
      'error_bank_unavailable',
      async () => {
        const bank = await createBank(service(), { active: false });
        return mutate('deposits.create', deposit({ bankId: bank.id }));
      },
    ],
    ['error_amount_out_of_bank_limits', () => mutate('deposits.create', deposit({ amount: 0.01 }))],
    ['error_internal', () => withoutTransactions(service(), () => query('transactions.list'))],
    [
      'error_no_account_available',
      async () => {
        const bank = await createBank(service(), { withAccount: false });
        return mutate('deposits.create', deposit({ bankId: bank.id }));
      },
    ],
    ['error_unavailable', () => withLockHeld(service(), () => mutate('deposits.create', deposit()))],
  ])('%s', async (type, way) => {
    const response = await way();
    expectRefusal(response, type);
    const comesAgain = type === 'error_unavailable' || type === 'error_no_account_available';
    expect(response.headers.get('retry-after') ?? '').toMatch(comesAgain ? /^[1-9]\d*$/ : /^$/);
  });

  test('error_rate_limited, with Retry-After', async () => {
    await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
    const ask = () => call(limited, '/trpc/banks.list', { sign: 'timed' });
    let response = await ask();
    for (let attempt = 0; attempt < 100 && response.status === 200; attempt += 1) response = await ask();
    expectRefusal(response, 'error_rate_limited');
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});

describe('a call runs one procedure, by its method:', () => {
  test.each(['/trpc', '/trpc/', '/trpc/banks', '/trpc/banks.list/', '/trpc/banks/list', '/trpc/constructor'])(
    '%s is not a procedure, with and without a key',
    async (target) => {
      expectRefusal(await rawCall(service(), { target }), 'error_route_not_found');
      expectRefusal(await call(service(), target, { sign: 'timed' }), 'error_route_not_found');
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
    if (method !== 'HEAD') expectRefusal(response, 'error_method_not_allowed');
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
    expect(expectRefusal(result, 'error_validation').fields[0].path).toBe('batch');
    expect(statements).toEqual([]);
  });
});

describe('input that cannot be read is refused:', () => {
  test.each(['{', 'x', '{"limit":1}}', '"'])('%s in a query', async (input) => {
    const target = `/trpc/transactions.list?input=${encodeURIComponent(input)}`;
    const error = expectRefusal(await call(service(), target, { sign: 'timed' }), 'error_validation');
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
      expect(expectRefusal(response, 'error_validation').fields).toMatchObject([{ path, code: 'repeated' }]);
  });

  test.each(['{', 'x', '[{}', ''])('%j in a mutation', async (body) => {
    expectRefusal(await mutate('deposits.create', body), 'error_validation');
  });

  test.each([
    ['a list', []],
    ['a number', 5],
    ['a string', 'x'],
  ])('%s', async (_what, input) => {
    expectRefusal(await query('transactions.list', input), 'error_validation');
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
  test('runs the same procedure if a proxy sends it with scheme and host', async () => {
    const target = `${service().url}/trpc/banks.list`;
    const response = await rawCall(service(), { target, headers: signedHeaders('GET', target) });
    expect(response.json.result.data.data).toContainEqual(DEMO_BANK);
  });

  test('does not cause an internal error', async () => {
    for (const search of ['?input=%', '?input=%FF', '?connectionParams=x', '?connectionParams=%7B', '?%00'])
      expect((await call(service(), `/trpc/banks.list${search}`, { sign: 'timed' })).status).toBeLessThan(
        500,
      );
  });
});

describe('an unexpected error', () => {
  test('is masked, and logged once under the id in the response', async () => {
    const response = await withoutTransactions(service(), () => query('transactions.list', {}));
    const { message } = expectRefusal(response, 'error_internal');
    expect(response.text).not.toMatch(/sql|no such|\.ts|node_modules|stack/i);
    const errorId = /[0-9a-f-]{36}/.exec(message)?.[0] ?? 'none';
    const lines = service().logLines.filter((line) => line.includes(errorId));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, requestId: response.headers.get('x-request-id'), errorId }),
    ]);
    expect(lines[0]).toMatch(/no such table|does not exist/);
  });
});

test('a client that disconnects early causes no error, and its operation is finished', async () => {
  const leaving = new AbortController();
  const input = deposit();
  const body = JSON.stringify(input);
  const headers = signedHeaders('POST', '/trpc/deposits.create', { body });
  // The lock is held until the client has left, however long that takes.
  await using patient = await startTestService({ limits: LONG_LOCK_TIMEOUT });
  const { url, dependencies, logLines } = patient;
  await statementsOf(patient, (statements) =>
    withLockHeld(patient, async () => {
      const init = { method: 'POST', headers, body, signal: leaving.signal };
      const aborted = fetch(`${url}/trpc/deposits.create`, init);
      await expect.poll(() => statements).toContain('command createTransactions');
      leaving.abort();
      await expect(aborted).rejects.toThrow('aborted');
    }),
  );
  const stored = async () =>
    (await dependencies.transactions.list({ processId: input.processId }, { limit: 1 })).items;
  await expect.poll(stored).toHaveLength(1);
  expect(logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});

test('every response is the envelope', async () => {
  const merchant = await createClient(service());
  const response = await mutate('deposits.create', deposit(), { as: merchant });
  expect(Object.keys(response.json.result.data)).toEqual(['data', 'status', 'responseTime', 'app_version']);
});
