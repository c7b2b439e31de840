import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS, limitConnections } from '../../src/http/connections.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { testLong } from '../support/long-test.ts';
import { holdTimers, MINUTE_MS } from '../support/manual-clock-service.ts';
import { openRaw, type RawConnection, signedPost } from '../support/raw-connection.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData } from '../support/responses.ts';
import { openStream } from '../support/streams.ts';

/** Asks again if a connection was given up: while the machine stalls, an honest client is slow too. */
async function untilServed<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask();
    } catch (error) {
      if (tries === 20) throw error;
    }
}

/** What is told about lost connections. */
const linesOf = ({ logLines }: Pick<TestService, 'logLines'>) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => String(msg).startsWith('connections were lost'))
    .map(({ dropped, refused, stalled }) => ({ dropped, refused, stalled }));

/** Creates one deposit of an honest client. */
async function expectServed(service: TestService): Promise<void> {
  const body = depositFields();
  await untilServed(async () => expectData(await call(service, DEPOSIT, { body })));
}

describe('connections', () => {
  const PAUSE_MS = 20;

  /** A busy machine may stand still for some seconds, in which nothing is read. */
  const STALL_MS = 4000;

  const STEADY_MS = 1.5 * STALL_MS;

  /** More than the buffers of two operating systems hold. */
  const PIPELINED = 400;

  /** The path of the largest asset: a page of the console names its scripts. */
  async function assetOf(service: TestService): Promise<string> {
    const page = await (await fetch(`${service.url}/console`)).text();
    const [, path = ''] = /src="([^"]*\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    return new URL(path, `${service.url}/console`).pathname;
  }

  const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

  /** A connection that asks for an asset again and again and reads nothing. */
  async function askAndNeverRead(service: TestService, asset: string): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(requestOf(asset).repeat(PIPELINED));
    return socket;
  }

  /** Goes on to ask until the server has had enough of it: who does not read learns of the end by writing. */
  async function untilClosed(socket: Socket): Promise<boolean> {
    for (let tries = 0; tries < 1500 && !socket.destroyed; tries += 1) {
      socket.write(requestOf('/healthz'));
      await sleep(PAUSE_MS);
    }
    return socket.destroyed;
  }

  test('clients that ask for an asset and never read lose their connections, and others are served meanwhile', async () => {
    await using service = await startTestService({ limits: { stallMs: 1000 } });
    const asset = await untilServed(() => assetOf(service));
    const sockets = await Promise.all(Array.from({ length: 20 }, () => askAndNeverRead(service, asset)));
    await expectServed(service);
    const closed = await Promise.all(sockets.map(untilClosed));
    expect(closed).toEqual(sockets.map(() => true));
    await service.stop();
    const told = linesOf(service).reduce((sum, { stalled = 0 }) => sum + stalled, 0);
    // A connection that is given up before the service has read its request was idle.
    expect(told).toBeGreaterThanOrEqual(sockets.length / 2);
  });

  // These two mostly wait, so they run at the same time.
  testLong.concurrent('a client that reads a large answer slowly but steadily gets all of it', async () => {
    await using service = await startTestService({ limits: { stallMs: STALL_MS } });
    const asset = await assetOf(service);
    const { byteLength } = await (await fetch(service.url + asset)).arrayBuffer();
    const socket = await askAndNeverRead(service, asset);
    const total = PIPELINED * byteLength;
    let bytes = 0;
    const startedAtMs = performance.now();
    while (bytes < total && !socket.destroyed) {
      const chunk: Buffer | null = socket.read();
      bytes += chunk?.length ?? 0;
      if (bytes / total > (performance.now() - startedAtMs) / STEADY_MS) await sleep(PAUSE_MS);
      else await new Promise(setImmediate);
    }
    expect(bytes).toBeGreaterThanOrEqual(total);
    socket.destroy();
  });

  testLong.concurrent('a live stream that is read slowly but steadily stays open', async () => {
    await using service = await startTestService({ limits: { stallMs: STALL_MS } });
    const { transactionId } = expectData(await call(service, DEPOSIT, { body: depositFields() }));
    const stored = await service.dependencies.db.read('findTransaction', transactionId);
    using stream = await openStream(service, 'trpc', { as: OPERATOR });
    const startedAtMs = performance.now();
    for (let index = 0; performance.now() - startedAtMs < STEADY_MS; index += 1) {
      service.dependencies.bus.publish({ ...stored!, name: `${index}`.padEnd(100_000, 'x') });
      await sleep(5 * PAUSE_MS);
      expect((await stream.payload())?.name).toMatch(new RegExp(`^${index}x`));
    }
  });

  /** Opens a connection that the service closes again, at the earliest before its client knows that it was open. */
  async function expectRefused(service: TestService): Promise<void> {
    const refused = await openRaw(service).catch(() => undefined);
    expect(await refused?.closed).toBe(refused && '');
  }

  async function expectOpen(connection: RawConnection): Promise<void> {
    connection.write(requestOf('/healthz'));
    expect((await connection.response()).status).toBe(200);
  }

  test('one address has a limit of connections, and a closed one makes room for the next', async () => {
    const timers = holdTimers(MINUTE_MS);
    await using service = await startTestService({
      limits: { connectionsFromLoopback: 3 },
      platform: { schedule: timers.schedule },
    });
    const allowed = await Promise.all(Array.from({ length: 3 }, () => openRaw(service)));
    for (const connection of allowed) await expectOpen(connection);
    for (let index = 0; index < 5; index += 1) await expectRefused(service);
    for (const connection of allowed) await expectOpen(connection);
    // The service closes it itself, so that there is room when the end is here.
    allowed[0]?.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    await allowed[0]?.closed;
    using next = await openRaw(service);
    await expectOpen(next);
    timers.expire();
    expect(linesOf(service)).toEqual([{ refused: 5 }]);
  });

  test('connections beyond the limit of all are told in one line a minute, without an address', async () => {
    const timers = holdTimers(MINUTE_MS);
    await using service = await startTestService({
      limits: { connections: 2 },
      platform: { schedule: timers.schedule },
    });
    const open = await Promise.all([openRaw(service), openRaw(service)]);
    for (const connection of open) await expectOpen(connection);
    for (const count of [4, 1]) {
      for (let index = 0; index < count; index += 1) await expectRefused(service);
      timers.expire();
      timers.expire();
    }
    expect(linesOf(service)).toEqual([{ dropped: 4 }, { dropped: 1 }]);
    for (const connection of open) connection.socket.destroy();
  });

  test('https spoken to the http port is told in one line a minute, which names the cure', async () => {
    const timers = holdTimers(MINUTE_MS);
    await using service = await startTestService({ platform: { schedule: timers.schedule } });
    const speak = async () => {
      const failed = fetch(service.url.replace('http:', 'https:'));
      await expect(failed).rejects.toThrow();
    };
    await speak();
    await speak();
    timers.expire();
    await speak();
    const told = service.logLines.filter((line) =>
      line.includes('somebody speaks https to the http port: use http://'),
    );
    expect(told).toHaveLength(2);
  });
});

describe('connections per address', () => {
  const LIMITS = { ...CONNECTION_LIMITS, connectionsPerAddress: 2 };

  /** A server that no network reaches: its connections come from the addresses that a test says. */
  function createGuarded(isBusy: (socket: Socket) => boolean = () => false) {
    const logLines: string[] = [];
    const server: Server = createServer();
    // Only the limits listen.
    server.removeAllListeners('connection');
    const report = limitConnections(server, {
      limits: LIMITS,
      isBusy,
      schedule: () => () => {},
      logger: pino({}, { write: (line: string) => void logLines.push(line) }),
    });
    return {
      server,
      report,
      logLines,
      /** Connects from an address. @returns the socket of the service's side, destroyed if it was refused. */
      connectFrom(remoteAddress: string): Socket {
        // The server of Node listens for errors too.
        const socket = new Socket().on('error', () => {});
        Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
        server.emit('connection', socket);
        return socket;
      },
    };
  }

  const refusals = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

  test('each address has its limit, in whatever form the socket writes it, and leaves that of others alone', () => {
    const { connectFrom } = createGuarded();
    expect(refusals(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(connectFrom))).toEqual([
      false,
      false,
      true,
    ]);
    expect(connectFrom('192.0.2.2').destroyed).toBe(false);
  });

  test('an IPv6 network of 64 bits counts as one address', () => {
    const { connectFrom } = createGuarded();
    const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:1::3', '2001:db8:0:2::1'];
    expect(refusals(addresses.map(connectFrom))).toEqual([false, false, true, false]);
    expect(refusals(['fe80::1%eth0', 'fe80::2%eth0', 'fe80::3%eth1'].map(connectFrom))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a closed connection makes room, once', async () => {
    const { connectFrom } = createGuarded();
    const [first] = ['192.0.2.1', '192.0.2.1'].map(connectFrom);
    expect(connectFrom('192.0.2.1').destroyed).toBe(true);
    await new Promise((resolve) => first?.once('close', resolve).destroy());
    expect(refusals(['192.0.2.1', '192.0.2.1'].map(connectFrom))).toEqual([false, true]);
  });

  test('a connection that stands still is given up, and told if it had an answer to read', () => {
    const busy = new Set<Socket>();
    const { connectFrom, server, report, logLines } = createGuarded((socket) => busy.has(socket));
    const sockets = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(connectFrom);
    for (const socket of sockets.slice(1)) busy.add(socket);
    for (const socket of sockets) server.emit('timeout', socket);
    expect(refusals(sockets)).toEqual([true, true, true]);
    report();
    expect(linesOf({ logLines })).toEqual([{ stalled: 2 }]);
  });

  test('this machine and connections that have ended already do not use up the limit of anybody', () => {
    const { connectFrom } = createGuarded();
    for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])
      for (let index = 0; index < 3; index += 1) expect(connectFrom(address).destroyed, address).toBe(false);
    for (let index = 0; index < 3; index += 1) connectFrom('');
    expect(connectFrom('192.0.2.1').destroyed).toBe(false);
  });
});

describe('slow clients', () => {
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

  // They mostly wait, so they run at the same time.
  test.concurrent.each(Object.entries(SLOW))(
    'a client that %s loses its connection, nothing of it is stored, and others are served meanwhile',
    async (_, behave) => {
      const slow = await Promise.all(Array.from({ length: 10 }, () => openRaw(service)));
      const behaving = slow.map(behave);
      await expectServed(service);
      await Promise.all(behaving);
      for (const rest of await Promise.all(slow.map(({ closed }) => closed)))
        expect(rest).not.toContain(' 200 ');
      await expectServed(service);
      await using committed = openCommitted(service.databasePath);
      const names = new Set((await committed.transactions()).map(({ name }) => name));
      expect([...names]).toEqual([depositFields().name]);
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
});

describe('https only', () => {
  const PRODUCTION = { NODE_ENV: 'production', MASTER_KEY: 'ab'.repeat(32) };
  const TARGETS = ['/healthz', '/v1/transactions', '/graphql', '/trpc/banks.list', '/unknown'];

  const headerOf = async (service: { url: string }, target: string) =>
    (await rawCall(service, { target })).headers.get('strict-transport-security');

  test('in production every answer asks browsers to come back over https for a year', async () => {
    using folder = temporaryFolder();
    await using service = await startTestService({ folder: folder.path, env: PRODUCTION });
    for (const target of TARGETS) expect(await headerOf(service, target), target).toBe('max-age=31536000');
  });

  test('outside production no answer binds localhost to https', async () => {
    await using service = await startTestService();
    for (const target of TARGETS) expect(await headerOf(service, target), target).toBeNull();
  });
});
