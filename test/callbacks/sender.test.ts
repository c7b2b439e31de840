import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { dripHeaders, hang, raw, reset, respondWithoutHttp } from '../support/misbehaving-receivers.ts';
import { type Responder, startReceiver, status } from '../support/receiver.ts';
import {
  createGauge,
  createHandSchedule,
  createTrap,
  resultOf,
  SENTINELS,
  startSender,
} from '../support/test-sender.ts';

const KIB = 1024;
const CLOSED_EARLY = 'the connection was closed before an answer';

test('a POST arrives unchanged, and its response is returned', async () => {
  const clock = createClock();
  await using receiver = await startReceiver({
    respond(_request, response) {
      clock.advance(120);
      response.end('thank you');
    },
  });
  using sender = startSender({ ...clock });
  const body = '{"name":"Şükrü 李雷"}';
  expect(await sender.send(receiver.url, { body, headers: { 'webhook-id': 'event-1' } })).toEqual({
    status: 200,
    error: null,
    responseExcerpt: 'thank you',
    retryAfterSeconds: null,
    durationMs: 120,
  });
  expect(receiver.deliveries).toEqual([
    {
      target: `/callbacks?key=${SENTINELS[0]}`,
      headers: {
        'webhook-id': 'event-1',
        'content-length': String(Buffer.byteLength(body)),
        host: `127.0.0.1:${receiver.port}`,
        connection: 'keep-alive',
      },
      body,
      atMs: expect.any(Number),
      fromPort: expect.any(Number),
    },
  ]);
});

test.each([200, 204, 304, 400, 404, 410, 429, 500, 503])('a status of %i is the result', async (code) => {
  expect(await resultOf(status(code))).toMatchObject({ status: code, error: null });
});

test.each([301, 302, 303, 307, 308])('a redirect by %i is not followed', async (code) => {
  await using elsewhere = await startReceiver();
  const result = await resultOf(status(code, { location: elsewhere.url }));
  expect(result).toMatchObject({ status: code, error: null });
  // A followed redirect would have opened a connection before this one.
  using sender = startSender();
  await sender.send(elsewhere.url);
  expect(elsewhere.connections()).toBe(1);
});

test('a POST to a receiver that hangs or drips headers ends at the time limit', async () => {
  for (const respond of [hang, dripHeaders]) {
    await using receiver = await startReceiver({ respond });
    const [limit, gauge] = [createHandSchedule(), createGauge()];
    using sender = startSender({ schedule: limit.schedule, openSocket: gauge.openSocket });
    const result = sender.send(receiver.url);
    await receiver.arrivals(1);
    if (respond === dripHeaders) await expect.poll(gauge.readBytes).toBeGreaterThan(20);
    limit.expire();
    expect(await result).toMatchObject({
      status: null,
      error: 'no answer within 10 s',
      responseExcerpt: null,
    });
    await expect.poll(gauge.areClosed).toBe(true);
  }
});

test('the time limit ends a POST by itself', async () => {
  await using receiver = await startReceiver({ respond: hang });
  using sender = startSender({ timeLimitMs: 50 });
  expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: 'no answer within 0.05 s' });
});

test('a name look-up that hangs ends at the same time limit', async () => {
  const [limit, trap] = [createHandSchedule(), createTrap()];
  const resolve = () => new Promise<never>(() => {});
  using sender = startSender({ schedule: limit.schedule, openSocket: trap.openSocket, resolve });
  const result = sender.send('https://receiver.example/');
  limit.expire();
  expect(await result).toMatchObject({ status: null, error: 'no answer within 10 s' });
  expect(trap.targets).toEqual([]);
});

test('a connection that is not established in time is closed', async () => {
  const limit = createHandSchedule();
  const socket = new Socket();
  const opened = new Promise<void>((resolve) => {
    socket.once('newListener', () => resolve());
  });
  using sender = startSender({ schedule: limit.schedule, openSocket: () => socket });
  const result = sender.send('http://127.0.0.1/');
  await opened;
  limit.expire();
  expect(await result).toMatchObject({ status: null, error: 'no answer within 10 s' });
  expect(socket.destroyed).toBe(true);
});

test('a result cancels the time limit', async () => {
  const limit = createHandSchedule();
  await using receiver = await startReceiver();
  using sender = startSender({ schedule: limit.schedule });
  await sender.send(receiver.url);
  expect(limit.count()).toBe(0);
});

test.each<[string, Responder, string]>([
  ['resets', reset, CLOSED_EARLY],
  ['speaks another protocol', respondWithoutHttp, 'the answer is not HTTP'],
  [
    'states two lengths',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok'),
    'the answer is not HTTP',
  ],
  ['responds with a status below 100', raw('HTTP/1.1 099 None\r\n\r\n'), 'the answer is not HTTP'],
  [
    'switches protocols',
    raw('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    CLOSED_EARLY,
  ],
  [
    'responds with endless headers',
    raw(`HTTP/1.1 200 OK\r\n${'x: 12345678\r\n'.repeat(4 * KIB)}`),
    'the headers of the answer are too large',
  ],
])('a receiver that %s gives no response', async (_, respond, error) => {
  expect(await resultOf(respond)).toMatchObject({ status: null, error, responseExcerpt: null });
});

test('a port without a listener refuses the connection', async () => {
  const receiver = await startReceiver();
  await receiver[Symbol.asyncDispose]();
  using sender = startSender();
  expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: 'connection refused' });
});

test('every failure is a result, not an exception', async () => {
  using sender = startSender({
    openSocket() {
      throw new TypeError(SENTINELS[2]);
    },
    async resolve(name) {
      if (name === 'known.example') return ['93.184.216.34'];
      throw Object.assign(new Error(SENTINELS[2]), {
        code: name === 'unknown.example' ? 'ENOTFOUND' : 'EAI_AGAIN',
      });
    },
  });
  const errorOf = async (url: string, headers = {}) => {
    const { status: none, error } = await sender.send(url, { url, headers });
    expect(none).toBeNull();
    return error;
  };
  expect(await errorOf('')).toBe('the URL is not one of http or https');
  expect(await errorOf('ftp://known.example/')).toBe('the URL is not one of http or https');
  expect(await errorOf('https://known.example/')).toBe('failed unexpectedly');
  expect(await errorOf('https://unknown.example/')).toBe('the name has no address');
  expect(await errorOf('https://broken.example/')).toBe('the name could not be looked up');
  expect(await errorOf('https://known.example/', { 'x-y': 'a\nb' })).toBe('failed with UND_ERR_INVALID_ARG');
});
