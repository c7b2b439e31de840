import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  createGraphqlClient,
  createSignedFetch,
  type Fetch,
  failureOf,
} from '../../src/client/index.ts';
import { REPEATABLE_MUTATIONS } from '../../src/client/trpc-client.ts';
import { createDeposit, createWithdrawal } from '../../src/transactions/create.ts';
import {
  call,
  createClock,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
} from '../harness.ts';
import { cutStream, fetchWithResponses, type Subscriber, subscribe } from '../support/client-subscriber.ts';
import { eventually } from '../support/eventually.ts';
import { createManualTimers } from '../support/manual-timers.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

describe('retries', () => {
  /** The fate of one attempt: it reaches the service, or gets this response, or is lost. */
  type Fate = 'reaches' | 'answer lost' | 'lost' | 'silent' | Response;

  const refusal = (status: number, headers: Record<string, string> = {}) =>
    new Response('busy', { status, headers });

  /** A client whose attempts have these fates in turn, and then reach the service. */
  function connect(fates: readonly Fate[], options: Partial<ClientOptions> = {}) {
    const timers = createManualTimers();
    const sent: (string | null)[] = [];
    const fetch: Fetch = async (url, init) => {
      const fate = fates[sent.length] ?? 'reaches';
      sent.push(new Headers(init.headers).get('sign'));
      if (fate instanceof Response) return fate;
      if (fate === 'silent')
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      const response = fate === 'lost' ? undefined : await globalThis.fetch(url, init);
      if (fate === 'reaches' && response) return response;
      await response?.arrayBuffer();
      throw new TypeError('fetch failed');
    };
    const all = { url: service().url, nowMs: clock.nowMs, fetch, timers, random: () => 0.5, ...options };
    return {
      client: createClient({ ...MERCHANT, ...all }),
      desk: createClient({ ...OPERATOR, ...all }),
      graphql: createGraphqlClient({ ...OPERATOR, ...all }),
      sent,
      timers,
      /** Waits until the client waits, and lets that time pass. The time limit of an attempt is no wait. */
      async passWait(expectedMs: number) {
        await expect.poll(timers.delaysMs).toEqual([expectedMs]);
        clock.advance(expectedMs);
        timers.fire(expectedMs);
      },
    };
  }

  let made = 0;

  function deposit() {
    made += 1;
    const person = { userId: `retried-${made}`, userName: 'ada', name: 'Ada Lovelace' };
    return { bankId: DEMO_BANK_ID, processId: `retried-${made}`, amount: 500, ...person };
  }

  describe('a call that is safe to repeat is sent again', () => {
    test.each<[string, Fate]>([
      ['a lost connection', 'lost'],
      ['503', refusal(503)],
      ['502 of a proxy', refusal(502)],
      ['504 of a proxy', refusal(504)],
    ])('after %s, with a sign of its own', async (_, fate) => {
      const { client, sent, passWait } = connect([fate]);
      const listed = client.banks.list.query({});
      await passWait(100);
      expect((await listed).status).toBe(200);
      expect(new Set(sent).size).toBe(2);
    });

    test('after 429 when Retry-After has passed, and not without that header', async () => {
      const { client, passWait } = connect([refusal(429, { 'retry-after': '7' })]);
      const listed = client.banks.list.query({});
      await passWait(7_100);
      expect((await listed).status).toBe(200);
      const other = connect([refusal(429)]);
      await expect(other.client.banks.list.query({})).rejects.toThrow('429');
      expect(other.sent.length).toBe(1);
    });

    test('after a date in Retry-After', async () => {
      const date = new Date(clock.nowMs() + 5_000).toUTCString();
      const { client, timers } = connect([refusal(503, { 'retry-after': date })]);
      void client.banks.list.query({}).catch(() => {});
      await expect.poll(() => timers.delaysMs()[0]).toBeGreaterThan(4_000);
    });

    test('when an attempt takes longer than its limit of time', async () => {
      const { client, sent, timers, passWait } = connect(['silent'], { timeoutMs: 3_000 });
      const listed = client.banks.list.query({});
      await expect.poll(() => sent.length).toBe(1);
      timers.fire(3_000);
      await passWait(100);
      expect((await listed).status).toBe(200);
    });

    test('over GraphQL too', async () => {
      const { graphql, passWait, sent } = connect(['lost']);
      const found = graphql.request<{ transactions: { nodes: unknown[] } }, Record<string, never>>(
        '{ transactions(first: 1) { nodes { transactionId } } }',
      );
      await passWait(100);
      expect((await found).transactions.nodes.length).toBeLessThanOrEqual(1);
      expect(sent.length).toBe(2);
    });

    test('over GraphQL when each field fails for a while, which is said under the HTTP status 200', async () => {
      const errors = [{ message: 'busy', extensions: { status: 503 } }];
      const busy = Response.json({ data: null, errors }, { headers: { 'retry-after': '2' } });
      const { graphql, passWait, sent } = connect([busy]);
      const found = graphql.request<{ banks: unknown[] }, Record<string, never>>('{ banks { _id } }');
      await passWait(2_100);
      expect((await found).banks).not.toEqual([]);
      expect(sent.length).toBe(2);
    });

    test('over GraphQL not when a field of several is refused for good', async () => {
      const errors = [503, 404].map((status) => ({ message: `status ${status}`, extensions: { status } }));
      const { graphql, sent } = connect([Response.json({ data: null, errors })]);
      await expect(graphql.request('{ banks { _id } }')).rejects.toThrow('status 503');
      expect(sent.length).toBe(1);
    });
  });

  describe('it ends', () => {
    test('after the greatest number of attempts, with growing waits between', async () => {
      const fates = Array<Fate>(9).fill('lost');
      const { client, sent, passWait } = connect(fates, { retry: { maxAttempts: 3 } });
      const listed = client.banks.list.query({}).catch((error: unknown) => String(error));
      await passWait(100);
      await passWait(200);
      expect(await listed).toContain('fetch failed');
      expect(sent.length).toBe(3);
    });

    test('when the service asks to wait longer than the rest of the time', async () => {
      const { client, sent } = connect([refusal(503, { 'retry-after': '31' })]);
      await expect(client.banks.list.query({})).rejects.toThrow('503');
      expect(sent.length).toBe(1);
    });

    test('at once when its signal aborts, in a wait and in an attempt', async () => {
      for (const fate of ['lost', 'silent'] as const) {
        const { client, sent, timers } = connect([fate]);
        const ending = new AbortController();
        const listed = client.banks.list.query({}, { signal: ending.signal });
        await expect.poll(() => [sent.length, timers.delaysMs().length]).toEqual([1, 1]);
        ending.abort();
        await expect(listed).rejects.toThrow();
        expect([sent.length, timers.delaysMs()]).toEqual([1, []]);
      }
    });

    test('with the refusal of the service, which is sent once', async () => {
      const { client, sent } = connect([]);
      const error = await client.deposits.create.mutate({ ...deposit(), amount: 0 }).catch((e: unknown) => e);
      expect(failureOf(error)?.code).toBe('error_validation');
      expect(sent.length).toBe(1);
    });

    test('with the first failure when retries are off', async () => {
      const { client, sent } = connect(['lost'], { retry: false });
      await expect(client.banks.list.query({})).rejects.toThrow('fetch failed');
      expect(sent.length).toBe(1);
    });
  });

  describe('what is not safe to repeat is sent once:', () => {
    test('mutations that the service runs again', async () => {
      const { desk, sent } = connect(['lost', 'lost']);
      const note = desk.transactions.addNote.mutate({ transactionId: DEMO_BANK_ID, text: 'once' });
      await expect(note).rejects.toThrow('fetch failed');
      expect(sent.length).toBe(1);
    });

    test('mutations over GraphQL', async () => {
      const { graphql, sent } = connect(['lost', 'lost']);
      await expect(graphql.request('# a comment\nmutation { cancel }')).rejects.toThrow('fetch failed');
      expect(sent.length).toBe(1);
    });

    test('a request that cannot be signed', () => {
      expect(() => connect([], { secret: '' })).toThrow('The secret is empty');
    });
  });

  test('the client repeats only mutations that the service calls idempotent', () => {
    const operations = [createDeposit, createWithdrawal];
    expect(operations.map(({ isIdempotent }) => isIdempotent)).toEqual(REPEATABLE_MUTATIONS.map(() => true));
  });

  describe('when the answer of a mutation is lost once', () => {
    const withdrawal = () => ({ ...deposit(), accountName: 'Ada', iban: 'TR330006100519786457841326' });
    const withdrawOne = async () => (await connect([]).client.withdrawals.create.mutate(withdrawal())).data;

    const depositOne = async () => (await connect([]).client.deposits.create.mutate(deposit())).data;

    test.each(['deposits', 'withdrawals'] as const)('%s.create answers as it did', async (kind) => {
      const { client, sent, passWait } = connect(['answer lost']);
      const input = withdrawal();
      const created = client[kind].create.mutate(input);
      await passWait(100);
      const { data } = await created;
      expect(sent.length).toBe(2);
      expect((await client[kind].create.mutate(input)).data.transactionId).toBe(data.transactionId);
      expect((await client.transactions.list.query({ processId: input.processId })).data.items.length).toBe(
        1,
      );
    });

    test.each([
      ['', {}],
      [' with a sequence', { sequence: 1 }],
    ])('a cancel%s answers with what it has cancelled, once', async (_, seen) => {
      const { transactionId } = await withdrawOne();
      const { client, sent, passWait } = connect(['answer lost']);
      const cancelled = client.transactions.cancel.mutate({ transactionId, ...seen });
      await passWait(100);
      expect((await cancelled).data).toMatchObject({ status: 'unsuccessful', sequence: 2 });
      expect(sent.length).toBe(2);
    });

    type Desk = ReturnType<typeof connect>['desk']['transactions'];
    type Change = (desk: Desk, target: { transactionId: string; sequence: number }) => Promise<unknown>;
    const settle: Change = (desk, target) => desk.settle.mutate(target);
    const reject: Change = (desk, target) => desk.reject.mutate(target);

    test.each<[string, Change, Change?]>([
      ['settle', settle],
      ['reject', reject],
      ['reverse', (desk, target) => desk.reverse.mutate({ ...target, reason: 'returned' }), settle],
      ['correct', (desk, target) => desk.correct.mutate({ ...target, reason: 'late' }), reject],
      ['settleMany', (desk, target) => desk.settleMany.mutate({ items: [target] })],
      ['cancel with a hold', (desk, target) => desk.cancel.mutate({ ...target, holdSeconds: 30 })],
    ])('%s is not sent again, and its error says that the outcome is unknown', async (_, change, before) => {
      const { transactionId } = await depositOne();
      await before?.(connect([]).desk.transactions, { transactionId, sequence: 1 });
      const sequence = before ? 2 : 1;
      const { desk, sent } = connect(['answer lost']);
      await expect(change(desk.transactions, { transactionId, sequence })).rejects.toThrow('fetch failed');
      expect(sent.length).toBe(1);
      const { data } = await desk.transactions.get.query({ transactionId });
      expect(data.planned ? sequence + 1 : data.sequence).toBe(sequence + 1);
    });

    test('a cancel whose answer was lost and that was undone stays undone', async () => {
      const { transactionId } = await withdrawOne();
      const { desk, sent } = connect(['answer lost']);
      const held = { transactionId, sequence: 1, holdSeconds: 30 };
      await expect(desk.transactions.cancel.mutate(held)).rejects.toThrow('fetch failed');
      await connect([]).desk.transactions.undo.mutate({ transactionId, sequence: 1 });
      expect(sent.length).toBe(1);
      expect((await desk.transactions.get.query({ transactionId })).data.status).toBe('pending');
    });
  });

  test.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { retry: { maxAttempts: -1 } }])(
    'a limit that is not positive is refused: %j',
    (options) => {
      expect(() => connect([], options)).toThrow(/must be greater than 0/);
    },
  );
});

describe('subscriptions', () => {
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
    for (let round = 0; round < 2; round += 1) {
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

    test('by what this machine cannot send throws its error', async () => {
      // A header has no such letter.
      using subscriber = listen({ appKey: 'şirket' });
      await eventually(() => expect(subscriber.error).toBeDefined());
      expect(String(subscriber.error)).toContain('ByteString');
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
});
