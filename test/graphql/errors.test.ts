import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Answer,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { graphql, type Request } from '../support/graphql.ts';
import { withLockHeld, withoutTransactions } from '../support/refusing-database.ts';
import { useService } from '../support/service.ts';

const service = useService();
const CREATE = `mutation ($input: CreateDepositInput!) {
  createDeposit(input: $input) { data { transactionId } status responseTime app_version }
}`;

const ask = (query: string, request?: Request) => graphql(service(), query, request);

/** Asserts that every error has the form that all have, and returns the error objects. */
function errorsOf(answer: Answer): Json[] {
  expect(answer.json?.errors?.length, answer.text).toBeGreaterThan(0);
  return answer.json.errors.map(({ message, extensions }: Json) => {
    const { code, status, error, responseTime, app_version, ...rest } = extensions;
    expect(rest).toEqual({});
    expect(error).toEqual({ type: code, message, ...(error.fields && { fields: error.fields }) });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(responseTime).toMatch(/^\d+(\.\d\d?)?ms$/);
    expect(app_version).toMatch(/^\d+\.\d+\.\d+$/);
    return error;
  });
}

/** The fields of the one error there is. */
function problemsOf(answer: Answer): Json[] {
  const [error, ...more] = errorsOf(answer);
  expect(more, answer.text).toEqual([]);
  expect(error.type).toBe('error_validation');
  return error.fields;
}

/** What REST says of the same input. */
async function restProblems(input: Record<string, unknown>): Promise<Json[]> {
  const answer = await call(service(), DEPOSIT, {
    body: JSON.stringify(input),
    contentType: 'application/json',
  });
  return answer.json.error.fields;
}

describe('whatever goes wrong, every error has the one form:', () => {
  test.each([
    ['a document that does not parse', '{', {}],
    ['a field that there is not', '{ transaktion }', {}],
    [
      'an operation that there is not',
      'query A { __typename } query B { __typename }',
      { operationName: 'C' },
    ],
    ['a document that asks for too much', `{ ${'__typename '.repeat(301)} }`, {}],
    ['a value of the wrong type', CREATE, { variables: { input: 1 } }],
    ['a role that may not', '{ clients { appKey } }', { as: MERCHANT }],
    ['what an operation refuses', '{ transaction(id: "0123456789abcdef01234567") { id } }', {}],
    ['a node id that is none', '{ node(id: "x") { id } }', {}],
  ])('%s', async (_what, query, request: Request) => {
    errorsOf(await ask(query, request));
  });

  test('one error for each field that fails, the answer for the others', async () => {
    const answer = await ask('{ a: node(id: "x") { id } banks { _id } b: node(id: "y") { id } }');
    expect(errorsOf(answer)).toHaveLength(2);
    expect(answer.json.errors.map((error: Json) => error.path)).toEqual([['a'], ['b']]);
    expect(answer.json.data).toEqual({ a: null, b: null, banks: expect.any(Array) });
  });
});

describe('input that is wrong is refused in the words of the operation, all of it at once:', () => {
  const WRONG = { bankId: 5, processId: '', amount: 'SENTINEL', userName: ' ', name: ['SENTINEL'] };

  test('in variables, as REST does', async () => {
    const problems = problemsOf(await ask(CREATE, { variables: { input: WRONG } }));
    expect(problems).toEqual(await restProblems(WRONG));
    expect(problems.map(({ path }) => path)).toEqual([
      'bankId',
      'processId',
      'amount',
      'userId',
      'userName',
      'name',
    ]);
  });

  test('in the document itself', async () => {
    const answer = await ask(
      'mutation { createDeposit(input: { bankId: 5, processId: "", amount: "SENTINEL", userName: " ", name: ["SENTINEL"] }) { status } }',
    );
    expect(problemsOf(answer)).toEqual(await restProblems(WRONG));
  });

  test('in variables for single fields', async () => {
    const answer = await ask(
      `mutation ($bank: String!, $sum: Amount!, $who: String) {
        createDeposit(input: { bankId: $bank, processId: "p", amount: $sum, userId: "u", userName: "n", name: $who }) { status }
      }`,
      { variables: { bank: 5, sum: 'SENTINEL' } },
    );
    expect(problemsOf(answer).map(({ message }) => message)).toEqual([
      'bankId must be a string.',
      'amount must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5.',
      'name is required.',
    ]);
  });

  test.each([
    ['nothing at all', undefined],
    ['an object without fields', { input: {} }],
    ['null for the input', { input: null }],
    ['null for each field', { input: { bankId: null, processId: null, amount: null } }],
  ])('what is required, when there is %s', async (_what, variables) => {
    const answer = await ask(CREATE, variables && { variables });
    expect(problemsOf(answer)).toEqual(await restProblems({}));
  });

  test('an argument that is required and left out', async () => {
    expect(problemsOf(await ask('mutation { createDeposit { status } }'))).toEqual(await restProblems({}));
  });

  test('a field that there is not, beside those that are wrong', async () => {
    const fields = depositFields();
    const answer = await ask(CREATE, {
      variables: { input: { ...fields, amount: 500, name: 1, colour: 'SENTINEL', 'SENTI NEL': 1 } },
    });
    expect(problemsOf(answer)).toEqual([
      { path: 'name', message: 'name must be a string.' },
      { path: 'colour', message: 'colour is no field of CreateDepositInput. Leave it out.' },
      {
        path: '',
        message: 'The input has a field that CreateDepositInput does not have. Leave it out.',
      },
    ]);
  });

  test.each([
    [
      'query ($n: Int) { transactions(first: $n) { nodes { id } } }',
      { n: 'SENTINEL' },
      'first must be a whole number.',
    ],
    [
      'query ($n: Int) { transactions(first: $n) { nodes { id } } }',
      { n: 1.5 },
      'first must be a whole number.',
    ],
    ['query ($c: String) { transactions(after: $c) { nodes { id } } }', { c: 5 }, 'after must be a string.'],
    [
      'query ($f: TransactionFilter) { transactions(filter: $f) { nodes { id } } }',
      { f: { from: 5, maxAmount: 'SENTINEL', status: 'SENTINEL' } },
      'status must be one of pending, successful, unsuccessful. from must be a timestamp with an offset, such as 2026-11-20T09:30:00Z or 2026-11-20T12:30:00+03:00. maxAmount must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5.',
    ],
    [
      'query ($t: TransactionType) { banks(type: $t) { _id } }',
      { t: 'SENTINEL' },
      'type must be one of deposit, withdrawal.',
    ],
    [
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: [{}, {}, null] },
      'ids must be a string. ids is required.',
    ],
    ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {}, 'ids is required.'],
    ['{ transaction(id: 5) { id } }', {}, 'id must be a string.'],
    ['{ transactions(filter: 5) { nodes { id } } }', {}, 'The input must be an object of fields.'],
  ])('%s with %j', async (query, variables, message) => {
    const answer = await ask(query, { variables, as: OPERATOR });
    expect(
      problemsOf(answer)
        .map((problem) => problem.message)
        .join(' '),
    ).toBe(message);
  });

  test('but never with what was sent, be it in a variable or in the document', async () => {
    for (const query of [
      '{ transactions(filter: { status: "SENTINEL" }) { nodes { id } } }',
      '{ banks(type: SENTINEL) { _id } }',
      'mutation { createDeposit(input: { amount: "SENTINEL", name: { a: "SENTINEL" } }) { status } }',
      'query ($n: Int = "SENTINEL") { transactions(first: $n) { nodes { id } } }',
      'mutation { createClient(input: { name: "x", role: "SENTINEL", ipAllowlist: ["SENTINEL"] }) { secret } }',
    ]) {
      const answer = await ask(query, { as: ADMIN });
      errorsOf(answer);
      expect(answer.text).not.toContain('SENTINEL');
    }
  });

  test('also a null in place of a default, which only the field itself minds', async () => {
    const answer = await ask('query ($ids: [ID!] = []) { nodes(ids: $ids) { id } }', {
      variables: { ids: null },
    });
    expect(problemsOf(answer)).toEqual([
      { path: 'document', message: 'Argument "ids" of non-null type "[ID!]!" must not be null.' },
    ]);
  });

  test('after the role: who may not run an operation is not told what it takes', async () => {
    const viewer = await createClient(service(), { role: 'viewer' });
    const [error, ...more] = errorsOf(await ask(CREATE, { variables: { input: WRONG }, as: viewer }));
    expect(more).toEqual([]);
    expect(error).toEqual({
      type: 'not_authorized',
      message: expect.stringMatching(/^A key with the role viewer may not run createDeposit\./),
    });
  });

  test('beside what is wrong with the document', async () => {
    const answer = await ask('mutation { createDeposit(input: {}) { colour } }');
    const [input, document] = errorsOf(answer);
    expect(input.fields).toEqual(await restProblems({}));
    expect(document.fields[0].path).toBe('document');
    expect(document.message).toContain('"colour"');
  });
});

describe('an unexpected error', () => {
  const LIST = '{ transactions { nodes { id } } }';

  test('is masked, and found once in the log under the id that the caller was told', async () => {
    const answer = await withoutTransactions(service(), () =>
      ask(LIST, { headers: { 'x-request-id': 'unexpected-graphql' } }),
    );
    const [error] = errorsOf(answer);
    expect(error).toEqual({ type: 'error_internal', message: expect.any(String) });
    expect(answer.text).not.toMatch(/sql|no such|\.ts|node_modules|stack/i);
    const errorId = /[0-9a-f-]{36}/.exec(error.message)?.[0] ?? 'none';
    const lines = service().logLines.filter((line) => line.includes(errorId));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 50, requestId: 'unexpected-graphql', errorId }),
    ]);
    expect(lines[0]).toContain('no such table');
  });

  test('that fails many fields is logged once', async () => {
    const id = Buffer.from('Transaction:0123456789abcdef01234567').toString('base64');
    const fields = Array.from({ length: 10 }, (_, index) => `a${index}: node(id: "${id}") { id }`);
    const before = unexpected();
    const answer = await withoutTransactions(service(), () => ask(`{ ${fields.join(' ')} }`));
    const errors = errorsOf(answer);
    expect(errors).toHaveLength(10);
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
    expect(unexpected() - before).toBe(1);
  });

  test('of a value that does not fit the schema is a mistake of ours as well, and shows no value', async () => {
    const connection = new Sqlite(service().databasePath);
    connection.exec(
      "insert into transaction_counters values (20000, 'c', 'b', 'deposit', 3000000000, 1, 0, 0, 0, 0, 0)",
    );
    connection.close();
    const span = '{ from: "2024-10-04T00:00:00Z", to: "2024-10-05T00:00:00Z", groupBy: day }';
    const answer = await ask(`{ stats(input: ${span}) { createdCount } }`, { as: OPERATOR });
    expect(errorsOf(answer).map(({ type }) => type)).toEqual(['error_internal']);
    expect(answer.text).not.toContain('3000000000');
  });
});

describe('who should come again is told when:', () => {
  test('a database that is locked', async () => {
    const fields = { ...depositFields(), amount: 500 };
    const answer = await withLockHeld(service(), () => ask(CREATE, { variables: { input: fields } }));
    expect(errorsOf(answer).map(({ type }) => type)).toEqual(['error_unavailable']);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('retry-after')).toBe('1');
    const cause = service().logLines.filter((line) => line.includes('SQLITE_BUSY'));
    expect(cause.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, requestId: answer.headers.get('x-request-id') }),
    ]);
  });
});

const unexpected = () => service().logLines.filter((line) => line.includes('unexpected error')).length;
