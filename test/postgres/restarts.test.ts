import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { type PostgresRelay, startPostgresRelay } from '../support/postgres-relay.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { openSubscription } from '../support/subscriptions.ts';

/** A server takes long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

const SENDERS = 8;
/** The least number of requests that are answered between two cuts, and after the last one. */
const ANSWERS = IS_LONG ? 40 : 20;
const ROUNDS = IS_LONG ? 2 : 1;

let server: PostgresServer;
let relay: PostgresRelay;
let service: TestService;
beforeAll(async () => {
  server = await startPostgresServer({ fsync: false });
  relay = await startPostgresRelay(server.url);
  service = await startTestService({ env: { DATABASE_URL: relay.url } });
}, SLOW.timeout);
afterAll(async () => {
  await service.stop();
  await relay[Symbol.asyncDispose]();
  await server.stop();
});

/** Asks the server itself, on a connection that no test cuts. */
async function ask<R extends object>(sql: string, ...values: readonly unknown[]): Promise<R[]> {
  const client = await connectPostgres(server.url);
  return client
    .query<R>(sql, [...values])
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

interface Sent {
  readonly target: string;
  readonly body: Record<string, string>;
  readonly response: ApiResponse;
}

/** Sends creates and settles until it is ended. */
function startLoad() {
  const creates: Sent[] = [];
  const settles: { readonly id: string; readonly response: ApiResponse }[] = [];
  let isEnded = false;
  let wanted = Number.POSITIVE_INFINITY;
  let reached = () => {};
  async function send(): Promise<void> {
    while (!isEnded) {
      const isDeposit = creates.length % 2 === 0;
      const target = isDeposit ? DEPOSIT : WITHDRAW;
      const body = isDeposit ? depositFields() : withdrawalFields();
      const response = await call(service, target, { body });
      creates.push({ target, body, response });
      if (creates.length >= wanted) reached();
      const id = response.json?.data?.transactionId;
      if (id && isDeposit) settles.push({ id, response: await settle(id) });
    }
  }
  const senders = Array.from({ length: SENDERS }, send);
  return {
    creates,
    settles,
    /** Resolves when this many more creates were answered. */
    answers(count: number): Promise<void> {
      wanted = creates.length + count;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
    async end() {
      isEnded = true;
      await Promise.all(senders);
    },
  };
}

const settle = (id: string) =>
  call(service, `/v1/transactions/${id}/settle`, { as: OPERATOR, sign: 'timed', body: { sequence: '1' } });

/** Asserts a success, or a failure that says when to come back. */
function expectAnswer({ status, headers, json }: ApiResponse): void {
  if (status === 200) return;
  expect(json?.error).toMatchObject({ type: 'error_unavailable' });
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('1');
}

const readiness = async () => (await fetch(`${service.url}/readyz`)).status;

const untilReady = () => expect.poll(readiness, { timeout: 60_000 }).toBe(200);

const CUTS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['its connections are cut', async () => relay.cutAll()],
  [
    'its processes are ended',
    () =>
      ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      ),
  ],
  ['it restarts', () => server.restart()],
];

// The short form has one of them.
test.each(everyNth(CUTS.length, CUTS, { from: 2 }))(
  'while %s, no answer is wrong, and afterwards all is well by itself',
  SLOW,
  async (_, cut) => {
    const load = startLoad();
    await load.answers(ANSWERS);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await cut();
      await load.answers(ANSWERS);
    }
    await untilReady();
    await load.end();
    for (const { response } of [...load.creates, ...load.settles]) expectAnswer(response);
    const ids = load.creates.map(({ body }) => body.processId);
    const rows = await ask<{ id: string; process_id: string }>(
      'select id, process_id from transactions where process_id = any($1)',
      ids,
    );
    const stored = new Map(rows.map(({ id, process_id }) => [process_id, id]));
    expect(stored.size).toBe(rows.length);
    for (const { body, target, response } of load.creates) {
      if (response.status === 200) expect(stored.get(body.processId!)).toBe(response.json.data.transactionId);
      else {
        const again = await call(service, target, { body });
        expect(again.status).toBe(200);
        expect(again.json.data.transactionId).toBe(
          stored.get(body.processId!) ?? again.json.data.transactionId,
        );
      }
    }
    const settled = await ask<{ transaction_id: string }>(
      'select transaction_id from events where transaction_id = any($1)',
      load.settles.map(({ id }) => id),
    );
    for (const { id, response } of load.settles) {
      const events = settled.filter((event) => event.transaction_id === id);
      if (response.status === 200) expect(events).toHaveLength(1);
      // One that has happened is answered as it was.
      else expect((await settle(id)).status).toBe(200);
    }
    await expectAgreement(server.url);
  },
);

async function endOf(subscription: Awaited<ReturnType<typeof openSubscription>>): Promise<void> {
  await expect(
    (async () => {
      for (;;) await subscription.next();
    })(),
  ).rejects.toThrow('the stream ended');
}

test('while PostgreSQL is away the service says so, and the same process works when it is back', async () => {
  const ended = endOf(await openSubscription(service, 'graphql', { input: {}, as: MERCHANT }));
  relay.refuse(true);
  relay.cutAll();
  expect(await readiness()).toBe(503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  const body = withdrawalFields();
  const refused = await call(service, WITHDRAW, { body });
  expect(refused.status).toBe(503);
  expectAnswer(refused);
  expect(refused.text).not.toMatch(/bank-password|postgres:/);
  relay.refuse(false);
  await untilReady();
  // What was committed meanwhile may have been announced to nobody.
  await ended;
  const subscription = await openSubscription(service, 'graphql', { input: {}, as: MERCHANT });
  const created = await call(service, WITHDRAW, { body });
  expect(created.status).toBe(200);
  expect(await subscription.next()).toBe(created.json.data.transactionId);
  subscription.close();
  expect(service.logLines.join('')).not.toContain('bank-password');
});

test(
  'a server that has become a read-only replica is left at once, and used again once it takes writes',
  SLOW,
  async () => {
    await server.restartAsReplica();
    const body = depositFields();
    const refused = await call(service, DEPOSIT, { body });
    expect(refused.status).toBe(503);
    expectAnswer(refused);
    const ready = await fetch(`${service.url}/readyz`);
    expect(ready.status).toBe(503);
    await ask('select pg_promote()');
    await untilReady();
    expect((await call(service, DEPOSIT, { body })).status).toBe(200);
    await expectAgreement(server.url);
  },
);

test(
  'of three services that start at once on an empty database, one makes its tables and all of them start',
  SLOW,
  async () => {
    await ask('create database fresh');
    const url = new URL(server.url);
    url.pathname = '/fresh';
    const services = await Promise.all(
      Array.from({ length: 3 }, () => startTestService({ env: { DATABASE_URL: url.href } })),
    );
    for (const one of services) {
      expect((await call(one, DEPOSIT, { body: depositFields() })).status).toBe(200);
      await one.stop();
    }
    await expectAgreement(url.href);
  },
);
