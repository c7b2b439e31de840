import { describe, expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  createGraphqlClient,
  type Fetch,
  failureOf,
} from '../../src/client/index.ts';
import { REPEATABLE_MUTATIONS } from '../../src/client/trpc-client.ts';
import { createDeposit } from '../../src/transactions/deposits.ts';
import { createWithdrawal } from '../../src/transactions/withdrawals.ts';
import { createClock, DEMO_BANK_ID, MERCHANT, OPERATOR } from '../harness.ts';
import { createManualTimers } from '../support/manual-timers.ts';
import { useService } from '../support/shared-service.ts';

const clock = createClock();
const service = useService({ platform: { nowMs: clock.nowMs } });

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

  test('after a create whose answer was lost: it was made once', async () => {
    const { client, sent, passWait } = connect(['answer lost']);
    const input = deposit();
    const created = client.deposits.create.mutate(input);
    await passWait(100);
    const { transactionId } = (await created).data;
    const { items } = (await client.transactions.list.query({ processId: input.processId })).data;
    expect(items.map((item) => item.transactionId)).toEqual([transactionId]);
    expect(sent.length).toBe(3);
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
    expect((await client.transactions.list.query({ processId: input.processId })).data.items.length).toBe(1);
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
  ])('%s is not sent again, and tells that its outcome is unknown', async (_, change, before) => {
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
