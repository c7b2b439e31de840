import { describe, expect, test } from 'vitest';
import {
  type Callback,
  createCallbackReceiver,
  rememberInMemory,
  type SeenEvents,
} from '../../src/client/index.ts';
import { createClock } from '../harness.ts';
import { signCallback } from '../support/signed-callback.ts';

const SECRET = 'demo-merchant-secret';

type Handle = (callback: Callback) => Promise<void>;

function start(handle?: Handle, changed: (seen: SeenEvents) => Partial<SeenEvents> = () => ({})) {
  const clock = createClock();
  const memory = rememberInMemory({ nowMs: clock.nowMs });
  const handled: string[] = [];
  const receiver = createCallbackReceiver({
    secret: SECRET,
    nowMs: clock.nowMs,
    seen: { ...memory, ...changed(memory) },
    async handle(callback) {
      handled.push(callback.eventId);
      await handle?.(callback);
    },
  });
  const sign = (eventId: string, secret = SECRET) =>
    signCallback({ eventId }, { secret, nowMs: clock.nowMs() });
  const receive = async (eventId: string) => {
    const { headers, body } = sign(eventId);
    return (await receiver.receive(headers, body)).status;
  };
  return { clock, handled, receiver, sign, receive };
}

test('an event is handled once, however often it arrives', async () => {
  const { receive, handled } = start();
  expect([await receive('a'), await receive('a'), await receive('b')]).toEqual([204, 204, 204]);
  expect(handled).toEqual(['a', 'b']);
});

test('what is not genuine or not fresh is refused and not handled', async () => {
  const { receiver, sign, clock, handled } = start();
  const { headers, body } = sign('a');
  const forged = sign('a', 'the-secret-of-another');
  expect(await receiver.receive(forged.headers, forged.body)).toMatchObject({ status: 400 });
  expect(await receiver.receive({}, body)).toMatchObject({
    status: 400,
    message: expect.stringContaining('webhook-id'),
  });
  clock.advance(301_000);
  expect(await receiver.receive(headers, body)).toMatchObject({ status: 400 });
  expect(handled).toEqual([]);
});

test('an event whose handling failed is handled when it comes again', async () => {
  let works = false;
  const { receive, handled } = start(async () => {
    if (!works) throw new Error('the database is away');
  });
  await expect(receive('a')).rejects.toThrow('the database is away');
  works = true;
  expect(await receive('a')).toBe(204);
  expect(handled).toEqual(['a', 'a']);
});

test('a second delivery is put off while the first is being handled, so that a failure loses nothing', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { receive, handled } = start(() => gate);
  const first = receive('a');
  await expect.poll(() => handled.length).toBe(1);
  expect(await receive('a')).toBe(503);
  open();
  expect(await first).toBe(204);
  expect(await receive('a')).toBe(204);
  expect(handled).toEqual(['a']);
});

test('an event that a crash left busy is handled when its lease has ended', async () => {
  const { clock, receive, handled } = start(undefined, (memory) => ({
    finish: () => new Promise<void>(() => {}),
    begin: memory.begin,
  }));
  void receive('a');
  await expect.poll(() => handled.length).toBe(1);
  clock.advance(59_000);
  expect(await receive('a')).toBe(503);
  clock.advance(1_000);
  void receive('a');
  await expect.poll(() => handled.length).toBe(2);
});

test('an event that could not be noted as done is handled again when its lease has ended', async () => {
  let works = false;
  const { clock, receive, handled } = start(undefined, (memory) => ({
    finish(eventId) {
      if (!works) throw new Error('the database is away');
      return memory.finish(eventId);
    },
  }));
  await expect(receive('a')).rejects.toThrow('the database is away');
  works = true;
  expect(await receive('a')).toBe(503);
  clock.advance(60_000);
  expect([await receive('a'), await receive('a')]).toEqual([204, 204]);
  expect(handled).toEqual(['a', 'a']);
});

test('a handling that never ends does not keep its event for ever, and its late end disturbs no later one', async () => {
  const ends: ((error: Error) => void)[] = [];
  const { clock, receive, handled } = start(
    () =>
      new Promise((_, reject) => {
        ends.push(reject);
      }),
  );
  const first = receive('a');
  await expect.poll(() => handled.length).toBe(1);
  clock.advance(60_000);
  const second = receive('a');
  await expect.poll(() => handled.length).toBe(2);
  ends[0]?.(new Error('too late'));
  await expect(first).rejects.toThrow('too late');
  expect(await receive('a')).toBe(503);
  ends[1]?.(new Error('away'));
  await expect(second).rejects.toThrow('away');
});

test('an error of the handler is told, also when the event cannot be forgotten', async () => {
  const cause = new Error('the database is away');
  const { receive } = start(
    () => Promise.reject(new Error('the booking failed')),
    () => ({ forget: () => Promise.reject(cause) }),
  );
  const error: unknown = await receive('a').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'the booking failed', cause });
});

test('a lease that is no time is refused', () => {
  for (const leaseSeconds of [0, -1, Number.NaN])
    expect(() => createCallbackReceiver({ secret: SECRET, handle() {}, leaseSeconds })).toThrow(
      'leaseSeconds',
    );
});

describe('a Request of the Fetch standard', () => {
  const post = (init: RequestInit) => new Request('https://shop.example.com/', { method: 'POST', ...init });

  test('is answered', async () => {
    const { receiver, sign, handled } = start();
    expect((await receiver.respond(post(sign('a')))).status).toBe(204);
    const refused = await receiver.respond(post({ body: '{}' }));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('webhook-id')]);
    expect((await receiver.respond(post({}))).status).toBe(400);
    expect(handled).toEqual(['a']);
  });

  test('is not read beyond the size that a callback can have', async () => {
    const { receiver } = start();
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(10_000));
      },
    });
    const init = { body, duplex: 'half' };
    expect((await receiver.respond(post(init))).status).toBe(413);
    expect(pulled).toBeLessThan(12);
  });
});

describe('the memory of events', () => {
  test('forgets the oldest beyond its size, and each after its time', async () => {
    const clock = createClock();
    const seen = rememberInMemory({ maxEvents: 2, ttlMs: 1000, nowMs: clock.nowMs });
    const begin = async (id: string) => {
      const known = await seen.begin(id, clock.nowMs() + 500);
      if (known === 'new') await seen.finish(id);
      return known;
    };
    expect([await begin('a'), await begin('b'), await begin('b')]).toEqual(['new', 'new', 'done']);
    expect([await begin('c'), await begin('d')]).toEqual(['new', 'new']);
    expect(await begin('a')).toBe('new');
    clock.advance(1001);
    expect([await begin('d'), await begin('a')]).toEqual(['new', 'new']);
  });
  test('never forgets an event that is being handled, however many others come', async () => {
    const clock = createClock();
    const seen = rememberInMemory({ maxEvents: 2, nowMs: clock.nowMs });
    const leaseUntilMs = clock.nowMs() + 1000;
    await seen.begin('a', leaseUntilMs);
    for (const id of ['b', 'c', 'd', 'e']) {
      await seen.begin(id, leaseUntilMs);
      await seen.finish(id);
    }
    expect(await seen.begin('a', leaseUntilMs)).toBe('busy');
    clock.advance(1000);
    expect(await seen.begin('a', leaseUntilMs)).toBe('new');
  });
});
