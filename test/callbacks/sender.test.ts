import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import {
  cutShort,
  dripBody,
  dripHeaders,
  flood,
  hang,
  raw,
  reset,
  respondWithoutHttp,
} from '../support/misbehaving-receivers.ts';
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

describe('sender', () => {
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
        method: 'POST',
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
    expect(await errorOf('https://known.example/', { 'x-y': 'a\nb' })).toBe(
      'failed with UND_ERR_INVALID_ARG',
    );
  });
});

describe('responses', () => {
  test.each([
    ['120', 120],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
    ['Friday, 20-Nov-26 12:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
    ['-5', null],
    ['1e3', null],
    ['2026-11-21', null],
    ['soon, 5 minutes or so GMT', null],
    ['99999999999999999999', null],
  ])('Retry-After %j means %j seconds', async (header, seconds) => {
    await using receiver = await startReceiver({ respond: status(429, { 'retry-after': header }) });
    using sender = startSender({ nowMs: createClock().nowMs });
    expect(await sender.send(receiver.url)).toMatchObject({ status: 429, retryAfterSeconds: seconds });
  });

  test('a body that drips does not invalidate the status', async () => {
    await using receiver = await startReceiver({ respond: dripBody });
    const [limit, gauge] = [createHandSchedule(), createGauge()];
    using sender = startSender({ schedule: limit.schedule, openSocket: gauge.openSocket });
    const result = sender.send(receiver.url);
    await expect.poll(gauge.readBytes).toBeGreaterThan(250);
    limit.expire();
    expect(await result).toMatchObject({
      status: 200,
      error: null,
      responseExcerpt: expect.stringMatching(/^[.]+$/),
    });
    await expect.poll(gauge.areClosed).toBe(true);
  });

  test('a 100 Continue that nobody asked for is skipped, on reused connections too', async () => {
    await using receiver = await startReceiver({
      respond(_request, response) {
        response.writeContinue();
        response.writeContinue();
        response.end('HTTP/1.1 100 Continue');
      },
    });
    using sender = startSender();
    for (const _ of [1, 2])
      expect(await sender.send(receiver.url)).toMatchObject({
        status: 200,
        error: null,
        responseExcerpt: 'HTTP/1.1 100 Continue',
      });
  });

  test('a body that breaks off does not invalidate the status', async () => {
    expect(await resultOf(cutShort)).toMatchObject({ status: 200, error: null, responseExcerpt: 'cut sh' });
  });

  test('of a body of 10 MB about 64 KiB are read, and 1 KiB is kept', async () => {
    await using receiver = await startReceiver({ respond: flood(10_000_000) });
    const gauge = createGauge();
    using sender = startSender({ openSocket: gauge.openSocket });
    expect(await sender.send(receiver.url)).toMatchObject({
      status: 200,
      error: null,
      responseExcerpt: 'x'.repeat(KIB),
    });
    await expect.poll(gauge.areClosed).toBe(true);
    expect(gauge.readBytes()).toBeLessThan(2 * 64 * KIB + KIB);
  });

  test.each<[string, Buffer, string | null]>([
    ['an empty body', Buffer.alloc(0), null],
    ['lines', Buffer.from('a\r\n\tb'), 'a b'],
    ['control characters', Buffer.from('a\0b\x1b[31mc\u202ed'), 'a\uFFFDb\uFFFD[31mc\uFFFDd'],
    ['a character that is cut in two', Buffer.from(`${'x'.repeat(KIB - 3)}😀`), 'x'.repeat(KIB - 3)],
    ['bytes that are no text', Buffer.alloc(KIB, 0xff), '\uFFFD'.repeat(Math.floor(KIB / 3))],
    ['three-byte characters', Buffer.from('李'.repeat(KIB)), '李'.repeat(Math.floor(KIB / 3))],
  ])('the excerpt of %s is valid text of at most 1 KiB', async (_, body, kept) => {
    const { responseExcerpt } = await resultOf((_request, response) => void response.end(body));
    expect(responseExcerpt).toBe(kept);
  });
});
