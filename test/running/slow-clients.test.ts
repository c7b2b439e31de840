import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, type TestService } from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { openRaw, type RawConnection, signedPost } from '../support/raw-connection.ts';

const DRIP_MS = 20;
const MAX_DRIPS = 500;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: { headersMs: 300, requestMs: 600, checkEveryMs: 20 } });
});
afterAll(async () => {
  await service.stop();
  // A slow client is never an error of the service.
  for (const line of service.logLines) expect(JSON.parse(line).level, line).toBeLessThan(50);
});

/** Sends byte after byte until the server closes the connection. */
async function drip(connection: RawConnection, text: string): Promise<void> {
  for (const byte of text.slice(0, MAX_DRIPS)) {
    if (connection.socket.destroyed) return;
    connection.write(byte);
    await sleep(DRIP_MS);
  }
}

const whole = () =>
  signedPost(DEPOSIT, depositFields({ name: 'Slow'.repeat(50), userName: 'x'.repeat(200) }));
const headersOf = (request: string) => request.slice(0, request.indexOf('\r\n\r\n'));

/** Ways to keep a connection open without finishing a request. */
const SLOW: Readonly<Record<string, (connection: RawConnection) => Promise<void>>> = {
  'sends nothing': async () => {},
  'sends half of its headers': async (connection) => connection.write(headersOf(whole())),
  'sends its headers byte by byte': (connection) => drip(connection, headersOf(whole()).repeat(2)),
  'sends half of its body': async (connection) => connection.write(whole().slice(0, -50)),
  async 'sends its body byte by byte'(connection) {
    const request = whole();
    connection.write(headersOf(request));
    await drip(connection, request.slice(headersOf(request).length));
  },
};

/** One deposit of another client. If the machine stalls, an honest client is slow too. */
async function expectOthersAreServed(): Promise<void> {
  const body = depositFields();
  for (let tries = 0; tries < 5; tries += 1) {
    const response = await call(service, DEPOSIT, { body }).catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error('the service responds to no client');
}

test.each(Object.entries(SLOW))(
  'a client that %s loses its connection, and others are served meanwhile',
  async (_, behave) => {
    await using committed = openCommitted(service.databasePath);
    const before = (await committed.transactions()).length;
    const slow = await Promise.all(Array.from({ length: 20 }, () => openRaw(service)));
    const behaving = slow.map(behave);
    await expectOthersAreServed();
    await Promise.all(behaving);
    for (const rest of await Promise.all(slow.map(({ closed }) => closed)))
      expect(rest).not.toContain(' 200 ');
    await expectOthersAreServed();
    expect(await committed.transactions()).toHaveLength(before + 2);
  },
);

test('the time limit of headers is shorter than that of a whole request', async () => {
  await using patient = await startTestService({
    limits: { headersMs: 100, requestMs: 600_000, checkEveryMs: 20 },
  });
  using slow = await openRaw(patient);
  slow.write(headersOf(whole()));
  const answer = await slow.closed;
  expect(answer).toContain(' 408 ');
  expect(answer).toContain('"status":408,"error":{"type":"error_validation"');
});

test('an idle connection is closed after its response', async () => {
  await using quick = await startTestService({ limits: { keepAliveMs: 50 } });
  using idle = await openRaw(quick);
  idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect((await idle.response()).headers.connection).toBe('keep-alive');
  expect(await idle.closed).toBe('');
});
