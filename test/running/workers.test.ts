import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GUESS_LIMITS } from '../../src/http/guesses.ts';
import {
  ADMIN,
  type ApiResponse,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { freePort } from '../support/free-port.ts';
import { rawCall } from '../support/raw-http.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { type Sample, scrape, sumOf } from '../support/scrape.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { openSubscription } from '../support/subscriptions.ts';
import { expectOneTestKey, expectTriggered } from '../support/test-key-processes.ts';
import { callAlone, untilReplaced, workersOf } from '../support/worker-processes.ts';

/** Several processes take long to start on a busy machine. */
const SLOW_MS = 120_000;
const WORKERS = 3;
/** Enough connections for each worker to get some. */
const CALLS = 4 * WORKERS;
const BANKS = '/v1/available-banks';

/** One service for all tests of the file. */
let service: ServiceProcess;
let metricsPort: number;
const folder = temporaryFolder();

beforeAll(async () => {
  metricsPort = await freePort();
  service = await startServiceProcess(folder.path, {
    WORKERS: String(WORKERS),
    METRICS_PORT: String(metricsPort),
  });
}, SLOW_MS);

afterAll(async () => {
  await service.kill();
  folder[Symbol.dispose]();
});

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const idOf = (response: ApiResponse): string => expectData(response).transactionId;

const graphql = (query: string, variables: object) =>
  callAlone(service, '/graphql', { as: ADMIN, body: { query, variables }, json: true });

test('each worker is a process of its own, and answers that it lives and is ready', async () => {
  expect(workersOf(service)).toHaveLength(WORKERS);
  for (const path of ['/healthz', '/readyz'])
    for (const { status } of await times(CALLS, () => rawCall(service, { target: path })))
      expect(status).toBe(200);
});

const readMetrics = () => scrape(`http://127.0.0.1:${metricsPort}/metrics`);

/** The metrics once so many creates are counted: a worker that is slow to answer counts with what it told last. */
async function metricsWith(created: number): Promise<readonly Sample[]> {
  let samples: readonly Sample[] = [];
  const read = async () => {
    samples = await readMetrics();
    return createdIn(samples);
  };
  await expect.poll(read).toBe(created);
  return samples;
}

const createdIn = (samples: readonly Sample[]) =>
  sumOf(samples, 'bank_transfers_creates_total', { type: 'withdrawal', outcome: 'created' }) ?? 0;

test('the metrics are those of all processes together', async () => {
  const before = await readMetrics();
  expect(sumOf(before, 'bank_transfers_processes')).toBe(WORKERS + 1);
  await times(CALLS, () => callAlone(service, WITHDRAW, { body: withdrawalFields() }));
  const after = await metricsWith(createdIn(before) + CALLS);
  const commits = { command: 'createTransactions' };
  expect(sumOf(after, 'bank_transfers_group_size_sum', commits)).toBe(createdIn(after));
  const lag = after.filter(({ name, labels }) => name.includes('event_loop') && labels.percentile === '100');
  expect(lag.map(({ labels }) => labels.process).sort()).toEqual([
    'primary',
    ...Array.from({ length: WORKERS }, (_, index) => `worker-${index + 1}`),
  ]);
});

test('one processId that is sent to all workers at once names one transaction', async () => {
  for (let round = 0; round < 10; round += 1) {
    const fields = withdrawalFields();
    const ids = (await times(CALLS, () => callAlone(service, WITHDRAW, { body: fields }))).map(idOf);
    expect(new Set(ids).size).toBe(1);
    await using committed = openCommitted(service.databasePath);
    expect((await committed.withProcessId(fields.processId!)).map(({ id }) => id)).toEqual([ids[0]]);
  }
});

test('a user has one pending deposit, whichever workers are asked for another at once', async () => {
  const { userId } = depositFields();
  const responses = await times(CALLS, () =>
    callAlone(service, DEPOSIT, { body: depositFields({ userId: userId! }) }),
  );
  expect(new Set(responses.map(idOf)).size).toBe(1);
  expect(responses.filter((response) => expectData(response).alreadyPending)).toHaveLength(CALLS - 1);
  await using committed = openCommitted(service.databasePath);
  expect(await committed.withUserId(userId!)).toHaveLength(1);
});

test('what one worker has stored, every other one reads at once', async () => {
  const id = idOf(await callAlone(service, WITHDRAW, { body: withdrawalFields() }));
  const found = await times(CALLS, () => callAlone(service, `/v1/transactions/${id}`, { as: OPERATOR }));
  expect(found.map(idOf)).toEqual(new Array(CALLS).fill(id));
  const lists = await times(CALLS, () => callAlone(service, '/v1/transactions?limit=1', { as: MERCHANT }));
  for (const list of lists) expect(expectData(list).items[0].transactionId).toBe(id);
});

test('a subscriber of one worker sees each change, whichever worker makes it', async () => {
  for (const surface of ['graphql', 'trpc'] as const) {
    const subscription = await openSubscription(service, surface, { input: {}, as: OPERATOR });
    // One after another: the first can be made as soon as the subscription is active.
    const created: string[] = [];
    for (let made = 0; made < CALLS; made += 1)
      created.push(idOf(await callAlone(service, WITHDRAW, { body: withdrawalFields() })));
    const seen: string[] = [];
    while (seen.length < CALLS) {
      const id = await subscription.next();
      // Creates of before can be told late.
      if (created.includes(id)) seen.push(id);
    }
    expect(seen.toSorted()).toEqual(created.toSorted());
    subscription.close();
  }
});

test('a change of a client, its secret or a bank counts at every worker at once', async () => {
  const created = await graphql(
    'mutation { createClient(input: { name: "New", role: merchant }) { client { appKey } secret } }',
    {},
  );
  const { client, secret } = expectData(created).createClient;
  const as = { appKey: client.appKey, secret };
  const statuses = async () =>
    (await times(CALLS, () => callAlone(service, BANKS, { as }))).map(({ status }) => status);
  expect(await statuses()).toEqual(new Array(CALLS).fill(200));
  await graphql('mutation ($input: UpdateClientInput!) { updateClient(input: $input) { appKey } }', {
    input: { appKey: client.appKey, disabled: true },
  });
  expect(new Set(await statuses())).not.toContain(200);
});

test('a test key has one clock and one secret at every worker', () =>
  expectOneTestKey({ count: CALLS, service: () => service }));

test('what trigger makes at any worker, listen prints', () => expectTriggered(service));

test('callbacks of changes at any worker are delivered once', async () => {
  await using receiver = await startReceiver();
  await graphql('mutation ($input: UpdateClientInput!) { updateClient(input: $input) { appKey } }', {
    input: { appKey: MERCHANT.appKey, callbackUrl: receiver.url },
  });
  const ids = (await times(CALLS, () => callAlone(service, WITHDRAW, { body: withdrawalFields() }))).map(
    idOf,
  );
  await times(CALLS, (index) =>
    callAlone(service, `/v1/transactions/${ids[index]}/settle`, { as: OPERATOR, body: { sequence: '1' } }),
  );
  const deliveries = await receiver.arrivals(CALLS);
  const told = deliveries.map(({ body }) => JSON.parse(body).transactionId);
  expect(told.toSorted()).toEqual(ids.toSorted());
});

test('wrong guesses of payment links are counted over all workers', async () => {
  const guess = async () => {
    const headers = { authorization: `Bearer ${randomBytes(28).toString('base64url')}` };
    return (await rawCall(service, { target: '/trpc/payments.get', headers })).status;
  };
  const statuses = await times(GUESS_LIMITS.perAddress + CALLS, guess);
  expect(statuses.filter((status) => status === 404)).toHaveLength(GUESS_LIMITS.perAddress);
  expect(statuses.filter((status) => status === 429)).toHaveLength(CALLS);
});

// The last one: streams of the other workers end with a worker.
test(
  'what a worker has counted stays in the sums when it ends',
  async () => {
    await using committed = openCommitted(service.databasePath);
    const before = (await committed.transactions()).filter(({ type }) => type === 'withdrawal').length;
    await metricsWith(before);
    const old = workersOf(service);
    process.kill(old[0]!, 'SIGKILL');
    await untilReplaced(service, 1, old);
    await vi.waitFor(
      async () => expect(sumOf(await readMetrics(), 'bank_transfers_processes')).toBe(WORKERS + 1),
      {
        timeout: SLOW_MS / 2,
      },
    );
    expect(createdIn(await readMetrics())).toBe(before);
  },
  SLOW_MS,
);
