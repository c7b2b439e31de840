import { expect, test } from 'vitest';
import { createClock } from '../harness.ts';
import { cutShort, dripBody, flood } from '../support/misbehaving-receivers.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { createGauge, createHandSchedule, resultOf, startSender } from '../support/test-sender.ts';

const KIB = 1024;

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
