import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GatheringSocket } from '../../db/engines/postgres/connections.ts';
import { createServerClock } from '../../db/engines/postgres/server-clock.ts';
import {
  ADMIN,
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  type TestServiceOptions,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreed } from '../support/agreement.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { type CutAt, type PostgresRelay, startPostgresRelay } from '../support/postgres-relay.ts';
import { databaseUrlOf, makeTestDatabase } from '../support/test-database.ts';
import { openVerifier } from '../support/verify-at.ts';

/** A service whose connections to PostgreSQL can be cut. */
interface RelayedService extends AsyncDisposable {
  readonly service: TestService;
  readonly relay: PostgresRelay;
  /** Asserts that the database has no disagreements, on a connection without the relay. */
  expectAgreement(): Promise<unknown>;
  /** Asks the database itself. */
  ask<R extends object>(sql: string, ...values: readonly unknown[]): Promise<R[]>;
}

async function startRelayedService(options: TestServiceOptions = {}): Promise<RelayedService> {
  const folder = temporaryFolder();
  await makeTestDatabase(folder.path);
  const databaseUrl = databaseUrlOf(folder.path);
  const relay = await startPostgresRelay(databaseUrl);
  const service = await startTestService({
    ...options,
    folder: folder.path,
    env: { DATABASE_URL: relay.url, ...options.env },
  });
  const client = await connectPostgres(databaseUrl);
  const verifier = openVerifier(databaseUrl);
  return {
    service,
    relay,
    expectAgreement: async () => expectAgreed(await verifier.verify()),
    ask: async <R extends object>(sql: string, ...values: readonly unknown[]) =>
      (await client.query<R>(sql, [...values])).rows,
    async [Symbol.asyncDispose]() {
      relay.refuse(false);
      await service.stop();
      await client.end();
      await verifier[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

let relayed: RelayedService;
beforeAll(async () => {
  relayed = await startRelayedService();
});
afterAll(() => relayed[Symbol.asyncDispose]());
const create = (target: string, body: Record<string, string>) => call(relayed.service, target, { body });
const settle = (id: string) =>
  call(relayed.service, `/v1/transactions/${id}/settle`, {
    as: OPERATOR,
    sign: 'timed',
    body: { sequence: '1' },
  });

const CUTS: readonly CutAt[] = ['before the commit', 'after the commit'];

async function createdWith(body: Record<string, string>): Promise<{ id: string }[]> {
  return relayed.ask('select id from transactions where process_id = $1', body.processId);
}

async function newWithdrawal(): Promise<string> {
  return (await create(DEPOSIT, depositFields())).json.data.transactionId;
}

const eventsOf = (id: string) => relayed.ask('select id from events where transaction_id = $1', id);

/** Sends a request and cuts the connection of its commit. */
async function sendCut(
  send: () => Promise<ApiResponse>,
  at: CutAt,
  options: { readonly skipped?: number; readonly andAllElse?: boolean } = {},
): Promise<ApiResponse> {
  const before = relayed.relay.cutCommits;
  relayed.relay.cutNextCommit(at, options);
  const response = await send();
  expect(relayed.relay.cutCommits).toBe(before + 1);
  return response;
}

/** Asserts a 503 that tells when to come back and that the outcome is not known. */
function expectUnknown({ status, headers, json }: ApiResponse): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('1');
  expect(json.error.type).toBe('error_unavailable');
  expect(json.error.message).toContain('it is not known whether the change is stored');
}

describe.each(CUTS)('with the connection lost %s,', (at) => {
  test.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ] as const)('a %s is answered as it is stored, once', async (_, target, fields) => {
    const body = fields();
    const response = await sendCut(() => create(target, body), at);
    expect(response.status).toBe(200);
    expect(response.json.data.alreadyPending).not.toBe(true);
    expect(await createdWith(body)).toEqual([{ id: response.json.data.transactionId }]);
    const again = await create(target, body);
    expect(again.json.data.transactionId).toBe(response.json.data.transactionId);
    expect(again.json.data.hash).toBe(response.json.data.hash);
    await relayed.expectAgreement();
  });

  test('each of many creates in one commit is stored once', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? depositFields() : withdrawalFields(),
    );
    relayed.relay.cutNextCommit(at);
    const responses = await Promise.all(
      bodies.map((body, index) => create(index % 2 ? DEPOSIT : WITHDRAW, body)),
    );
    for (const [index, response] of responses.entries()) {
      expect(response.status).toBe(200);
      expect(await createdWith(bodies[index]!)).toEqual([{ id: response.json.data.transactionId }]);
    }
    await relayed.expectAgreement();
  });

  test('a settle is answered as done, once', async () => {
    const id = await newWithdrawal();
    const response = await sendCut(() => settle(id), at);
    expect(response.status).toBe(200);
    expect(response.json.data.status).toBe('successful');
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await settle(id)).json.data).toEqual(response.json.data);
    expect(await eventsOf(id)).toHaveLength(1);
    await relayed.expectAgreement();
  });

  test('and none to be had after it, a create is answered with 503, and its repeat with the truth', async () => {
    const body = depositFields();
    expectUnknown(await sendCut(() => create(DEPOSIT, body), at, { andAllElse: true }));
    const stored = await createdWith(body);
    expect(stored).toHaveLength(at === 'after the commit' ? 1 : 0);
    relayed.relay.refuse(false);
    const again = await create(DEPOSIT, body);
    expect(again.status).toBe(200);
    if (stored[0]) expect(again.json.data.transactionId).toBe(stored[0].id);
    expect(await createdWith(body)).toHaveLength(1);
  });

  test('and none to be had after it, a settle is answered with 503, and its repeat with the truth', async () => {
    const id = await newWithdrawal();
    expectUnknown(await sendCut(() => settle(id), at, { andAllElse: true }));
    const isDone = at === 'after the commit';
    expect(await eventsOf(id)).toHaveLength(isDone ? 1 : 0);
    relayed.relay.refuse(false);
    const again = await settle(id);
    expect(again.json.data.status).toBe('successful');
    expect(await eventsOf(id)).toHaveLength(1);
    await relayed.expectAgreement();
  });

  test('a command of an admin is answered with 503, and its repeat with the truth', async () => {
    const appKey = `lost-${at.slice(0, 5)}`;
    const query =
      'mutation ($input: CreateClientInput!) { createClient(input: $input) { client { appKey } } }';
    const variables = { input: { name: 'Lost', role: 'merchant', appKey } };
    // A sign is used once: the repeat is signed a second later.
    const add = (nowMs = Date.now()) =>
      call(relayed.service, '/graphql', { as: ADMIN, sign: 'timed', nowMs, json: { query, variables } });
    // The first commit is that of the sign, which is used once.
    const response = await sendCut(add, at, { skipped: 1 });
    expect(response.json.errors[0].extensions).toMatchObject({ code: 'error_unavailable', status: 503 });
    expect(response.json.errors[0].message).toContain('it is not known whether the change is stored');
    const isDone = at === 'after the commit';
    expect(await relayed.ask('select 1 from clients where app_key = $1', appKey)).toHaveLength(
      isDone ? 1 : 0,
    );
    const again = await add(Date.now() + 1000);
    if (isDone) expect(again.json.errors[0].extensions.code).toBe('error_validation');
    else expect(again.json.data.createClient.client.appKey).toBe(appKey);
    expect(await relayed.ask('select 1 from clients where app_key = $1', appKey)).toHaveLength(1);
    await relayed.expectAgreement();
  });
});

describe('refused begins', () => {
  afterEach(() => relayed.relay.refuseBegins(false));

  const addBank = (name: string) =>
    call(relayed.service, '/graphql', {
      as: ADMIN,
      sign: 'timed',
      json: {
        query: 'mutation ($input: AddBankInput!) { addBank(input: $input) { id } }',
        variables: { input: { name } },
      },
    });

  const countIn = async (table: string) =>
    (await relayed.ask<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count;

  test('a decision whose transaction the server did not begin is refused, and nothing of it is stored', async () => {
    const id = (await create(DEPOSIT, depositFields())).json.data.transactionId;
    // The connections have prepared its statements.
    await settle((await create(DEPOSIT, depositFields())).json.data.transactionId);
    relayed.relay.refuseBegins(true);
    const refused = await settle(id);
    expect(refused.status).not.toBe(200);
    expect(await relayed.ask('select id from events where transaction_id = $1', id)).toEqual([]);
    expect(await relayed.ask('select sequence from transactions where id = $1', id)).toEqual([
      { sequence: 1 },
    ]);
    relayed.relay.refuseBegins(false);
    expect((await settle(id)).json.data.status).toBe('successful');
    await relayed.expectAgreement();
  });

  test('a create whose transaction the server did not begin stores nothing', async () => {
    const bodies = [depositFields(), withdrawalFields()] as const;
    relayed.relay.refuseBegins(true);
    const before = await countIn('transactions');
    expect((await create(DEPOSIT, bodies[0])).status).not.toBe(200);
    expect((await create(WITHDRAW, bodies[1])).status).not.toBe(200);
    expect(await countIn('transactions')).toBe(before);
    relayed.relay.refuseBegins(false);
    expect((await create(DEPOSIT, bodies[0])).status).toBe(200);
    await relayed.expectAgreement();
  });

  test('a command that begins with a write stores nothing either', async () => {
    relayed.relay.refuseBegins(true);
    const tables = ['used_signs', 'banks', 'audit'];
    const before = await Promise.all(tables.map(countIn));
    expect((await addBank('Refused')).json.errors).toHaveLength(1);
    expect(await Promise.all(tables.map(countIn))).toEqual(before);
  });
});

describe('round trips', () => {
  /** Counts how often it hands bytes to the system. */
  class CountingSocket extends GatheringSocket {
    handedOver = 0;

    override _write(...written: Parameters<Socket['_write']>): void {
      this.handedOver += 1;
      super._write(...written);
    }

    override _writev(...written: Parameters<NonNullable<Socket['_writev']>>): void {
      this.handedOver += 1;
      super._writev?.(...written);
    }
  }

  test('what is written in one turn of the event loop goes out together', async () => {
    const server = createServer((near) => near.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = new CountingSocket();
    socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    for (const text of ['first', 'second', 'third']) socket.write(text);
    await new Promise<void>((resolve) => void socket.end(resolve));
    expect(socket).toMatchObject({ handedOver: 1, bytesWritten: 16 });
    server.close();
  });
});

describe('server clock', () => {
  const SERVER_START_MS = 1_800_000_000_000;

  /** The clocks of a machine and of a server. */
  function createClocks() {
    const wall = { machineMs: 1_700_000_000_000, monotonicMs: 5_000, serverMs: SERVER_START_MS, replyMs: 0 };
    const clock = createServerClock({ nowMs: () => wall.machineMs, monotonicMs: () => wall.monotonicMs });
    const pass = (ms: number): void => {
      wall.machineMs += ms;
      wall.monotonicMs += ms;
      wall.serverMs += ms;
    };
    return {
      wall,
      clock,
      pass,
      /** The machine is suspended: the process counts no time, and its wall clock and the server go on. */
      suspend(ms: number) {
        wall.machineMs += ms;
        wall.serverMs += ms;
      },
      async send() {
        pass(wall.replyMs / 2);
        const ms = wall.serverMs;
        pass(wall.replyMs / 2);
        return [{ ms }];
      },
    };
  }

  test('between two readings the clock of the server counts the time that passes here', async () => {
    const { wall, clock, pass, send } = createClocks();
    expect(clock.nowMs()).toBeUndefined();
    wall.replyMs = 40;
    await clock.read(send);
    pass(10_000);
    expect(clock.nowMs()).toBe(wall.serverMs);
    expect(clock.isSure()).toBe(true);
  });

  test('a slow reading says too little, and changes nothing', async () => {
    const { wall, clock, send } = createClocks();
    await clock.read(send);
    wall.replyMs = 300;
    wall.serverMs += 100;
    await clock.read(send);
    expect(clock.nowMs()).toBe(wall.serverMs - 100);
  });

  test('after the machine stood still its time is not sure until the next beat, however slow that is', async () => {
    const { wall, clock, suspend, send } = createClocks();
    await clock.read(send);
    suspend(90_000);
    expect(clock.isSure()).toBe(false);
    wall.replyMs = 2_000;
    await clock.onBeat?.(send);
    expect(clock.isSure()).toBe(true);
    expect(clock.nowMs()).toBe(wall.serverMs);
  });

  test('a reading during which the machine stood still is not sure: the server has told the time before that', async () => {
    const { clock, suspend, send } = createClocks();
    await clock.read(send);
    const sendAndStandStill = async () => {
      const rows = await send();
      suspend(90_000);
      return rows;
    };
    for (const beat of [clock.onBeat, clock.onConnect]) {
      await beat?.(sendAndStandStill);
      expect(clock.isSure()).toBe(false);
    }
    await clock.onBeat?.(send);
    expect(clock.isSure()).toBe(true);
  });

  test('a session that begins reads the clock at once, since it may lead to another server', async () => {
    const { wall, clock, send } = createClocks();
    await clock.read(send);
    wall.serverMs += 9_000;
    wall.replyMs = 600;
    await clock.onConnect?.(send);
    expect(clock.nowMs()).toBe(wall.serverMs);
  });
});
