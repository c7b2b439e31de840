import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoResultError } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/observe/logger.ts';
import {
  type ApiResponse,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  hmac,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
  WITHDRAW,
} from '../harness.ts';
import { CANARIES, SECRET } from '../support/canaries.ts';
import {
  OPERATION_CALLS,
  type Seen,
  throughBodies,
  throughDocuments,
  throughHeaders,
  throughOperations,
  throughTargets,
} from '../support/canary-calls.ts';
import { throughPayers, throughSubscriptions } from '../support/canary-streams.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { freePort } from '../support/free-port.ts';
import { graphql } from '../support/graphql.ts';
import { IS_LONG } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, type PayableDeposit } from '../support/payments.ts';
import { rawCall } from '../support/raw-http.ts';
import { withInsertsRefused, withLockHeld, withoutTransactions } from '../support/refusing-database.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

/** All spellings under which a text could come out, in lower case. */
const spellingsOf = (text: string) =>
  [
    text,
    encodeURIComponent(text),
    text.replaceAll(' ', '+'),
    Buffer.from(text).toString('base64').slice(0, -4),
    Buffer.from(text).toString('hex'),
  ].map((spelling) => spelling.toLowerCase());

describe('log operations', () => {
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
    const variables = Object.fromEntries(
      [1, 2, 3].map((n) => [`i${n}`, { ...depositFields(), amount: 500 }]),
    );
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
    const query = 'query Sentinel { sentinelAlias: banks { name } }';
    const line = await lineAfter(() => graphql(service(), query, { operationName: 'Sentinel' }));
    expect(line.operation).toBe('listAvailableBanks');
    expect(service().logLines.join('')).not.toMatch(/sentinel/i);
  });
});

describe('log privacy', () => {
  const FIELDS = {
    bankId: '507f1f77bcf86cd799439011',
    amount: '777.31',
    userId: 'SentinelUserId',
    userName: 'SentinelUserName',
    name: 'Sentinel Fullname',
    accountName: 'Sentinel Accountname',
    iban: 'GB33BUKB20201555555555',
  };

  const { bankId, amount, ...PRIVATE_FIELDS } = FIELDS;
  const signs: string[] = [];

  /** Sends one signed call and keeps its sign. */
  async function send(service: TestService, as: TestClient, target: string, fields?: Record<string, string>) {
    const method = fields ? 'POST' : 'GET';
    const body = fields ? new URLSearchParams({ ...FIELDS, ...fields }).toString() : '';
    const seconds = Math.floor(Date.now() / 1000);
    const digest = hmac(as.secret, `${seconds}.${method}.${target}.${body}`);
    signs.push(digest);
    const headers = {
      appKey: as.appKey,
      sign: `t=${seconds},v1=${digest}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return rawCall(service, { method, target, headers, ...(fields && { body }) });
  }

  /** Creates with outcomes that no canary has, also over a database that is broken. */
  async function trafficOf(service: TestService, as: TestClient): Promise<ApiResponse[]> {
    const create = (target: string, fields: Record<string, string>) => send(service, as, target, fields);
    const list = () => send(service, as, `/v1/transactions?${new URLSearchParams(PRIVATE_FIELDS)}`);
    const responses: ApiResponse[] = [];
    for (const target of [DEPOSIT, WITHDRAW])
      for (const fields of [{}, {}, { name: 'Sentinel Other' }])
        responses.push(await create(target, { processId: `order of ${target}`, ...fields }));
    return [
      ...responses,
      await create(WITHDRAW, { processId: 'order-4713', amount: '0.01' }),
      await withLockHeld(service, () => create(WITHDRAW, { processId: 'order-4714' })),
      await withoutTransactions(service, () => create(DEPOSIT, { processId: 'order-4715' })),
      await withoutTransactions(service, () => create(WITHDRAW, { processId: 'order-4715' })),
      await withoutTransactions(service, list),
      await withInsertsRefused(service, () => create(WITHDRAW, { processId: 'order-4716' })),
    ];
  }

  test('no log line contains a sign, a hash or a field of a create, whatever its outcome', async () => {
    await using service = await startTestService({ limits: { lockMs: 50 } });
    const client = await createClient(service);
    const responses = await trafficOf(service, client);
    const statuses = new Set(responses.map((response) => response.status));
    for (const status of [200, 409, 422, 500, 503]) expect(statuses).toContain(status);

    // There is at least one line for each request, and fields that are not private distinguish them.
    await expect.poll(() => service.logLines.length).toBeGreaterThanOrEqual(signs.length);
    expect(service.logLines.filter((line) => line.includes(client.appKey)).length).toBeGreaterThan(10);

    const hashes = responses
      .map((response) => response.json?.data?.hash)
      .filter((hash) => hash !== undefined);
    expect(hashes.length).toBeGreaterThan(2);
    const texts = [client.secret, ...Object.values(PRIVATE_FIELDS), ...signs, ...hashes, 'sentinel'];
    const spellings = [...texts, 'TR640099900000999000001001'].flatMap(spellingsOf);
    for (const line of service.logLines)
      for (const spelling of spellings) expect(line.toLowerCase()).not.toContain(spelling);
  });
});

describe('log exceptions', () => {
  /** Logs something as the service does. @returns the line. */
  function logged(err: unknown) {
    const lines: string[] = [];
    const logger = createLogger({ base: null }, { write: (line: string) => void lines.push(line) });
    logger.error({ err }, 'unexpected error');
    return lines.join('');
  }

  test('the log has the type, message, stack and code of an exception and its causes, and no value of a statement', () => {
    const statement = { kind: 'SelectQueryNode', where: { value: 'TR330006100519786457841326' } };
    const missing = new NoResultError(statement as never);
    const refused = Object.assign(new Error('it was refused', { cause: missing }), {
      code: '23505',
      detail: 'Key (value)=(Ada Lovelace) already exists.',
    });
    const line = logged(new AggregateError([refused], 'both failed'));
    expect(line).not.toMatch(/TR33|Ada/);
    expect(JSON.parse(line).err).toMatchObject({
      type: 'AggregateError',
      message: 'both failed',
      errors: [
        { type: 'Error', code: '23505', stack: expect.stringContaining('caused by: Error: no result') },
      ],
    });
    expect(logged(missing)).not.toContain('TR33');
    expect(JSON.parse(logged('nothing but words')).err).toEqual({
      type: 'string',
      message: 'nothing but words',
    });
  });
});

describe('request ids', () => {
  const HEX_128 = /^[0-9a-f]{32}$/;
  const TURNS = 20;

  async function idOf(server: { url: string }, given?: string): Promise<string | null> {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    return (await rawCall(server, { target: '/healthz', headers })).headers.get('x-request-id');
  }

  test('request ids are 128 random bits: a stranger learns from two of them nothing about what lies between', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) ids.push((await idOf(service())) ?? '');
    for (const id of ids) expect(id).toMatch(HEX_128);
    expect(new Set(ids).size).toBe(TURNS);
    // No two of them share a part, in any place, as they would with a time, a process or a counter in them.
    for (let at = 0; at < 32; at += 8)
      expect(new Set(ids.map((id) => id.slice(at, at + 8))).size, `characters from ${at}`).toBe(TURNS);
  });

  test('with a clock that stands still, request ids differ and do not count', async () => {
    await using still = await startTestService({ platform: createClock() });
    const [first, second] = [await idOf(still), await idOf(still)];
    const distance = BigInt(`0x${second}`) - BigInt(`0x${first}`);
    expect(distance < 0n ? -distance : distance).toBeGreaterThan(2n ** 64n);
  });

  test('a request id that a stranger gives is not kept', async () => {
    for (const given of ['mine', 'a'.repeat(32), '0']) expect(await idOf(service(), given)).toMatch(HEX_128);
  });

  test('a request id that a trusted proxy gives is kept, if it is one', async () => {
    await using proxied = await startTestService({ env: { TRUST_PROXY: '1' } });
    expect(await idOf(proxied, 'from-the-proxy_1')).toBe('from-the-proxy_1');
    for (const given of ['with a blank', 'x'.repeat(65), '', 'a"b', 'a,b'])
      expect(await idOf(proxied, given)).toMatch(HEX_128);
    expect(await idOf(proxied)).toMatch(HEX_128);
  });
});

describe('canaries', () => {
  let deposit: PayableDeposit;

  beforeAll(async () => {
    await createClient(service(), { secret: SECRET });
    deposit = await createPayable(service());
  });

  const SPELLINGS = CANARIES.flatMap(spellingsOf);

  function leaksIn(text: string): string[] {
    const lower = text.toLowerCase();
    return SPELLINGS.filter((spelling) => lower.includes(spelling));
  }

  /** A failure as a status, in a GraphQL response or in an event. Only a success may repeat what was sent. */
  const isFailure = ({ status, text }: Seen) =>
    status >= 400 || text.includes('"errors"') || text.includes('"error"');

  describe('no log line and no error holds a secret, an IBAN or a name that came through', () => {
    test.each<[string, number, () => AsyncGenerator<Seen>, number[]?]>([
      ['an operation of any surface', IS_LONG ? 1500 : 50, () => throughOperations(service())],
      ['a path or a query', IS_LONG ? 500 : 80, () => throughTargets(service(), deposit.path)],
      ['a header', 30, () => throughHeaders(service()), [401, 403, 404, 415]],
      ['a body', IS_LONG ? 100 : 30, () => throughBodies(service()), [413, 415]],
      ['a GraphQL document', IS_LONG ? 200 : 12, () => throughDocuments(service())],
      ['a subscription', IS_LONG ? 40 : 5, () => throughSubscriptions(service())],
      ['a call or a form of a payer', IS_LONG ? 60 : 15, () => throughPayers(service(), deposit)],
    ])(
      '%s',
      async (_what, least, calls, statuses = []) => {
        let failures = 0;
        const missing = new Set(statuses);
        const leaks = new Set<string>();
        for await (const seen of calls()) {
          if (seen.status === 500) expect.fail(`${seen.what}: ${seen.text}`);
          if (!isFailure(seen)) continue;
          failures += 1;
          missing.delete(seen.status);
          for (const leak of leaksIn(seen.text))
            leaks.add(`${seen.what}: ${leak} in ${seen.text.slice(0, 120)}`);
        }
        expect([...leaks]).toEqual([]);
        expect([...missing]).toEqual([]);
        expect(failures).toBeGreaterThan(least);
        expect(service().logLines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
      },
      240_000,
    );
  });

  test('every operation of the service has its canaries, on every surface that offers it', () => {
    const without = OPERATION_CALLS.filter(({ inputs }) => inputs.length === 0);
    expect(without.map(({ surface, operation }) => `${operation} over ${surface.name}`)).toEqual([]);
    const sent = new Set(OPERATION_CALLS.map(({ operation }) => operation));
    // Payers and streams have calls of their own.
    const others = OPERATIONS.filter(({ name, kind }) => !sent.has(name) && kind !== 'subscription');
    expect(others.flatMap(({ roles }) => roles)).toEqual(['payer', 'payer', 'payer', 'payer']);
  });
});

describe.skipIf(!IS_LONG)('log disk full', () => {
  const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

  /** Their log lines exceed the buffer before the first write. */
  const REQUESTS = 600;

  test('a log that cannot be written delays no request, and the service stops normally', async () => {
    using folder = temporaryFolder();
    const port = await freePort();
    // Every write to this file fails like on a full disk.
    const full = openSync('/dev/full', 'w');
    const env = { PATH: process.env.PATH, DATABASE_URL: join(folder.path, 'test.db'), PORT: String(port) };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', full, 'inherit'] });
    const ended = once(child, 'exit');
    const service = { url: `http://127.0.0.1:${port}` };
    try {
      const isUp = () =>
        fetch(`${service.url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
      for (let count = 0; count < REQUESTS; count += 1) expect(await isUp()).toBe(true);
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
    } finally {
      child.kill('SIGTERM');
      // A process that hangs in its exit must not outlive the test.
      const hangs = setTimeout(() => child.kill('SIGKILL'), 60_000);
      expect(await ended).toEqual([0, null]);
      clearTimeout(hangs);
    }
  });
});
