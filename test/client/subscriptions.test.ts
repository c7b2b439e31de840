import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, createClient, createSignedFetch, failureOf } from '../../src/client/index.ts';
import { call, createClock, DEPOSIT, depositFields, MERCHANT, startTestService } from '../harness.ts';
import { cutStream, fetchWithResponses, type Subscriber, subscribe } from '../support/client-subscriber.ts';
import { eventually } from '../support/eventually.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

function connect(options: Partial<ClientOptions> = {}) {
  return createClient({ url: service().url, nowMs: clock.nowMs, ...MERCHANT, ...options });
}

function listen(options?: Partial<ClientOptions>): Subscriber {
  return subscribe(connect(options));
}

/** Creates a deposit over REST. @returns its transactionId. */
async function create(): Promise<string> {
  const signing = { sign: 'plain', nowMs: clock.nowMs() } as const;
  return expectData(await call(service(), DEPOSIT, { ...signing, body: depositFields() })).transactionId;
}

// The service notices only over the network that earlier subscribers have disconnected.
beforeEach(() => eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(false)));

test('a subscriber gets transactions that are created on any surface', async () => {
  using subscriber = listen();
  await subscriber.untilStarted();
  const ids = [await create(), await create()];
  await eventually(() => expect(subscriber.received).toEqual(ids));
});

test('a loop gets the same, and unsubscribes when it ends', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const changes = connect().transactions.onChange.subscribe({}, { signal });
  const first = changes.next();
  await eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(true));
  const id = await create();
  expect((await first).value?.transactionId).toBe(id);
  controller.abort();
  await eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(false));
});

test('a subscriber can unsubscribe after garbage collections', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const subscriber = listen();
  await subscriber.untilStarted();
  for (let round = 0; round < 5; round += 1) {
    collectGarbage();
    await nextTurn();
  }
  subscriber[Symbol.dispose]();
  await eventually(() => expect(service().dependencies.bus.hasSubscribers).toBe(false));
});

describe('a subscription whose connection breaks', () => {
  test('reconnects with a new sign of the current time', async () => {
    const { signs, fetch } = fetchWithResponses(() => {
      // From now on the first sign is stale.
      clock.advance(301_000);
      return cutStream();
    });
    using subscriber = listen({ fetch });
    await subscriber.untilStarted();
    const id = await create();
    await eventually(() => expect(subscriber.received).toEqual([id]));
    expect(signs).toHaveLength(2);
    const [first, second] = signs.map((sign) => Number(/^t=(\d+),/.exec(sign)?.[1]));
    expect(second).toBe((first ?? 0) + 301);
  });

  test.each([429, 502, 503, 504])('retries while the service responds with status %d', async (status) => {
    const away = () => new Response('<h1>Not now</h1>', { status });
    const { signs, fetch } = fetchWithResponses(cutStream, away, away);
    using subscriber = listen({ fetch });
    await subscriber.untilStarted();
    expect(signs).toHaveLength(4);
    expect(subscriber.error).toBeUndefined();
  });

  test('retries while the network is down', async () => {
    const down = () => {
      throw new TypeError('fetch failed');
    };
    const { signs, fetch } = fetchWithResponses(cutStream, down, down);
    using subscriber = listen({ fetch });
    await subscriber.untilStarted();
    expect(signs).toHaveLength(4);
  });

  test('reconnects after silence, without an error of the connection', async () => {
    const silent = () => {
      const connected = 'event: connected\ndata: {"reconnectAfterInactivityMs":300}\n\n';
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode(connected)),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const { signs, fetch } = fetchWithResponses(silent);
    using subscriber = listen({ fetch });
    await subscriber.untilStarted(2);
    // On a busy machine the silence can be long enough more than once.
    expect(signs.length).toBeGreaterThan(1);
    const id = await create();
    await eventually(() => expect(subscriber.received).toEqual([id]));
  });

  test('learns from the service how much silence means a broken connection', async () => {
    const controller = new AbortController();
    const signedFetch = createSignedFetch({ ...MERCHANT, nowMs: clock.nowMs });
    const url = `${service().url}/trpc/transactions.onChange?input=${encodeURIComponent('{}')}`;
    const response = await signedFetch(url, { signal: controller.signal });
    let text = '';
    // An event can arrive in pieces.
    for await (const bytes of response.body ?? []) {
      text += new TextDecoder().decode(bytes);
      if (text.includes('\n\n')) break;
    }
    expect(text).toContain('"reconnectAfterInactivityMs":45000');
    controller.abort();
  });

  test('ends with the failure of the service when the reconnection is refused', async () => {
    const { fetch } = fetchWithResponses(cutStream);
    using subscriber = listen({ fetch, secret: 'another' });
    await eventually(() => expect(subscriber.error).toBeDefined());
    expect(failureOf(subscriber.error)).toMatchObject({ code: 'error_invalid_sign', status: 403 });
  });
});

describe('a subscription that is refused', () => {
  test('throws the failure of the service', async () => {
    using subscriber = listen({ appKey: 'nobody' });
    await eventually(() => expect(subscriber.error).toBeDefined());
    expect(failureOf(subscriber.error)).toMatchObject({ code: 'error_site_not_found', status: 404 });
    const loop = connect({ secret: 'another' }).transactions.onChange.subscribe({});
    const error = await loop.next().catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toMatchObject({ code: 'error_invalid_sign', status: 403 });
  });

  test('by a proxy throws an error with the status', async () => {
    const { fetch } = fetchWithResponses(() => new Response('<h1>No</h1>', { status: 403 }));
    using subscriber = listen({ fetch });
    await eventually(() => expect(subscriber.error).toBeDefined());
    expect(failureOf(subscriber.error)).toBeUndefined();
    expect(String(subscriber.error)).toContain('403');
  });
});

test('a service that stops completes subscriptions without an error', async () => {
  await using stopping = await startTestService();
  using subscriber = listen({ url: stopping.url, nowMs: Date.now });
  await subscriber.untilStarted();
  await stopping.stop();
  await eventually(() => expect(subscriber.completed).toBe(true));
  expect(subscriber.error).toBeUndefined();
});
