import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../src/access/rate.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import {
  type ApiResponse,
  type Credentials,
  call,
  type Json,
  MERCHANT,
  startTestService,
  type TestService,
  temporaryFolder,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { graphql } from '../support/graphql.ts';
import { applyTransition, storeWithdrawals } from '../support/manual-clock-service.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { prepareReadingFaults } from '../support/reading-faults.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { statementsOf } from '../support/statements.ts';
import { onPostgres } from '../support/test-database.ts';

describe('rate by cost', () => {
  const SEARCH = '/v1/transactions?query=nobody';
  const PER_KEY = 20;

  /** A mutation of so many creates; only the first has no alias. */
  function manyCreates(count: number): string {
    const creates = Array.from({ length: count }, (_, index) => {
      const { amount, ...texts } = withdrawalFields();
      const input = Object.entries(texts).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
      const alias = index === 0 ? '' : `a${index}: `;
      return `${alias}createWithdrawal(input: { ${input.join(', ')}, amount: ${amount} }) { status }`;
    });
    return `mutation { ${creates.join('\n')} }`;
  }

  const stored = async (service: TestService, as: Credentials) =>
    expectData(await call(service, '/v1/transactions', { as })).items;

  /** A machine that stands still for a second between two requests gives their key new points. */
  async function untilLimited(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
    let answer = await ask();
    for (let attempt = 1; answer.status === 200 && attempt < 20; attempt += 1) answer = await ask();
    expectFailure(answer, 'error_rate_limited');
    return answer;
  }

  describe('each root field of a GraphQL document counts as a request:', () => {
    test('sixteen creates are too many for fifteen requests in a second, and none of them is stored', async () => {
      await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '15' } });
      const answer = await graphql(service, manyCreates(16));
      expect(answer.status).toBe(400);
      expect(answer.json.errors[0].extensions.error).toMatchObject({
        type: 'error_validation',
        message: expect.stringContaining('counts as 16 requests, and a key may make 15 in a second'),
        fields: [{ path: 'document', code: 'too_complex', params: { maximum: 15 } }],
      });
      // No wait helps.
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(await stored(service, await createClient(service, { role: 'operator' }))).toEqual([]);
    });

    test('fifteen are accepted, and use up the limit', async () => {
      await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '15' } });
      const answer = await graphql(service, manyCreates(15));
      expect(answer.status).toBe(200);
      expect(answer.json.errors).toBeUndefined();
      expect(await stored(service, await createClient(service, { role: 'operator' }))).toHaveLength(15);
    });

    test('fields in fragments count too', async () => {
      await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '3' } });
      const query = `{ ...F a: __typename ... on Query { b: __typename } } fragment F on Query { c: __typename d: __typename }`;
      const answer = await graphql(service, query);
      expect(answer.status).toBe(400);
      expect(answer.json.errors[0].message).toContain('counts as 4 requests');
    });
  });

  test.each([
    ['a document that is not valid', '{ nothing }', undefined],
    ['variables of other types', 'query($id: ID) { transaction(id: $id) { id } }', { id: {} }],
    ['a document that costs too much', `{ ${'__typename '.repeat(301)} }`, undefined],
  ])('%s costs twenty points, one that is run none beyond its request', async (_what, query, variables) => {
    await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '20' } });
    const askAfter = async (document: string, values?: Json) => {
      const as = await createClient(service);
      await graphql(service, document, { as, variables: values });
      return call(service, '/v1/available-banks', { as });
    };
    expectData(await askAfter('{ __typename }'));
    await untilLimited(() => askAfter(query, variables));
  });

  test('a document without points left costs none', async () => {
    await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '4' } });
    const answers = await Promise.all(
      [manyCreates(3), manyCreates(3)].map((query) => graphql(service, query)),
    );
    const limited = answers.find(({ json }) => json.errors);
    expect(limited?.json.errors[0].extensions.code).toBe('error_rate_limited');
    expect(Number(limited?.headers.get('retry-after'))).toBe(1);
  });

  test.each([
    [
      'a search costs a point for each two thousand rows that it looks at',
      SEARCH,
      { rows: 4500, cheap: '/v1/transactions?limit=2', limit: '3' },
    ],
    [
      'a list costs a point for each three items',
      '/v1/transactions?limit=15',
      { rows: 15, cheap: '/v1/transactions?limit=2', limit: '5' },
    ],
  ])(
    '%s, while a short list without a filter costs only its request',
    async (_title, dear, { rows, cheap, limit }) => {
      await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: limit } });
      /** Asks once after one of these requests of a new client with transactions. */
      const askAfter = async (target: string) => {
        const as = await createClient(service);
        await insertWithdrawals(service.databasePath, as.id, rows);
        expectData(await call(service, target, { as }));
        return call(service, '/v1/available-banks', { as });
      };
      expectData(await askAfter(cheap));
      const answer = await untilLimited(() => askAfter(dear));
      expect(answer.headers.get('retry-after')).toMatch(/^[12]$/);
    },
  );

  const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  const DAY_MS = 86_400_000;

  /** The file of all movements of now. */
  const movements = () =>
    `/v1/days/movements/file?fromDay=${dayOf(Date.now() - DAY_MS)}&toDay=${dayOf(Date.now() + DAY_MS)}`;

  test('an export of movements costs a point for each three rows', async () => {
    await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '5' } });
    for (const id of await storeWithdrawals(service, await createClient(service), 15))
      await applyTransition(service, id, { kind: 'settle', sequence: 1 });
    /** Asks once after a new viewer has asked for this. */
    const askAfter = async (target: string) => {
      const as = await createClient(service, { role: 'viewer' });
      expect((await call(service, target, { as, sign: 'timed' })).status).toBe(200);
      return call(service, '/v1/available-banks', { as, sign: 'timed' });
    };
    expectData(await askAfter('/v1/days/movements/file?fromDay=2020-01-01&toDay=2020-01-02'));
    await untilLimited(() => askAfter(movements()));
  });

  test('points beyond those of a second are deducted from the next seconds', async () => {
    const rate = createRateLimit(5);
    await rate.take('a');
    await Promise.all([rate.owe('a', 20), rate.owe('a', 20)]);
    const error: unknown = await rate.take('a').catch((failure: unknown) => failure);
    const { retryAfterSeconds = 0 } = error instanceof ServiceError ? error.details : {};
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(8);
    expect(retryAfterSeconds).toBeLessThanOrEqual(10);
    await rate.take('b');
  });

  test('many settles at once cost as much as one by one', async () => {
    await using service = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '5' } });
    /** Asks once after a new operator has settled so many. */
    const askAfter = async (count: number) => {
      const as = await createClient(service, { role: 'operator' });
      const body = JSON.stringify({ items: new Array(count).fill({ transactionId: 'x', sequence: 1 }) });
      const contentType = 'application/json';
      expectData(await call(service, '/v1/transactions/settle', { as, body, contentType, sign: 'timed' }));
      return call(service, '/v1/available-banks', { as });
    };
    expectData(await askAfter(1));
    await untilLimited(() => askAfter(5));
  });

  // Reads are held in the reading thread, which is SQLite's alone. The limits stand before any engine.
  test.skipIf(onPostgres)(
    'a key has one scan at a time: its others wait, without holding up another key, and too many are refused',
    async () => {
      using folder = temporaryFolder();
      const faults = prepareReadingFaults();
      await using service = await startTestService({ folder: folder.path, engine: faults.engine });
      const [one, other] = [await createClient(service), await createClient(service)];
      for (const as of [one, other]) expectData(await call(service, SEARCH, { as }));
      faults.hold();
      await statementsOf(service, async (statements) => {
        const sent = () => statements.filter((statement) => statement === 'query listTransactions').length;
        const searches = Array.from({ length: PER_KEY + 1 }, () => call(service, SEARCH, { as: one }));
        await faults.isHeld();
        // All others are held.
        const refused = await Promise.race(searches);
        expectFailure(refused, 'error_rate_limited');
        expect(refused.headers.get('retry-after')).toBe('1');
        expect(sent()).toBe(1);
        const search = call(service, SEARCH, { as: other });
        await expect.poll(sent, { timeout: 20_000 }).toBe(2);
        faults.release();
        expectData(await search);
        const answers = await Promise.all(searches);
        for (const answer of answers) if (answer !== refused) expectData(answer);
        expect(sent()).toBe(PER_KEY + 1);
      });
    },
  );

  test.skipIf(onPostgres)('at most four scans of all keys run at once, and the others wait', async () => {
    using folder = temporaryFolder();
    const faults = prepareReadingFaults();
    await using service = await startTestService({ folder: folder.path, engine: faults.engine });
    const keys: Credentials[] = [];
    for (let key = 0; key < 8; key += 1) keys.push(await createClient(service));
    // From here on nothing but the searches is sent to a thread.
    for (const as of keys) expectData(await call(service, SEARCH, { as }));
    faults.hold();
    await statementsOf(service, async (statements) => {
      const sent = () => statements.filter((statement) => statement === 'query listTransactions').length;
      const searches = keys.map((as) => call(service, SEARCH, { as }));
      await faults.isHeld();
      await expect.poll(sent, { timeout: 20_000 }).toBe(4);
      // A list without a filter is no scan: when it has arrived, so have the searches that were sent before it.
      const list = call(service, '/v1/transactions');
      await expect.poll(sent, { timeout: 20_000 }).toBe(5);
      faults.release();
      expectData(await list);
      for (const response of await Promise.all(searches)) expectData(response);
      expect(sent()).toBe(keys.length + 1);
    });
  });

  test.skipIf(onPostgres)(
    'one export of a key and two of all keys run at once: others are refused',
    async () => {
      using folder = temporaryFolder();
      const faults = prepareReadingFaults();
      await using service = await startTestService({ folder: folder.path, engine: faults.engine });
      const keys: Credentials[] = [];
      for (let key = 0; key < 3; key += 1) keys.push(await createClient(service, { role: 'viewer' }));
      const [one, other, third] = keys as [Credentials, Credentials, Credentials];
      const ask = (as: Credentials) => call(service, movements(), { as, sign: 'timed' });
      for (const as of keys) expect((await ask(as)).status).toBe(200);
      faults.hold();
      await statementsOf(service, async (statements) => {
        const sent = () => statements.filter((statement) => statement === 'query listMovements').length;
        const expectRefused = async (as: Credentials) => {
          const refused = await ask(as);
          expectFailure(refused, 'error_rate_limited');
          expect(refused.headers.get('retry-after')).toBe('1');
        };
        const first = ask(one);
        await faults.isHeld();
        await expectRefused(one);
        const second = ask(other);
        await expect.poll(sent, { timeout: 20_000 }).toBe(2);
        await expectRefused(third);
        faults.release();
        for (const answer of [await first, await second, await ask(third)]) expect(answer.status).toBe(200);
      });
    },
  );
});

describe('rate limit', () => {
  // The window is one second of real time. Two requests of a test fall into one unless the machine is suspended.
  const service = useService({ env: { RATE_LIMIT_PER_SECOND: '1' } });

  const MAX_ATTEMPTS = 100;
  const ask = (as: Credentials) => call(service(), '/v1/available-banks', { as });

  /** Sends requests until one is refused. */
  async function askTooOften(as: Credentials): Promise<ApiResponse> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const response = await ask(as);
      if (response.status !== 200) return response;
    }
    throw new Error(`${MAX_ATTEMPTS} requests were never too many`);
  }

  test('too many requests of a client get 429 with Retry-After', async () => {
    const response = await askTooOften(MERCHANT);
    expectFailure(response, 'error_rate_limited');
    expect(response.headers.get('retry-after')).toBe('1');
  });

  test('the limit of one client does not affect another', async () => {
    const other = await createClient(service());
    expectFailure(await askTooOften(MERCHANT), 'error_rate_limited');
    expectData(await ask(other));
  });

  test('requests with a wrong sign do not count against the client', async () => {
    const client = await createClient(service());
    for (let attempt = 0; attempt < 5; attempt += 1)
      expectFailure(await ask({ ...client, secret: 'guessed-secret' }), 'error_invalid_sign');
    expectData(await ask(client));
  });
});
