import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { inputProblemOf } from '../../schema/server/input-problems.ts';
import { ADMIN, type ApiResponse, call, DEPOSIT, depositFields, type Json, OPERATOR } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { graphql, graphqlGet, type Request } from '../support/graphql.ts';
import { NumberText } from '../support/number-text.ts';
import { withoutTable } from '../support/refusing-database.ts';
import { graphqlErrorsOf } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('errors', () => {
  const CREATE = `mutation ($input: CreateDepositInput!) {
  createDeposit(input: $input) { data { transactionId } status responseTime app_version }
}`;

  const ask = (query: string, request?: Request) => graphql(service(), query, request);

  /** Asserts that there is one error, of type error_validation, and returns its fields. */
  function problemsOf(response: ApiResponse): Json[] {
    const [error, ...more] = graphqlErrorsOf(response);
    expect(more, response.text).toEqual([]);
    expect(error.type).toBe('error_validation');
    return error.fields;
  }

  /** The fields of REST's error for the same input. */
  async function restProblems(input: Record<string, unknown>): Promise<Json[]> {
    const response = await call(service(), DEPOSIT, { json: input });
    return response.json.error.fields;
  }

  test('there is one error for each field that fails, beside the data of the others', async () => {
    const response = await ask('{ a: node(id: "x") { id } banks { _id } b: node(id: "y") { id } }');
    expect(graphqlErrorsOf(response)).toHaveLength(2);
    expect(response.json.errors.map((error: Json) => error.path)).toEqual([['a'], ['b']]);
    expect(response.json.data).toEqual({ a: null, b: null, banks: expect.any(Array) });
  });

  test('a command that fails does not remove the answer of an earlier one', async () => {
    const { appKey } = await createClient(service());
    const response = await ask(
      `mutation ($key: String!) {
        a: rotateSecret(input: { appKey: $key, graceSeconds: 0 }) { secret }
        b: updateClient(input: { appKey: "nobody", name: "x" }) { appKey }
      }`,
      { as: ADMIN, variables: { key: appKey } },
    );
    expect(response.json.errors.map((error: Json) => error.path)).toEqual([['b']]);
    expect(response.json.data).toEqual({ a: { secret: expect.any(String) }, b: null });
  });

  describe('a value of the right type that an operation refuses', () => {
    const INVALID = { bankId: 'b', processId: '', amount: 0.001, userId: ' ', userName: ' ', name: '\u0007' };

    test('gets the same messages as over REST, all of them at once', async () => {
      const problems = problemsOf(await ask(CREATE, { variables: { input: INVALID } }));
      expect(problems).toEqual(await restProblems(INVALID));
      expect(problems.map(({ path }) => path)).toEqual(['processId', 'amount', 'userId', 'userName', 'name']);
    });

    test('gets them in the document too', async () => {
      const response = await ask(
        'mutation { createDeposit(input: { bankId: "b", processId: "", amount: 0.001, userId: " ", userName: " ", name: "\\u0007" }) { status } }',
      );
      expect(problemsOf(response)).toEqual(await restProblems(INVALID));
    });
  });

  describe('a value of the wrong type is refused in the words of GraphQL:', () => {
    const AMOUNT =
      'An Amount must be a number from 0.01 to 1000000000 with at most two digits after the point';

    /** The problems of a response, one of each error: the path and the code of a field, and the message. */
    function refusalsOf(response: ApiResponse): [path: string, code: string, message: string][] {
      expect(response.status).toBe(400);
      expect(response.json).not.toHaveProperty('data');
      return graphqlErrorsOf(response).map(({ type, message, fields }) => {
        expect(type).toBe('error_validation');
        expect(fields).toEqual([expect.objectContaining({ message })]);
        return [fields[0].path, fields[0].code, message];
      });
    }

    const messagesOf = (response: ApiResponse) => refusalsOf(response).map(([, , message]) => message);
    const namedBy = (response: ApiResponse) =>
      refusalsOf(response)
        .map(([path, code]) => `${path} ${code}`)
        .sort();

    const WRONG = { bankId: 5, processId: '', amount: 'SENTINEL', userName: ' ', name: ['SENTINEL'] };
    const LITERAL =
      'mutation { createDeposit(input: { bankId: 5, processId: "", amount: "SENTINEL", userName: " ", name: ["SENTINEL"] }) { status } }';

    test.each([
      ['variables', CREATE, { input: WRONG }],
      ['variables of another name', CREATE.replaceAll('$input', '$x'), { x: WRONG }],
      ['the document', LITERAL, {}],
    ])('each field is named as over REST, in %s', async (_where, query, variables) => {
      const named = namedBy(await ask(query, { variables }));
      expect(named).toEqual(['amount wrong_type', 'bankId wrong_type', 'name wrong_type', 'userId required']);
    });

    const MANY = `mutation ($items: [SettleItem!]!) { settleTransactions(items: $items) { transactionId } }`;

    test.each<[string, string, Record<string, unknown>, ...string[]]>([
      [
        'an item of a list',
        MANY,
        { items: [{ sequence: 'x' }] },
        'items.0.sequence wrong_type',
        'items.0.transactionId required',
      ],
      [
        'an item of a list of values',
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids: ['x', null] },
        'ids.1 wrong_type',
      ],
      [
        'a field that is not known',
        CREATE,
        { input: { ...depositFields(), amount: 5, colour: 1 } },
        'colour unknown_parameter',
      ],
      ['a variable', 'query ($type: TransactionType!) { banks(type: $type) { _id } }', {}, 'type required'],
      ['an argument', 'mutation { createDeposit { status } }', {}, 'input required'],
      ['an argument of another type', '{ banks(type: 5) { _id } }', {}, 'type wrong_type'],
      [
        'a name that may be private',
        CREATE,
        { input: { ...depositFields(), amount: 5, 'TR33 0006 1005': 1 } },
        'variables unknown_parameter',
      ],
      ['nothing of the input, but the document,', '{ bank }', {}, 'document malformed'],
    ])('%s is named', async (_what, query, variables, ...named) => {
      expect(namedBy(await ask(query, { variables, as: OPERATOR }))).toEqual(named);
    });

    test('in variables', async () => {
      const input = WRONG;
      const messages = messagesOf(await ask(CREATE, { variables: { input } }));
      expect(messages.sort()).toEqual([
        'Variable "$input" got invalid value at "input.amount"; An Amount must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5. Send it without quotes.',
        'Variable "$input" got invalid value at "input.bankId"; String cannot represent a non string value',
        'Variable "$input" got invalid value at "input.name"; String cannot represent a non string value',
        'Variable "$input" got invalid value; Field "userId" of required type "String!" was not provided.',
      ]);
    });

    test('in the document', async () => {
      const response = await ask(LITERAL);
      expect(messagesOf(response)).toEqual([
        'Field "CreateDepositInput.userId" of required type "String!" was not provided.',
        'String cannot represent a non string value',
        expect.stringContaining(AMOUNT),
        'String cannot represent a non string value',
      ]);
    });

    test('in variables for single fields', async () => {
      const response = await ask(
        `mutation ($bank: String!, $sum: Amount!, $who: String!) {
        createDeposit(input: { bankId: $bank, processId: "p", amount: $sum, userId: "u", userName: "n", name: $who }) { status }
      }`,
        { variables: { bank: 5, sum: 'SENTINEL' } },
      );
      expect(messagesOf(response)).toEqual([
        'Variable "$bank" got invalid value; String cannot represent a non string value',
        expect.stringContaining(`Variable "$sum" got invalid value; ${AMOUNT}`),
        'Variable "$who" of required type "String!" was not provided.',
      ]);
    });

    test.each([
      [
        'nothing at all',
        undefined,
        'Variable "$input" of required type "CreateDepositInput!" was not provided.',
      ],
      ['null', { input: null }, 'Variable "$input" of non-null type "CreateDepositInput!" must not be null.'],
      [
        'a list',
        { input: [] },
        'Variable "$input" got invalid value; Expected type "CreateDepositInput" to be an object.',
      ],
    ])('%s for an input', async (_what, variables, message) => {
      const response = await ask(CREATE, variables && { variables });
      expect(messagesOf(response)).toEqual([message]);
    });

    test.each([
      ['no fields', {}, 'Field "bankId" of required type "String!" was not provided.'],
      [
        'null for each field',
        { bankId: null, processId: null },
        'Expected non-nullable type "String!" not to be null.',
      ],
    ])('%s for an input', async (_what, input, message) => {
      const messages = messagesOf(await ask(CREATE, { variables: { input } }));
      expect(messages).toHaveLength(6);
      expect(messages.join(' ')).toContain(message);
    });

    test.each(['{ transaction { amount } }', '{ transaction(id: " ") { amount } }'])(
      'the argument that the field has: %s',
      async (query) => {
        const [error] = graphqlErrorsOf(await ask(query));
        expect(error.fields).toMatchObject([{ path: 'id' }]);
        expect(JSON.stringify(error)).not.toContain('transactionId');
      },
    );

    const LIST =
      'query ($n: Int, $c: String, $f: TransactionFilter) { transactions(first: $n, after: $c, filter: $f) { nodes { id } } }';
    const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

    test.each<[string, Record<string, unknown>, ...string[]]>([
      [LIST, { n: 'SENTINEL' }, 'Variable "$n" got invalid value; Int cannot represent non-integer value'],
      [LIST, { n: 1.5 }, 'Variable "$n" got invalid value; Int cannot represent non-integer value'],
      [
        LIST,
        { n: 2 ** 31 },
        'Variable "$n" got invalid value; Int cannot represent non 32-bit signed integer value',
      ],
      [LIST, { c: 5 }, 'Variable "$c" got invalid value; String cannot represent a non string value'],
      [
        LIST,
        { f: { from: 5, maxAmount: 'SENTINEL', status: '' } },
        'Variable "$f" got invalid value at "f.from"; A DateTime must be a timestamp with an offset, such as 2026-11-20T09:30:00Z or 2026-11-20T12:30:00+03:00.',
        `Variable "$f" got invalid value at "f.maxAmount"; ${AMOUNT}, such as 500 or 100.5. Send it without quotes.`,
        'Variable "$f" got invalid value at "f.status"; Value does not exist in "TransactionStatus" enum.',
      ],
      [
        'query ($t: TransactionType) { banks(type: $t) { _id } }',
        { t: 'SENTINEL' },
        'Variable "$t" got invalid value; Value does not exist in "TransactionType" enum.',
      ],
      [
        NODES,
        { ids: [{}, null] },
        'Variable "$ids" got invalid value at "ids[0]"; ID cannot represent value',
        'Variable "$ids" got invalid value at "ids[1]"; Expected non-nullable type "ID!" not to be null.',
      ],
      [NODES, {}, 'Variable "$ids" of required type "[ID!]!" was not provided.'],
    ])('%s with %j', async (query, variables, ...messages) => {
      const response = await ask(query, { variables, as: OPERATOR });
      expect(messagesOf(response).sort()).toEqual(messages);
    });

    test.each([
      ['{ transaction(id: 5) { id } }', 'String cannot represent a non string value'],
      ['{ transactions(filter: 5) { nodes { id } } }', 'Expected value of type "TransactionFilter".'],
      ['{ banks(type: "deposit") { _id } }', 'Enum "TransactionType" cannot represent non-enum value'],
    ])('%s', async (query, message) => {
      expect(messagesOf(await ask(query, { as: OPERATOR }))).toEqual([message]);
    });

    test('null for an argument whose variable has a default', async () => {
      const response = await ask('query ($ids: [ID!] = []) { nodes(ids: $ids) { id } }', {
        variables: { ids: null },
      });
      expect(problemsOf(response)).toMatchObject([
        { path: 'ids', message: 'Argument "ids" of non-null type "[ID!]!" must not be null.' },
      ]);
    });

    test('a message of 60,000 characters is read at once', () => {
      const message = `Variable "$input" got invalid value; Field "a"${'a'.repeat(60_000)}" is not defined by type "X".`;
      // The fastest of several: a busy machine stops any of them for a while.
      const durations = Array.from({ length: 5 }, () => {
        const startedAt = performance.now();
        inputProblemOf(new GraphQLError(message), message);
        return performance.now() - startedAt;
      });
      expect(Math.min(...durations)).toBeLessThan(250);
    });

    test('together with the other errors of the document', async () => {
      const response = await ask('mutation { createDeposit(input: 5) { colour } }');
      expect(messagesOf(response).sort()).toEqual([
        expect.stringContaining('Cannot query field "colour"'),
        'Expected value of type "CreateDepositInput!".',
      ]);
    });

    test.each([
      'SENTINEL',
      '"; at "x"; SENTINEL value: "',
      'a" does not exist in "Role" enum. SENTINEL, found SENTINEL.',
      'value: SENTINEL; at "input"; Value "SENTINEL',
    ])('never with the value that was sent: %s', async (value) => {
      const literal = JSON.stringify(value);
      const requests: [string, Record<string, unknown>?][] = [
        [`{ transactions(filter: { status: ${literal} }) { nodes { id } } }`],
        ['{ banks(type: SENTINEL) { _id } }'],
        [`mutation { createDeposit(input: { amount: ${literal}, name: { a: ${literal} } }) { status } }`],
        [`query ($n: Int = ${literal}) { transactions(first: $n) { nodes { id } } }`],
        [
          `mutation { createClient(input: { name: "x", role: ${literal}, ipAllowlist: [${literal}] }) { secret } }`,
        ],
        [`{ transactions(filter: ${literal}) { nodes { id } } }`],
        [LIST, { n: value, c: [value], f: value }],
        [
          LIST,
          {
            f: {
              from: { a: value },
              minAmount: value,
              status: value,
              type: [value],
              userId: { [value]: value },
            },
          },
        ],
        [NODES, { ids: [[value], { a: value }] }],
      ];
      for (const [query, variables] of requests) {
        const response = await ask(query, { as: ADMIN, ...(variables && { variables }) });
        graphqlErrorsOf(response);
        expect(response.text).not.toContain('SENTINEL');
      }
    });
  });

  describe('an unexpected error', () => {
    test('is logged once when it fails many fields', async () => {
      const created = await ask(CREATE, { variables: { input: { ...depositFields(), amount: 500 } } });
      const id = Buffer.from(`Transaction:${created.json.data.createDeposit.data.transactionId}`).toString(
        'base64',
      );
      const fields = Array.from({ length: 10 }, (_, index) => `a${index}: node(id: "${id}") { id }`);
      const before = unexpected();
      const response = await withoutTable('planned_transitions', service(), () =>
        ask(`{ ${fields.join(' ')} }`, { as: OPERATOR }),
      );
      const errors = graphqlErrorsOf(response);
      expect(errors).toHaveLength(10);
      expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
      expect(unexpected() - before).toBe(1);
    });

    test('is also a result that does not fit the schema, and its value is not shown', async () => {
      const none = {
        successful_count: 0,
        successful_minor: 0,
        unsuccessful_count: 0,
        settled_count: 0,
        settling_ms: 0,
        expired_count: 0,
        cancelled_count: 0,
        rejected_count: 0,
        reversed_count: 0,
      };
      const key = { day: 20_000, client_id: 'c', bank_id: 'b', type: 'deposit' } as const;
      const row = { ...key, ...none, created_count: 3_000_000_000, created_minor: 1 };
      await withDatabase(service().databasePath, (db) =>
        db.insertInto('transaction_counters').values(row).execute(),
      );
      const span = 'from: "2024-10-04T00:00:00Z", to: "2024-10-05T00:00:00Z", groupBy: day';
      const response = await ask(`{ stats(${span}) { createdCount } }`, { as: OPERATOR });
      expect(graphqlErrorsOf(response).map(({ type }) => type)).toEqual(['error_internal']);
      expect(response.text).not.toContain('3000000000');
    });
  });

  const unexpected = () => service().logLines.filter((line) => line.includes('unexpected error')).length;
});

describe('amounts', () => {
  const WHOLE = 'mutation ($input: CreateDepositInput!) { createDeposit(input: $input) { data { amount } } }';
  const LIST = 'query ($f: TransactionFilter) { transactions(filter: $f) { nodes { id } } }';

  /** Sends one amount in every place of a request that can hold an amount. */
  function sendEverywhere(amount: string): Promise<ApiResponse[]> {
    const { amount: _, ...others } = depositFields();
    const fields = Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const create = (value: string) =>
      `createDeposit(input: { ${fields.join(', ')}, amount: ${value} }) { data { amount } }`;
    const sum = new NumberText(amount);
    return Promise.all([
      graphql(service(), `mutation { ${create(amount)} }`),
      graphql(service(), `mutation ($sum: Amount! = ${amount}) { ${create('$sum')} }`),
      graphql(service(), `mutation ($sum: Amount!) { ${create('$sum')} }`, { variables: { sum } }),
      graphql(service(), WHOLE, { variables: { input: { ...others, amount: sum } } }),
    ]);
  }

  const filterBy = (amount: string) =>
    graphqlGet(service(), { query: LIST, variables: `{"f":{"minAmount":${amount}}}` });

  function expectRefused({ json, text }: ApiResponse, field: string): void {
    expect(json.errors, text).toHaveLength(1);
    expect(json.errors[0].extensions.error.fields).toEqual([
      {
        path: field,
        code: 'not_an_amount',
        params: { minimum: 0.01, maximum: 1_000_000_000 },
        message: `${field} must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5.`,
      },
    ]);
  }

  test.each(['1e2', '5E0', '0.1e1', '10.100', '100.50000000000000000001', '10.000000000000000000001'])(
    'an amount spelled %s is refused in every place',
    async (amount) => {
      for (const response of await sendEverywhere(amount)) expectRefused(response, 'amount');
      expectRefused(await filterBy(amount), 'minAmount');
    },
  );

  test.each([
    ['10.10', 10.1],
    ['10.0', 10],
    ['10.00', 10],
  ])('an amount spelled %s is accepted in every place', async (amount, responded) => {
    const amounts = (await sendEverywhere(amount)).map(
      ({ json }: Json) => json.data?.createDeposit.data.amount,
    );
    expect(amounts).toEqual(Array(4).fill(responded));
    expect((await filterBy(amount)).json.errors).toBeUndefined();
  });
});
