import { buildSchema, getOperationAST, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldTypeOf } from '../../schema/bridge/field-type.ts';
import { LIMITS } from '../../schema/server/bounds.ts';
import { measureCost } from '../../schema/server/cost.ts';
import { PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import { type ApiResponse, OPERATOR, startTestService } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { graphql, type Request, signedHeaders } from '../support/graphql.ts';
import { storeDeposits } from '../support/manual-clock-service.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';
import { statementsOf } from '../support/statements.ts';

describe('bounds', () => {
  const service = useService();
  const ask = (query: string, request: Request = {}) =>
    graphql(service(), query, { as: OPERATOR, ...request });

  const repeat = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join(' ');

  /** Every field of a transaction. */
  const EVERY_FIELD = `id hash transactionId bankId bank amount type bankAccountName bankAccountIban url accountName
  iban status name userName userId processId convertedName statusReason finalAmount createdAt updatedAt sequence
  appKey`;

  const PAGE = `{ transactions(first: 100) {
  edges { cursor node { ${EVERY_FIELD} } }
  nodes { ${EVERY_FIELD} }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
} }`;

  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const CREATE = 'mutation ($input: CreateDepositInput!) { createDeposit(input: $input) { status } }';

  /** Fragments that each spread the next one twice. */
  const doubling = (times: number, leaf: string) =>
    `{ ...F0 } ${repeat(
      times,
      (index) =>
        `fragment F${index} on Query { ${index === times - 1 ? leaf : repeat(2, () => `...F${index + 1}`)} }`,
    )}`;

  /** Expensive documents, and the messages of their refusal. */
  const BOMBS: Readonly<Record<string, readonly [string, RegExp]>> = {
    'more tokens than are read': [`{ ${'a '.repeat(20_000)} }`, /1000 tokens/],
    'deep nesting': ['{ a '.repeat(10_000), /1000 tokens/],
    'one field many times': [`{ ${'__typename '.repeat(301)} }`, /301 fields; at most 300 /],
    'many aliases': [`{ ${repeat(16, (index) => `a${index}: __typename`)} }`, /16 aliases; at most 15 /],
    'many directives': [`{ __typename ${'@skip(if: false) '.repeat(21)} }`, /21 directives; at most 20 /],
    'many unknown directives': [`{ __typename ${'@a '.repeat(400)} }`, /400 directives; at most 20 /],
    'fragments in a circle': [
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      /Cannot spread fragment "A" within itself/,
    ],
    'fragments in many circles': [
      `{ ...F0 } ${repeat(60, (index) => `fragment F${index} on Query { ...F${(index + 1) % 60} ...F${(index + 7) % 60} }`)}`,
      /Cannot spread fragment/,
    ],
    'fragments that double ninety times': [doubling(90, '__typename'), /at most 300 /],
    'fragments that double pages': [doubling(60, 'transactions { nodes { id } }'), /at most 300 /],
    'a long name': [
      `query ($${'V'.repeat(129)}: [ID!]!) { nodes(ids: $${'V'.repeat(129)}) { id } }`,
      /a name of 129 characters; at most 128 /,
    ],
    'many full pages': [
      `{ ${repeat(5, (index) => `a${index}: transactions(first: 100) { nodes { ${EVERY_FIELD} } }`)} }`,
      /values to look at and to answer; at most 12500 /,
    ],
    'pages with a size from the default of a variable': [
      `query ($n: Int = 100) { ${repeat(5, (index) => `a${index}: transactions(first: $n) { nodes { ${EVERY_FIELD} } }`)} }`,
      /values to look at and to answer; at most 12500 /,
    ],
    'many searches for one transaction': [
      `{ ${repeat(3, (index) => `a${index}: transactions(last: 1, filter: { query: "x" }) { nodes { id } }`)} }`,
      /values to look at and to answer; at most 12500 /,
    ],
    'deep introspection': [
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      /introspection depth/,
    ],
  };

  /** Asserts that a request was refused without data, and why. */
  function expectRefusal(response: ApiResponse, path: string, message: RegExp): void {
    const [{ extensions }] = response.json.errors;
    expect(extensions.error).toMatchObject({
      type: 'error_validation',
      message: expect.stringMatching(message),
    });
    expect(extensions.error.fields[0].path).toBe(path);
    expect(response.json.data ?? null).toBeNull();
  }

  // The key is looked up once and cached, so that no statement of it is counted below.
  beforeAll(async () => void (await ask('{ __typename }')));

  describe('a document that costs too much is refused with the reason, before any statement runs:', () => {
    test.each(Object.entries(BOMBS))('%s', async (_what, [query, message]) => {
      const { result, statements } = await statementsOf(service(), () => ask(query));
      expectRefusal(result, 'document', message);
      expect(result.status).toBe(400);
      expect(result.text.length).toBeLessThan(30_000);
      expect(statements).toEqual([]);
    });

    test('a subscription too', async () => {
      const query = `subscription { transactionChanged { ${'id '.repeat(300)} } }`;
      expectRefusal(
        await ask(query, { accept: 'text/event-stream, application/json' }),
        'document',
        /301 fields/,
      );
      expect(service().dependencies.bus.hasSubscribers).toBe(false);
    });

    test('others get their responses while many such documents arrive', async () => {
      const bombs = Object.values(BOMBS).flatMap(([query]) => [ask(query), ask(query), ask(query)]);
      const others = Array.from({ length: 20 }, () => rawCall(service(), { target: '/healthz' }));
      for (const other of await Promise.all(others)) expect(other.status).toBe(200);
      for (const bomb of await Promise.all(bombs)) expect(bomb.status).toBe(400);
    });
  });

  describe('large values are refused before any statement runs:', () => {
    const MANY = 12_000;
    const nodeId = Buffer.from('Transaction:0123456789abcdef01234567').toString('base64');

    test.each<[string, string, Record<string, unknown>, string, RegExp]>([
      ['more ids than the limit', NODES, { ids: Array(101).fill(nodeId) }, 'ids', /at most 100 /],
      ['a list of invalid ids', NODES, { ids: Array(MANY).fill('x') }, 'id', /^id must be the id of a node/],
      [
        'a list of objects for ids',
        NODES,
        { ids: Array(MANY).fill({}) },
        'ids.0',
        /ID cannot represent value$/,
      ],
      ['a list for an input', CREATE, { input: Array(MANY).fill(1) }, 'input', /to be an object\.$/],
      [
        'many unknown fields',
        CREATE,
        { input: Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`f${index}`, 1])) },
        'body',
        /4000 fields; at most 200 /,
      ],
    ])('%s', async (_what, query, variables, path, message) => {
      const { result, statements } = await statementsOf(service(), () => ask(query, { variables }));
      expectRefusal(result, path, message);
      expect(result.json.errors.length).toBeLessThanOrEqual(20);
      expect(result.text.length).toBeLessThan(30_000);
      expect(statements).toEqual([]);
    });

    test('deeply nested objects', async () => {
      const deep = `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`;
      const body = `{"query":${JSON.stringify(CREATE)},"variables":{"input":${deep}}}`;
      const headers = signedHeaders('POST', '/graphql', { body, as: OPERATOR });
      const response = await rawCall(service(), { method: 'POST', target: '/graphql', headers, body });
      expectRefusal(response, 'amount', /was not provided\.$/);
    });

    test('a body of four megabytes, before it is parsed or a key is looked up', async () => {
      const body = JSON.stringify({ query: `{ ${'a '.repeat(2 ** 21)} }` });
      const as = { appKey: 'nobody', secret: 'x' };
      const headers = signedHeaders('POST', '/graphql', { body, as });
      const { result, statements } = await statementsOf(service(), () =>
        rawCall(service(), { method: 'POST', target: '/graphql', headers, body }),
      );
      expect(result.status).toBe(413);
      expect(result.json.errors[0].extensions.code).toBe('error_payload_too_large');
      // Sending it takes long enough for statements of jobs.
      expect(statements.filter((sql) => sql.includes('"clients"'))).toEqual([]);
    });
  });

  describe('the documents of ordinary clients are within the limits:', () => {
    beforeAll(async () => {
      await storeDeposits(service(), await createClient(service()), 101);
    });

    test('a full page with every field twice, and its page info', async () => {
      const { edges, nodes, pageInfo } = (await ask(PAGE)).json.data.transactions;
      expect(edges).toHaveLength(100);
      expect(nodes).toEqual(edges.map(({ node }: { node: unknown }) => node));
      expect(pageInfo).toMatchObject({ hasNextPage: true, endCursor: edges.at(-1).cursor });
      expect(Object.keys(nodes[0])).toHaveLength(EVERY_FIELD.split(/\s+/).length);
    });

    test('a page with its size in a variable', async () => {
      const query = PAGE.replace('{ transactions(first: 100)', 'query ($n: Int!) { transactions(first: $n)');
      expect((await ask(query, { variables: { n: 100 } })).json.data.transactions.edges).toHaveLength(100);
    });

    test('several queries in one document', async () => {
      const response = await ask(`{
      pending: transactions(first: 20, filter: { status: pending }) { nodes { ${EVERY_FIELD} } }
      recent: transactions(first: 20) { nodes { ${EVERY_FIELD} } }
      stats(from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z", groupBy: day) { key createdCount }
      banks { _id name deposit { minAmount maxAmount } withdrawal { minAmount maxAmount } }
    }`);
      expect(response.json.errors).toBeUndefined();
      expect(response.json.data.recent.nodes).toHaveLength(20);
    });
  });

  describe('the cost of a document', () => {
    const schema = buildSchema('type Query { q: Query list: [Query!]! name: String }');
    const measure = (query: string) => {
      const document = parse(query);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('there is no operation');
      return measureCost(schema, document, { operation, variables: {} });
    };

    test('counts fields with those of fragments, levels, and the values of the response', () => {
      expect(measure('{ name }')).toEqual({ fields: 1, depth: 1, values: 1 });
      expect(measure('{ q { q { name } name } }')).toEqual({ fields: 4, depth: 3, values: 4 });
      expect(measure('{ list { name } }')).toEqual({ fields: 2, depth: 2, values: 101 });
      expect(measure('{ ...F ...F } fragment F on Query { q { name } }')).toEqual({
        fields: 4,
        depth: 2,
        values: 4,
      });
      expect(measure('{ ... { ... on Query { q { name } } } }')).toEqual({ fields: 2, depth: 2, values: 2 });
    });

    test('is limited to eight levels', () => {
      expect(measure(`${'{ q '.repeat(9)}{ name }${' }'.repeat(9)}`).depth).toBe(10);
      expect(LIMITS.depth).toBe(8);
    });
  });

  describe('the schema', () => {
    const QUESTIONS = [
      '{ __schema { types { name } } }',
      '{ __type(name: "Transaction") { name } }',
      'fragment F on Query { __schema { queryType { name } } } { ...F }',
    ];
    const PRODUCTION = { NODE_ENV: 'production', MASTER_KEY: '0123456789abcdef'.repeat(4) };

    test.each(QUESTIONS)('can be introspected outside production: %s', async (query) => {
      expect((await ask(query)).json.errors).toBeUndefined();
    });

    test('is hidden in production, also from the messages about wrong names', async () => {
      await using production = await startTestService({ env: PRODUCTION });
      const { dependencies } = production;
      const created = await dependencies.clients.create(
        {
          id: dependencies.runtime.newId(),
          appKey: 'someone',
          name: 'Someone',
          role: 'admin',
          callbackUrl: null,
          ipAllowlist: [],
          ...PLAIN_CLIENT,
          requiresTimedSign: false,
          disabledAtMs: null,
          createdAtMs: 0,
        },
        'someone-secret',
      );
      expect(created).toBeDefined();
      const request: Request = { as: { appKey: 'someone', secret: 'someone-secret' } };
      for (const query of QUESTIONS)
        expectRefusal(
          await graphql(production, query, request),
          'document',
          /introspection has been disabled/,
        );
      for (const query of [
        '{ transaction { i } }',
        '{ bank { _id } }',
        '{ banks(typ: deposit) { _id } }',
        '{ banks }',
      ]) {
        const response = await graphql(production, query, request);
        expectRefusal(response, 'document', /./);
        expect(response.text).not.toContain('Did you mean');
      }
      expect((await graphql(production, '{ __typename }', request)).json.data).toEqual({
        __typename: 'Query',
      });
    });

    test('is suggested in the messages about wrong names outside production', async () => {
      expect((await ask('{ bank { _id } }')).text).toContain('Did you mean');
    });
  });
});

describe('field types', () => {
  test('an object without a name has no type', () => {
    expect(() => fieldTypeOf('at', z.object({}))).toThrow('the field at has no GraphQL type');
    expect(() => fieldTypeOf('at', z.enum(['a', 'b']))).toThrow('the field at has no GraphQL type');
  });
});
