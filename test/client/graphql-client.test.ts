import { describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createGraphqlClient,
  failureOf,
  GraphqlRequestError,
  importSecret,
} from '../../src/client/index.ts';
import { VolumeDocument } from '../dashboard/gql/graphql.ts';
import { call, createClock, DEPOSIT, depositFields, MERCHANT, OPERATOR } from '../harness.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

function connect(options: Partial<ClientOptions> = {}) {
  return createGraphqlClient({ url: service().url, nowMs: clock.nowMs, ...OPERATOR, ...options });
}

const DAY = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };

async function errorOf(request: Promise<unknown>): Promise<GraphqlRequestError> {
  const error = await request.catch((thrown: unknown) => thrown);
  if (error instanceof GraphqlRequestError) return error;
  throw new Error('the request was not refused', { cause: error });
}

test('a typed document returns typed data', async () => {
  const body = depositFields({ amount: '100.5' });
  const created = await call(service(), DEPOSIT, { sign: 'plain', body });
  const { transactionId } = expectData(created);
  const { stats, transactions } = await connect().request(VolumeDocument, DAY);
  expect(stats).toEqual([{ key: '2026-11-20', createdCount: 1, createdAmount: 100.5, successfulAmount: 0 }]);
  const pending = { transactionId, type: 'deposit', amount: 100.5, name: 'Test User' };
  expect(transactions.nodes).toMatchObject([pending]);
});

test('a document without types or variables works too', async () => {
  const secret = await importSecret(OPERATOR.secret);
  expect(await connect({ secret }).request('{ banks { name } }')).toMatchObject({
    banks: [{ name: 'Demo Anadolu Bank' }, {}, {}],
  });
});

describe('a refused request throws the error of the service:', () => {
  test('for a wrong sign', async () => {
    const error = await errorOf(connect({ secret: MERCHANT.secret }).request(VolumeDocument, DAY));
    expect(failureOf(error)).toMatchObject({ code: 'error_invalid_sign', status: 403 });
    expect(error.message).toBe(failureOf(error)?.error.message);
  });

  test('for a document that does not fit the schema', async () => {
    const error = await errorOf(connect().request('{ bankz { name } }'));
    expect(failureOf(error)).toMatchObject({ code: 'error_validation', status: 400 });
    expect(error.errors[0]?.message).toContain('bankz');
  });

  test('for a refusal of an operation', async () => {
    const error = await errorOf(connect().request(VolumeDocument, { from: DAY.to, to: DAY.from }));
    expect(failureOf(error)).toMatchObject({ code: 'error_validation', status: 400 });
    expect(error.errors[0]?.path).toEqual(['stats']);
  });
});

test.each(['<h1>Bad gateway</h1>', 'null', '{}', '[1]', ''])(
  'a response that is not of GraphQL throws an error with its status: %j',
  async (text) => {
    const fetch = async () => new Response(text, { status: 502 });
    const error = await connect({ fetch, retry: false })
      .request(VolumeDocument, DAY)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('502');
    expect(failureOf(error)).toBeUndefined();
  },
);
