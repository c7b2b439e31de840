import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  createGraphqlClient,
  createSignedFetch,
  type Failure,
  type Fetch,
  failureOf,
  GraphqlRequestError,
  importSecret,
  TRPCClientError,
} from '../../src/client/index.ts';
import { VolumeDocument } from '../dashboard/gql/graphql.ts';
import {
  ADMIN,
  call,
  createClock,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
  VALID_IBAN,
} from '../harness.ts';
import { subscribe } from '../support/client-subscriber.ts';
import { eventually } from '../support/eventually.ts';
import { EXAMPLE_URL, isInstalled, linesOf, readExamples } from '../support/examples.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

describe('client', () => {
  /** A client of the service under test, with its clock. */
  function connect(options: Partial<ClientOptions> = {}) {
    return createClient({ url: service().url, nowMs: clock.nowMs, ...MERCHANT, ...options });
  }

  let made = 0;

  function deposit() {
    made += 1;
    return {
      bankId: DEMO_BANK_ID,
      processId: `client-${made}`,
      amount: 500,
      userId: `client-user-${made}`,
      userName: 'testUserName',
      name: 'Test User',
    };
  }

  async function failure(call: Promise<unknown>): Promise<Failure> {
    const thrown = await call.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(TRPCClientError);
    const found = failureOf(thrown);
    if (!found) throw new Error('the error has no failure of the service', { cause: thrown });
    return found;
  }

  describe('a created transaction', () => {
    test('is returned in the envelope, can be read and listed, and is returned again for a repeat', async () => {
      const client = connect();
      const input = deposit();
      const created = await client.deposits.create.mutate(input);
      expect(created).toMatchObject({ status: 200, data: { ...input, type: 'deposit', status: 'pending' } });
      expect(Object.keys(created)).toEqual(['data', 'status', 'responseTime', 'app_version']);
      const { transactionId } = created.data;
      expect((await client.deposits.create.mutate(input)).data.transactionId).toBe(transactionId);
      expect((await client.transactions.get.query({ transactionId })).data).toMatchObject(input);
      const listed = await client.transactions.list.query({ processId: input.processId });
      expect(listed.data.items.map((item) => item.transactionId)).toEqual([transactionId]);
    });

    test('can be a withdrawal', async () => {
      const input = { ...deposit(), accountName: 'Test User', iban: VALID_IBAN };
      const { data } = await connect().withdrawals.create.mutate(input);
      expect(data).toMatchObject({ ...input, type: 'withdrawal' });
    });

    test('can contain any character, in the body and in the query', async () => {
      const processId = `it's "100%" of <ç/é>+#?&=;\\ 李雷 😀 ${made}`;
      const { data } = await connect().deposits.create.mutate({ ...deposit(), processId });
      expect(data.processId).toBe(processId);
      const { items } = (await connect().transactions.list.query({ processId })).data;
      expect(items.map((item) => item.transactionId)).toEqual([data.transactionId]);
    });
  });

  test('a query needs no filter', async () => {
    expect((await connect().banks.list.query({})).data.length).toBe(3);
  });

  describe('a refused call throws the failure of the service:', () => {
    test('a processId that is taken', async () => {
      const input = deposit();
      const { transactionId } = (await connect().deposits.create.mutate(input)).data;
      const refused = await failure(connect().deposits.create.mutate({ ...input, amount: 501 }));
      expect(refused).toMatchObject({ code: 'error_process_id_conflict', status: 409 });
      expect(refused.error.type).toBe('error_process_id_conflict');
      expect(refused.error.message).toContain(transactionId);
      expect(refused.responseTime).toMatch(/^\d+([.]\d{1,2})?ms$/);
      expect(refused.app_version).toMatch(/^\d+[.]\d+[.]\d+$/);
    });

    test('all fields that are wrong', async () => {
      const refused = await failure(connect().deposits.create.mutate({ ...deposit(), amount: 0, name: ' ' }));
      expect(refused).toMatchObject({ code: 'error_validation', status: 400 });
      expect(refused.error.fields?.map((field) => field.path)).toEqual(['amount', 'name']);
    });

    test('an unknown key', async () => {
      const refused = await failure(connect({ appKey: 'nobody' }).banks.list.query({}));
      expect(refused).toMatchObject({ code: 'error_site_not_found', status: 404 });
    });

    test('a wrong secret', async () => {
      const refused = await failure(connect({ secret: OPERATOR.secret }).banks.list.query({}));
      expect(refused).toMatchObject({ code: 'error_invalid_sign', status: 403 });
    });

    test('a wrong clock', async () => {
      const late = connect({ nowMs: () => clock.nowMs() - 301_000 });
      expect(await failure(late.banks.list.query({}))).toMatchObject({ code: 'error_invalid_sign' });
    });
  });

  test('a client can sign with an imported key in place of the secret', async () => {
    const client = connect({ secret: await importSecret(MERCHANT.secret) });
    expect((await client.banks.list.query({})).status).toBe(200);
  });

  test('a slash at the end of the url changes nothing', async () => {
    expect((await connect({ url: `${service().url}/` }).banks.list.query({})).status).toBe(200);
  });

  test('simultaneous calls are not batched: each is a request with its own sign', async () => {
    const signs: (string | null)[] = [];
    const fetch: Fetch = (url, init) => {
      signs.push(new Headers(init.headers).get('sign'));
      return globalThis.fetch(url, init);
    };
    const client = connect({ fetch });
    const responses = await Promise.all([
      client.banks.list.query({}),
      client.banks.list.query({ type: 'deposit' }),
      client.deposits.create.mutate(deposit()),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(signs).size).toBe(3);
  });

  /** Starts a server in place of the service. */
  async function listen(handle: RequestListener) {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      async [Symbol.asyncDispose]() {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      },
    };
  }

  test('an https URL of an http port fails with a message that gives the right URL', async () => {
    const { host } = new URL(service().url);
    const reading = connect({ url: `https://${host}`, retry: false }).banks.list.query({});
    await expect(reading).rejects.toThrow(
      `this port speaks http, not https. Use the port of the proxy with TLS, or http://${host}`,
    );
  });

  describe('a response of a proxy', () => {
    test('is not mistaken for a failure of the service', async () => {
      await using proxy = await listen((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
      const error = await connect({ url: proxy.url, retry: false })
        .banks.list.query({})
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TRPCClientError);
      expect(String(error)).toContain('502');
      expect(failureOf(error)).toBeUndefined();
      expect(failureOf(new Error('of another kind'))).toBeUndefined();
      expect(failureOf(undefined)).toBeUndefined();
    });

    test('that redirects is not followed: key and sign are not sent elsewhere', async () => {
      let asked = 0;
      await using elsewhere = await listen((_, response) => {
        asked += 1;
        response.end('{}');
      });
      await using proxy = await listen(({ url }, response) =>
        response.writeHead(307, { location: elsewhere.url + url }).end(),
      );
      await expect(connect({ url: proxy.url }).banks.list.query({})).rejects.toThrow('307');
      await expect(connect({ url: proxy.url }).deposits.create.mutate(deposit())).rejects.toThrow('307');
      expect(asked).toBe(0);
    });
  });
});

describe('below a path', () => {
  /** A path that also begins other paths of the service. */
  const PATH = '/trpc/v1';

  const service = useService();
  let proxy: Awaited<ReturnType<typeof startPrefixProxy>>;

  beforeAll(async () => {
    proxy = await startPrefixProxy(service(), PATH);
  });

  afterAll(() => proxy[Symbol.asyncDispose]());

  /** The service as callers reach it, as people write it. */
  const urls = () => [proxy.url, `${proxy.url}/`];

  test('below the path of a proxy queries, mutations and documents are signed as the service gets them', async () => {
    for (const [at, url] of urls().entries()) {
      const client = createClient({ url, ...MERCHANT });
      expect((await client.banks.list.query({})).status).toBe(200);
      const id = `below-${at}`;
      const names = { userId: id, userName: 'ada', name: 'Ada Lovelace' };
      const input = { bankId: DEMO_BANK_ID, processId: id, amount: 500, ...names };
      expect((await client.deposits.create.mutate(input)).data.processId).toBe(id);
      const graphql = createGraphqlClient({ url, ...MERCHANT });
      const { whoAmI } = await graphql.request<{ whoAmI: { appKey: string } }, object>(
        '{ whoAmI { appKey } }',
        {},
      );
      expect(whoAmI.appKey).toBe(MERCHANT.appKey);
    }
  });

  test('below the path of a proxy subscriptions and requests of the signed fetch are signed as the service gets them', async () => {
    for (const url of urls()) {
      using subscriber = subscribe(createClient({ url, ...MERCHANT }));
      await subscriber.untilStarted();
      const signedFetch = createSignedFetch({ url, ...MERCHANT });
      for (const target of ['/v1/transactions?limit=2', '/v1/available-banks'])
        expect((await signedFetch(`${proxy.url}${target}`)).status, target).toBe(200);
    }
    await eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(false));
  });

  test('the signed fetch signs for no other service than that of its url', async () => {
    const sent: string[] = [];
    const fetch = async (url: string) => {
      sent.push(url);
      return new Response();
    };
    const signedFetch = createSignedFetch({ url: 'https://example.com/payments', fetch, ...MERCHANT });
    for (const url of [
      'https://example.com.evil.example/payments/v1',
      'https://example.com:8443/payments/v1',
      'http://example.com/payments/v1',
      'https://example.com/paymentsv1',
      'https://example.com/payments/../v1',
      'https://example.com/v1',
    ])
      await expect(signedFetch(url), url).rejects.toThrow(
        'Only URLs below https://example.com/payments/ are signed.',
      );
    await signedFetch('https://example.com/payments/v1');
    expect(sent).toEqual(['https://example.com/payments/v1']);
  });
});

describe('graphql client', () => {
  // Its statistics are of all transactions.
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
    expect(stats).toEqual([
      { key: '2026-11-20', createdCount: 1, createdAmount: 100.5, successfulAmount: 0 },
    ]);
    const pending = { transactionId, type: 'deposit', amount: 100.5, name: 'Test User' };
    expect(transactions.nodes).toMatchObject([pending]);
  });

  test('the answer of a command is never null, and its type says so', async () => {
    interface Created {
      readonly __typename?: 'Mutation';
      readonly made?: { readonly client: { readonly name: string } } | null;
    }
    const document =
      'mutation { made: createClient(input: { name: "New", role: merchant }) { client { name } } }';
    const { made } = await connect(ADMIN).request<Created, object>(document, {});
    expect(made.client.name).toBe('New');
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

    test('with the answers of the commands before it', async () => {
      const error = await errorOf(
        connect(ADMIN).request(`mutation {
          a: createClient(input: { name: "New", role: merchant }) { secret }
          b: updateClient(input: { appKey: "nobody", name: "x" }) { appKey }
        }`),
      );
      expect(failureOf(error)?.status).toBe(404);
      expect(error.result).toEqual({ a: { secret: expect.any(String) }, b: null });
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
});

describe('sandbox page', () => {
  const service = useService();

  /** The shell of docs/sandbox.md from the address on: each block needs what the ones before it have set. */
  function readScript(): string {
    const blocks = readExamples('docs/sandbox.md').flatMap(({ language, code }) =>
      language !== 'sh' || /^\s*bank-transfers /.test(code) ? [] : [code],
    );
    return blocks.join('\n').replaceAll(EXAMPLE_URL, service().url);
  }

  test.skipIf(!isInstalled('bash', 'openssl', 'curl'))(
    'the shell of the page on the sandbox runs in order as it is printed, and each call succeeds',
    async () => {
      using folder = temporaryFolder();
      const file = join(folder.path, 'sandbox.sh');
      writeFileSync(file, readScript());
      const lines = await linesOf({ program: 'bash', args: [file], endless: false });
      const answers = lines.map((line): Json => JSON.parse(line));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      const [deposit, settled, reversed, settledForLess, rejected, expired] = answers.map(({ data }) => data);
      expect(answers).toHaveLength(6);
      expect(deposit).toMatchObject({ status: 'pending', bankAccountName: 'TEST - SEND NO MONEY' });
      expect(settled).toMatchObject({ status: 'successful', finalAmount: 500, test: true });
      expect(reversed).toMatchObject({ transactionId: settled.transactionId, endedAs: 'reversed' });
      expect(settledForLess).toMatchObject({ status: 'successful', finalAmount: 499.5 });
      expect(rejected).toMatchObject({ endedAs: 'rejected', statusReason: 'wrong sender' });
      expect(expired).toMatchObject({ endedAs: 'expired' });
    },
  );

  test('each GraphQL call of the page on the sandbox fits the schema', () => {
    const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
    const calls = readExamples('docs/sandbox.md').flatMap(({ language, code }) =>
      language === 'graphql' ? code.trim().split('\n') : [],
    );
    expect(calls).toHaveLength(1);
    for (const call of calls) expect(validate(schema, parse(call)), call).toEqual([]);
  });
});
