import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, OPERATOR, startTestService, type TestService } from '../harness.ts';
import { holdTimers, MINUTE_MS } from '../support/manual-clock-service.ts';
import { openRaw, type RawConnection } from '../support/raw-connection.ts';
import { expectData } from '../support/responses.ts';
import { openStream } from '../support/streams.ts';

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

const linesOf = ({ logLines }: TestService) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => String(msg).startsWith('connections were lost'))
    .map(({ dropped, refused, stalled }) => ({ dropped, refused, stalled }));

// These three mostly wait, so they run at the same time.
test.concurrent('clients that ask for an asset and never read lose their connections, and others are served meanwhile', async () => {
  await using service = await startTestService({ limits: { stallMs: STALL_MS / 2 } });
  const asset = await assetOf(service);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => askAndNeverRead(service, asset)));
  expectData(await call(service, DEPOSIT, { body: depositFields() }));
  const closed = await Promise.all(sockets.map(untilClosed));
  expect(closed).toEqual(sockets.map(() => true));
  await service.stop();
  expect(linesOf(service)).toEqual([{ stalled: sockets.length }]);
});

test.concurrent('a client that reads a large answer slowly but steadily gets all of it', async () => {
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

test.concurrent('a live stream that is read slowly but steadily stays open', async () => {
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
