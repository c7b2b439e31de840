import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, type TestService } from '../harness.ts';
import { type Committed, holdWriteLock, openCommitted } from '../support/committed-rows.ts';
import { signedHeaders } from '../support/graphql.ts';
import { allRequestsRead, LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { openRaw, signedPost } from '../support/raw-connection.ts';
import { withLockHeld } from '../support/refusing-database.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { statementsOf } from '../support/statements.ts';
import { SURFACES } from '../support/surfaces.ts';

let service: TestService;
let committed: Committed;
beforeAll(async () => {
  service = await startTestService({ limits: LONG_LOCK_TIMEOUT });
  committed = openCommitted(service.databasePath);
});
afterAll(async () => {
  await committed[Symbol.asyncDispose]();
  await service.stop();
  // No behaviour of a client is an error of the service.
  for (const line of service.logLines) expect(JSON.parse(line).level, line).toBeLessThan(50);
});

test('pipelined requests get one response each, in order', async () => {
  using connection = await openRaw(service);
  const requests = Array.from({ length: 50 }, () => depositFields());
  connection.write(requests.map((fields) => signedPost(DEPOSIT, fields)).join(''));
  for (const { processId } of requests) {
    const { status, json } = await connection.response();
    expect([status, json.data.processId]).toEqual([200, processId]);
    expect(await committed.withProcessId(processId!)).toHaveLength(1);
  }
});

test('a client that expects 100-continue gets it', async () => {
  using connection = await openRaw(service);
  const request = signedPost(DEPOSIT, depositFields(), { expect: '100-continue' });
  const bodyAt = request.indexOf('\r\n\r\n') + 4;
  connection.write(request.slice(0, bodyAt));
  expect((await connection.response()).status).toBe(100);
  connection.write(request.slice(bodyAt));
  expect((await connection.response()).status).toBe(200);
});

test('aborted uploads store nothing', async () => {
  const before = (await committed.transactions()).length;
  const requests = Array.from({ length: 12 }, () => signedPost(DEPOSIT, depositFields()));
  for (const [index, request] of requests.entries()) {
    using connection = await openRaw(service);
    connection.write(request.slice(0, Math.floor((request.length * index) / requests.length)));
    if (index % 2) await allRequestsRead(service);
  }
  await allRequestsRead(service);
  expect(await committed.transactions()).toHaveLength(before);
});

test('a client that disconnects before its response finds one transaction when it retries', async () => {
  const fields = Array.from({ length: 6 }, () => depositFields());
  {
    await using lock = await holdWriteLock(service.databasePath);
    for (const one of fields) {
      using connection = await openRaw(service);
      connection.write(signedPost(DEPOSIT, one));
      await allRequestsRead(service);
    }
    await lock.release();
  }
  for (const body of fields) {
    const { transactionId } = expectData(await call(service, DEPOSIT, { body }));
    expect((await committed.withProcessId(body.processId!)).map((row) => row.id)).toEqual([transactionId]);
  }
});

test.each(['graphql', 'trpc'])(
  'over %s what a client began that disconnects is finished, without an error',
  async (name) => {
    const surface = SURFACES.find((one) => one.name === name)!;
    const fields = depositFields();
    const input = { ...fields, amount: 500 };
    const { method, target, body = '' } = surface.requestOf('createDeposit', input);
    const leaving = new AbortController();
    const init = { method, headers: signedHeaders(method, target, { body }), body, signal: leaving.signal };
    const before = service.logLines.length;
    // The lock is held until the client has left, however long that takes.
    await statementsOf(service, (statements) =>
      withLockHeld(service, async () => {
        const aborted = fetch(service.url + target, init);
        await expect.poll(() => statements).toContain('command createTransactions');
        leaving.abort();
        await expect(aborted).rejects.toThrow('aborted');
      }),
    );
    await expect.poll(() => committed.withProcessId(fields.processId!)).toHaveLength(1);
    expect(service.logLines.slice(before).filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  },
);

test('a query of 8,000 characters is read in full, and one of 10,000 is refused by name', async () => {
  const list = (length: number) => call(service, `/v1/transactions?limit=1&unknown=${'a'.repeat(length)}`);
  expectInvalid(await list(8000), 'unknown');
  expectInvalid(await list(10_000), 'query');
  expect((await call(service, `/${'a'.repeat(8000)}`)).status).toBe(404);
});

test.each(['http://[::1', 'http://xn--/', 'http://%@x/', 'a://[', 'a://x', '//a@b[/#'])(
  'the target %s is not found',
  async (target) => {
    using connection = await openRaw(service);
    connection.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const { status, json } = await connection.response();
    expect([status, json.error.type]).toEqual([404, 'error_route_not_found']);
  },
);

test('what is no request after one that waits for its answer gets none in its place', async () => {
  await using lock = await holdWriteLock(service.databasePath);
  using connection = await openRaw(service);
  connection.write(signedPost(DEPOSIT, depositFields()));
  await allRequestsRead(service);
  connection.write('no HTTP\r\n\r\n');
  expect(await connection.closed).toBe('');
  await lock.release();
});

test('a body that breaks off after its answer gets no second one', async () => {
  using connection = await openRaw(service);
  connection.write('POST /v1/unknown HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n');
  expect((await connection.response()).status).toBe(404);
  connection.write('no length\r\n');
  expect(await connection.closed).toBe('');
});

test.each([
  [
    'headers of 20,000 bytes',
    431,
    `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  ],
  ['20,000 headers', 431, `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${'a:b\r\n'.repeat(20_000)}\r\n`],
  ['no HTTP at all', 400, '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
  [
    'two lengths',
    400,
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
  ],
  [
    'a length and chunks',
    400,
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no host', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
])('%s get %i, and the connection ends', async (_, status, bytes) => {
  using connection = await openRaw(service);
  connection.write(Buffer.from(bytes, 'latin1'));
  const answer = await connection.closed;
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const { error, ...envelope } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(envelope).toMatchObject({ data: null, status, responseTime: expect.any(String) });
  expect(error).toMatchObject({
    type: status === 431 ? 'error_payload_too_large' : 'error_validation',
    message: expect.any(String),
  });
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});
