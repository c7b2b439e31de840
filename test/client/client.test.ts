import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  type Failure,
  type Fetch,
  failureOf,
  importSecret,
  TRPCClientError,
} from '../../src/client/index.ts';
import { createClock, DEMO_BANK_ID, MERCHANT, OPERATOR, VALID_IBAN } from '../harness.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

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

test('an https URL for a port that speaks http is told so, with the URL that is right', async () => {
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
