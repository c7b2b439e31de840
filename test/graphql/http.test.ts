import { describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import { type ApiResponse, call, depositFields } from '../harness.ts';
import { graphql, graphqlGet, type Request, signedHeaders } from '../support/graphql.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
const STREAM = 'text/event-stream';
const BANKS = '{ banks { _id } }';
const CREATE = 'mutation ($input: CreateDepositInput!) { createDeposit(input: $input) { status } }';

const ask = (query: string, request?: Request) => graphql(service(), query, request);
const deposit = (changes: Record<string, string> = {}) => {
  const { processId = '', ...fields } = depositFields(changes);
  return { ...fields, processId, amount: 500 };
};
const contentType = (response: ApiResponse) => response.headers.get('content-type');

/** Posts a body without changes. */
const post = (body: string, headers: Record<string, string> = {}, type = JSON_TYPE) =>
  call(service(), '/graphql', { body, contentType: type, sign: 'timed', headers });

/** Asserts one error of the type, in the form of GraphQL and without data. */
function expectRefusal(response: ApiResponse, type: ErrorType, status: number = ERROR_STATUS[type]): void {
  expect(
    response.json?.errors?.map((error: { extensions: { code: string } }) => error.extensions.code),
  ).toEqual([type]);
  expect(response.json).not.toHaveProperty('data');
  expect(response.status).toBe(status);
  expect(contentType(response)).toMatch(/^application\/(graphql-response\+)?json; charset=utf-8$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

describe('the media type of the response is the one that the client prefers:', () => {
  test.each([
    [RESPONSE, RESPONSE],
    [JSON_TYPE, JSON_TYPE],
    [`${RESPONSE}; charset=utf-8, ${JSON_TYPE}; charset=utf-8`, RESPONSE],
    [`${RESPONSE}, ${JSON_TYPE};q=0.9`, RESPONSE],
    [`${JSON_TYPE};q=0.5, ${RESPONSE}`, RESPONSE],
    [`${JSON_TYPE}, ${RESPONSE}`, JSON_TYPE],
    [`${RESPONSE};q=0, */*`, JSON_TYPE],
    ['APPLICATION/GRAPHQL-RESPONSE+JSON', RESPONSE],
    ['application/json;charset=UTF-8', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [`${STREAM}, ${RESPONSE}`, RESPONSE],
    [`text/html, application/xml;q=0.9, ${RESPONSE};q=0.1`, RESPONSE],
  ])('Accept: %s', async (accept, type) => {
    const response = await ask(BANKS, { accept });
    expect(contentType(response)).toBe(`${type}; charset=utf-8`);
    expect(response.json.data.banks).toHaveLength(3);
  });

  test('the current media type without an Accept header', async () => {
    const body = JSON.stringify({ query: BANKS });
    const headers = signedHeaders('POST', '/graphql', { body });
    const response = await rawCall(service(), { method: 'POST', target: '/graphql', headers, body });
    expect(contentType(response)).toBe(`${RESPONSE}; charset=utf-8`);
    expect(response.json.data.banks).toHaveLength(3);
  });

  test.each(['text/html', 'application/xml', `${JSON_TYPE}; charset=utf-16`, `${RESPONSE};q=0`])(
    'a client that accepts none of them is refused before anything runs (Accept: %s)',
    async (accept) => {
      const input = deposit();
      expectRefusal(await ask(CREATE, { accept, variables: { input } }), 'error_unsupported_media_type', 406);
      const found = await ask(
        `{ transactions(filter: { processId: "${input.processId}" }) { nodes { id } } }`,
      );
      expect(found.json.data.transactions.nodes).toEqual([]);
    },
  );

  test('a stream of one event for a client that accepts nothing else', async () => {
    const response = await ask(BANKS, { accept: STREAM });
    expect(response.status).toBe(200);
    expect(contentType(response)).toBe(STREAM);
    expect(response.text).toMatch(/event: next\ndata: {"data":{"banks":.+}}\n\nevent: complete\n/);
  });
});

describe('the status says whether the response has data:', () => {
  /** Well-formed requests that are not executed. */
  const REFUSED: readonly (readonly [string, string, Request, ErrorType])[] = [
    ['a document that does not parse', '{', {}, 'error_validation'],
    ['a document that is not valid', '{ bank }', {}, 'error_validation'],
    ['an unknown operation', BANKS, { operationName: 'B' }, 'error_validation'],
    [
      'no choice among several operations',
      'query A { __typename } query B { __typename }',
      {},
      'error_validation',
    ],
    ['a variable of the wrong type', CREATE, { variables: { input: 5 } }, 'error_validation'],
    ['a document that costs too much', `{ ${'__typename '.repeat(301)} }`, {}, 'error_validation'],
  ];

  test.each(REFUSED)(`${RESPONSE}: 400 for %s`, async (_what, query, request, type) => {
    expectRefusal(await ask(query, { ...request, accept: RESPONSE }), type, 400);
  });

  test.each(REFUSED)(`${JSON_TYPE}: 200 for %s`, async (_what, query, request, type) => {
    expectRefusal(await ask(query, { ...request, accept: JSON_TYPE }), type, 200);
  });

  test.each([RESPONSE, JSON_TYPE])('%s: 200 when some fields fail and others do not', async (accept) => {
    const response = await ask('{ banks { _id } node(id: "x") { id } }', { accept });
    expect(response.status).toBe(200);
    expect(response.json.data).toEqual({ banks: expect.any(Array), node: null });
    expect(response.json.errors[0].extensions.status).toBe(400);
  });

  test.each([RESPONSE, JSON_TYPE])('%s: 200 for an operation that ran and failed', async (accept) => {
    const response = await ask('{ transaction(id: "0123456789abcdef01234567") { id } }', { accept });
    expect(response.status).toBe(200);
    expect(response.json.data).toBeNull();
    expect(response.json.errors[0].extensions.status).toBe(404);
  });
});

describe('a malformed request gets 400 for every Accept header:', () => {
  test.each([
    ['invalid JSON', '{"query":', 'body'],
    ['a word', 'nonsense', 'body'],
    ['a JSON string', '"{ banks { _id } }"', 'body'],
    ['null', 'null', 'body'],
    ['a batch', JSON.stringify([{ query: BANKS }]), 'body'],
    ['a batch of several', JSON.stringify([{ query: BANKS }, { query: BANKS }]), 'body'],
    ['no query', '{"qeury":"{ __typename }"}', 'query'],
    ['a query that is null', '{"query":null}', 'query'],
    ['a query that is a number', '{"query":5}', 'query'],
    ['variables that are a list', '{"query":"{ __typename }","variables":[7]}', 'variables'],
    ['variables that are a string', '{"query":"{ __typename }","variables":"{}"}', 'variables'],
    ['an operationName that is a number', '{"query":"{ __typename }","operationName":5}', 'operationName'],
    ['extensions that are a string', '{"query":"{ __typename }","extensions":"x"}', 'extensions'],
    ['a query that is given twice', '{"query":"{ __typename }","query":"{ __typename }"}', 'query'],
    [
      'a field of an input that is given twice',
      '{"query":"{ __typename }","variables":{"input":{"amount":5,"amount":500}}}',
      'variables.input.amount',
    ],
    ['several of these', '{"variables":5,"extensions":5}', 'query', 'variables', 'extensions'],
  ])('%s', async (_what, body, ...paths) => {
    for (const accept of [RESPONSE, JSON_TYPE, STREAM]) {
      const response = await post(body, { accept });
      expectRefusal(response, 'error_validation', 400);
      const { fields } = response.json.errors[0].extensions.error;
      expect(fields.map(({ path }: { path: string }) => path)).toEqual(paths);
    }
  });

  test('a POST without a body', async () => {
    expectRefusal(
      await call(service(), '/graphql', { method: 'POST', sign: 'timed' }),
      'error_validation',
      400,
    );
  });

  test('null for optional parameters and unknown parameters are ignored', async () => {
    const parameters = { query: BANKS, operationName: null, variables: null, extensions: null, id: 5 };
    expect((await post(JSON.stringify(parameters))).json.data.banks).toHaveLength(3);
  });
});

describe('a body', () => {
  test.each([
    ['application/json;charset=UTF-8', 200],
    ['Application/JSON; charset="utf-8"', 200],
    ['application/json; charset=utf-16', 415],
    ['application/graphql', 415],
    ['application/graphql+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['text/plain', 415],
    ['', 415],
  ])('of the type %j gets %i', async (type, status) => {
    const response = await post(JSON.stringify({ query: BANKS }), { accept: RESPONSE }, type);
    if (status === 200) expect(response.json.data.banks).toHaveLength(3);
    else expectRefusal(response, 'error_unsupported_media_type');
    expect(response.status).toBe(status);
  });

  test('can have any Unicode text', async () => {
    const name = 'Şükrü 李雷 🏦';
    const input = deposit({ name });
    const response = await ask(CREATE.replace('status', 'data { name }'), { variables: { input } });
    expect(response.json.data.createDeposit.data.name).toBe(name);
  });
});

describe('a GET', () => {
  const get = (parameters: Record<string, string>, request?: Request) =>
    graphqlGet(service(), parameters, request);

  test('runs the same queries as a POST', async () => {
    const query = 'query A { __typename } query B($type: TransactionType) { banks(type: $type) { _id } }';
    const response = await get({
      query,
      operationName: 'B',
      variables: '{"type":"deposit"}',
      extensions: '{}',
    });
    expect(response.status).toBe(200);
    expect(contentType(response)).toBe(`${RESPONSE}; charset=utf-8`);
    expect(response.json.data.banks).toHaveLength(3);
  });

  test('treats an empty operationName as none', async () => {
    expect((await get({ query: BANKS, operationName: '' })).status).toBe(200);
  });

  test.each([RESPONSE, JSON_TYPE, STREAM])('does not run a mutation (Accept: %s)', async (accept) => {
    const input = deposit();
    const response = await get({ query: CREATE, variables: JSON.stringify({ input }) }, { accept });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(response.text).toContain('error_method_not_allowed');
    const found = await ask(`{ transactions(filter: { processId: "${input.processId}" }) { nodes { id } } }`);
    expect(found.json.data.transactions.nodes).toEqual([]);
  });

  test('of a document with a query and a mutation runs the query only', async () => {
    const query = `query Q { __typename } mutation M { removeFromBlacklist(entryId: "x") { entryId } }`;
    expect((await get({ query, operationName: 'Q' })).status).toBe(200);
    expect((await get({ query, operationName: 'M' })).status).toBe(405);
  });

  test.each([
    ['no query', { operationName: 'A' }, 'query'],
    ['an empty query', { query: '' }, 'query'],
    ['variables that are not JSON', { query: BANKS, variables: '{' }, 'variables'],
    ['variables that are not an object', { query: BANKS, variables: '[]' }, 'variables'],
    ['extensions that are not JSON', { query: BANKS, extensions: 'x' }, 'extensions'],
    ['a variable that is given twice', { query: BANKS, variables: '{"type":1,"type":2}' }, 'variables.type'],
  ])('with %s is refused', async (_what, parameters, path) => {
    const response = await get(parameters);
    expectRefusal(response, 'error_validation', 400);
    expect(response.json.errors[0].extensions.error.fields[0].path).toBe(path);
  });

  test('with a repeated parameter is refused', async () => {
    const target = `/graphql?${new URLSearchParams([
      ['query', BANKS],
      ['query', '{ __typename }'],
    ])}`;
    expectRefusal(await call(service(), target, { headers: { accept: RESPONSE } }), 'error_validation', 400);
  });

  test('with bytes that are no UTF-8 is refused', async () => {
    const variables = `${encodeURIComponent('{"type":"')}%FF%22%7D`;
    const target = `/graphql?query=${encodeURIComponent(BANKS)}&variables=${variables}`;
    const response = await call(service(), target, { headers: { accept: RESPONSE } });
    expectRefusal(response, 'error_validation', 400);
    expect(response.json.errors[0].extensions.error.fields[0]).toMatchObject({
      path: 'variables',
      code: 'malformed',
    });
  });

  test('is safe from cross-site request forgery: a page of another site cannot send its headers', async () => {
    const target = `/graphql?${new URLSearchParams({ query: BANKS })}`;
    const response = await rawCall(service(), { target, headers: { accept: '*/*', cookie: 'session=x' } });
    expectRefusal(response, 'error_missing_credentials');
    expect((await call(service(), target, { sign: 'plain' })).status).toBe(403);
  });
});

describe('other methods are refused before the sign is checked:', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])('%s', async (method) => {
    const response = await rawCall(service(), { method, target: '/graphql' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    if (method !== 'HEAD') expectRefusal(response, 'error_method_not_allowed');
  });
});

test('a path below the endpoint is refused in the form of GraphQL', async () => {
  const response = await rawCall(service(), { target: '/graphql/x', headers: { accept: RESPONSE } });
  expectRefusal(response, 'error_route_not_found');
  expect(contentType(response)).toBe(`${RESPONSE}; charset=utf-8`);
});

test('a body in a coding that the service does not read is refused', async () => {
  const response = await post(JSON.stringify({ query: BANKS }), { 'content-encoding': 'gzip' });
  expectRefusal(response, 'error_unsupported_media_type');
});

test('a subscription needs a client that accepts a stream, and is refused before it starts', async () => {
  const query = 'subscription { transactionChanged { id } }';
  for (const accept of [RESPONSE, JSON_TYPE])
    expectRefusal(await ask(query, { accept }), 'error_unsupported_media_type', 406);
  expect(service().dependencies.bus.hasSubscribers).toBe(false);
});
