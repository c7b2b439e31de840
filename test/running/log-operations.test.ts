import { expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  WITHDRAW,
} from '../harness.ts';
import { graphql } from '../support/graphql.ts';
import { createPayable } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

/** The last line of the log that is about a request, once there are `count` of them. */
async function lineAfter(run: () => Promise<unknown>): Promise<Json> {
  const requests = () =>
    service()
      .logLines.map((line) => JSON.parse(line))
      .filter((line) => line.route !== undefined);
  const before = requests().length;
  await run();
  await expect.poll(() => requests().length).toBe(before + 1);
  return requests().at(-1);
}

test('the line of a request names its operation, on every surface', async () => {
  const calls = [
    ['createDeposit', { ...depositFields(), amount: 500 }],
    ['listTransactions', {}],
    ['listEvents', {}],
    ['whoAmI', {}],
  ] as const;
  for (const surface of SURFACES)
    for (const [operation, input] of calls) {
      if (!surface.offers(operation)) continue;
      const line = await lineAfter(() => surface.run(service(), { operation, input }));
      expect([line.operation, line.status], surface.name).toEqual([operation, 200]);
    }
});

test('the line of a GraphQL request names every operation that it ran, each once, in their order', async () => {
  const variables = Object.fromEntries([1, 2, 3].map((n) => [`i${n}`, { ...depositFields(), amount: 500 }]));
  const mutation = `mutation ($i1: CreateDepositInput!, $i2: CreateDepositInput!, $i3: CreateDepositInput!) {
    a: createDeposit(input: $i1) { status } b: createDeposit(input: $i2) { status } c: createDeposit(input: $i3) { status }
    d: cancelTransaction(input: { transactionId: "${'a'.repeat(24)}" }) { status }
  }`;
  const line = await lineAfter(() => graphql(service(), mutation, { variables }));
  expect(line).toMatchObject({ route: '/graphql', operation: 'createDeposit,cancelTransaction' });
  const query = '{ banks { name } transactions(first: 1) { nodes { id } } again: banks { name } }';
  const read = await lineAfter(() => graphql(service(), query));
  expect(read.operation).toBe('listAvailableBanks,listTransactions');
});

test('the line names the operation of a request that was refused, by its role or for its input', async () => {
  const asViewer = await lineAfter(() =>
    graphql(service(), 'mutation { redeliverFailedCallbacks(appKey: "a") { count } }', { as: MERCHANT }),
  );
  expect(asViewer).toMatchObject({ operation: 'redeliverFailedCallbacks', error: 'not_authorized' });
  const invalid = await lineAfter(() => call(service(), WITHDRAW, { body: depositFields() }));
  expect(invalid).toMatchObject({ operation: 'createWithdrawal', error: 'error_validation', status: 400 });
});

test('the line of a request that ran nothing names no operation', async () => {
  const unsigned = await lineAfter(() => call(service(), DEPOSIT, { body: {}, headers: { sign: 'x' } }));
  expect(unsigned).not.toHaveProperty('operation');
  expect(unsigned.route).toBe(DEPOSIT);
  expect(await lineAfter(() => fetch(`${service().url}/healthz`))).not.toHaveProperty('operation');
});

test('a tRPC batch runs nothing, so its line names no operation, and no path that the client wrote', async () => {
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
  for (const path of ['whoAmI,banks.list', 'banks.list']) {
    const target = `/trpc/${path}?batch=1&input=${input}`;
    const line = await lineAfter(() => call(service(), target));
    expect(line).not.toHaveProperty('operation');
    expect([line.error, line.status]).toEqual(['error_validation', 400]);
    expect(['unmatched', '/trpc/banks.list']).toContain(line.route);
  }
});

test('the lines of a stream and of a payment page name their operations', async () => {
  for (const door of ['graphql', 'trpc'] as const) {
    const line = await lineAfter(async () => {
      const stream = await openStream(service(), door, { as: OPERATOR });
      stream.close();
    });
    expect(line.operation).toBe('subscribeToTransactions');
  }
  let path = '';
  await lineAfter(async () => {
    ({ path } = await createPayable(service()));
  });
  const page = await lineAfter(() => fetch(service().url + path).then((answer) => answer.text()));
  expect(page).toMatchObject({ route: '/pay/:token', operation: 'getPayment' });
  const act = (action: string) =>
    fetch(service().url + path, {
      method: 'POST',
      body: new URLSearchParams({ action }),
      redirect: 'manual',
    });
  expect((await lineAfter(() => act('sent'))).operation).toBe('markPaymentSent');
  expect((await lineAfter(() => act('cancel'))).operation).toBe('cancelPayment');
});

test('an operation name comes from the service and never from the request', async () => {
  await using other = await startTestService();
  const query = 'query Sentinel { sentinelAlias: banks { name } }';
  expectData({ ...(await graphql(other, query, { operationName: 'Sentinel' })), status: 200 });
  await expect.poll(() => other.logLines.join('')).toContain('listAvailableBanks');
  expect(other.logLines.join('')).not.toMatch(/sentinel/i);
});
