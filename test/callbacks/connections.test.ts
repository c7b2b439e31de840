import { expect, test } from 'vitest';
import { type OpenSocket, openSocket } from '../../src/callbacks/sending/connection.ts';
import { ConnectionPool } from '../../src/callbacks/sending/connection-pool.ts';
import { createLookUp } from '../../src/callbacks/sending/resolve.ts';
import { hang, reset } from '../support/misbehaving-receivers.ts';
import { startReceiver, status } from '../support/receiver.ts';
import {
  createGauge,
  createHandSchedule,
  createTrap,
  NEVER_IDLE_MS,
  startSender,
} from '../support/test-sender.ts';

const CLOSED_EARLY = 'the connection was closed before an answer';

test('connections are reused, by sequential and by parallel POSTs', async () => {
  await using receiver = await startReceiver({ respond: status(200, {}, 'ok') });
  using sender = startSender();
  for (let sent = 0; sent < 30; sent += 1) await sender.send(receiver.url);
  expect(receiver.connections()).toBe(1);
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 8 }, () => sender.send(receiver.url)));
  expect(receiver.connections()).toBe(8);
  expect(receiver.deliveries).toHaveLength(70);
});

test('a POST is sent once more if the receiver closes the reused connection', async () => {
  await using receiver = await startReceiver();
  using sender = startSender();
  await sender.send(receiver.url);
  receiver.respondWith((request, response, delivery) => {
    receiver.respondWith(status(200));
    reset(request, response, delivery);
  });
  expect(await sender.send(receiver.url)).toMatchObject({ status: 200, error: null });
  expect(receiver.deliveries).toHaveLength(3);
  expect(receiver.connections()).toBe(2);
});

test('the second POST uses a new connection, because other idle ones are likely closed as well', async () => {
  await using receiver = await startReceiver();
  using sender = startSender();
  await Promise.all([sender.send(receiver.url), sender.send(receiver.url)]);
  const kept = new Set(receiver.deliveries.map(({ fromPort }) => fromPort));
  expect(kept.size).toBe(2);
  receiver.respondWith((request, response, delivery) =>
    (kept.has(delivery.fromPort) ? reset : status(200))(request, response, delivery),
  );
  expect(await sender.send(receiver.url)).toMatchObject({ status: 200, error: null });
  expect(receiver.deliveries).toHaveLength(4);
});

test('a POST that timed out on a reused connection is not sent once more', async () => {
  await using receiver = await startReceiver();
  const limit = createHandSchedule();
  using sender = startSender({ schedule: limit.schedule });
  await sender.send(receiver.url);
  receiver.respondWith(hang);
  const result = sender.send(receiver.url);
  await receiver.arrivals(2);
  limit.expire();
  expect(await result).toMatchObject({ status: null, error: 'no answer within 10 s' });
  receiver.respondWith(status(200));
  expect(await sender.send(receiver.url)).toMatchObject({ status: 200 });
  expect(receiver.deliveries).toHaveLength(3);
  expect(receiver.connections()).toBe(2);
});

test('a POST is sent at most twice, and not again if a new connection breaks', async () => {
  await using receiver = await startReceiver();
  using sender = startSender();
  await sender.send(receiver.url);
  receiver.respondWith(reset);
  expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: CLOSED_EARLY });
  expect(receiver.deliveries).toHaveLength(3);
  expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: CLOSED_EARLY });
  expect(receiver.deliveries).toHaveLength(4);
});

test('close aborts POSTs in progress, closes every connection, and nothing is sent afterwards', async () => {
  await using receiver = await startReceiver();
  const gauge = createGauge();
  using sender = startSender({ openSocket: gauge.openSocket });
  await Promise.all([sender.send(receiver.url), sender.send(receiver.url)]);
  receiver.respondWith(hang);
  const result = sender.send(receiver.url);
  await receiver.arrivals(3);
  sender.close();
  const stopped = { status: null, error: 'the service is stopping' };
  expect(await result).toMatchObject(stopped);
  expect(await sender.send(receiver.url)).toMatchObject(stopped);
  await expect.poll(gauge.areClosed).toBe(true);
  expect(receiver.deliveries).toHaveLength(3);
});

test('a name is looked up by the system, and any of its addresses that responds is used', async () => {
  await using receiver = await startReceiver();
  using sender = startSender();
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  expect(await sender.send(url)).toMatchObject({ status: 204, error: null });
  expect(receiver.deliveries[0]?.headers.host).toBe(`localhost:${receiver.port}`);
});

const noNames = async () => {
  throw new Error('no name is looked up here');
};

test('if one address of a name does not respond, the next one is tried', async () => {
  await using receiver = await startReceiver();
  const targets: unknown[] = [];
  const noting: OpenSocket = (target) => {
    targets.push(target.addresses);
    return openSocket(target);
  };
  const addresses = ['127.0.0.2', '127.0.0.1'];
  using sender = startSender({ openSocket: noting, resolve: async () => addresses });
  const url = receiver.url.replace('127.0.0.1', 'receiver.example');
  expect(await sender.send(url)).toMatchObject({ status: 204, error: null });
  expect(targets).toEqual([addresses]);
});

const POST = { method: 'POST', path: '/', body: '{}' };

function startPool(limits: { readonly maxOpen: number; readonly maxKept: number }, open = openSocket) {
  const lookUp = createLookUp({ resolve: noNames, allowLoopback: true });
  const pool = new ConnectionPool({ lookUp, openSocket: open, idleMs: NEVER_IDLE_MS, ...limits });
  return {
    pool,
    /** Keeps its connection until the body is read. */
    post: (origin: string) => pool.request(origin, POST, new AbortController().signal),
  };
}

test('no more connections are open than the limit, and closing one allows another', async () => {
  await using receiver = await startReceiver({ respond: status(200, {}, 'ok') });
  const { origin } = new URL(receiver.url);
  const { pool, post } = startPool({ maxOpen: 2, maxKept: 0 });
  await expect(post('http://10.0.0.1')).rejects.toThrow('is not public');
  await expect(post('http://name.example')).rejects.toThrow('could not be looked up');
  const [first, second] = await Promise.all([post(origin), post(origin)]);
  await expect(post(origin)).rejects.toThrow('too many connections are open');
  await first.body.text();
  await expect.poll(() => pool.openCount).toBe(1);
  const third = await post(origin);
  expect(pool.openCount).toBe(2);
  for (const { body } of [second, third]) await body.text();
  await expect.poll(() => pool.openCount).toBe(0);
});

test('a connection that could not be opened is not counted', async () => {
  const { pool, post } = startPool({ maxOpen: 1, maxKept: 1 }, createTrap().openSocket);
  for (let tries = 0; tries < 3; tries += 1)
    await expect(post('http://127.0.0.1')).rejects.toThrow('trapped');
  expect(pool.openCount).toBe(0);
});

test('connections beyond those that may be kept are closed after their response', async () => {
  await using receiver = await startReceiver();
  const { pool, post } = startPool({ maxOpen: 10, maxKept: 2 });
  const { origin } = new URL(receiver.url);
  const responses = await Promise.all(Array.from({ length: 6 }, () => post(origin)));
  expect(receiver.connections()).toBe(6);
  for (const { body } of responses) await body.text();
  await expect.poll(() => pool.openCount).toBeLessThanOrEqual(2);
  pool.closeIdle();
  expect(pool.openCount).toBe(0);
});
