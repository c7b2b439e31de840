import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Transaction } from '../../src/transactions/domain/transaction.ts';
import {
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from './entities.ts';
import { expectData } from './responses.ts';
import { openStream, type StreamSurface } from './streams.ts';

const STREAMS_AT_STOP = 16;
/** The most streams that a key may have open. */
const STREAMS_OF_KEY = 8;
/** The service sends something at least this often, because proxies and clients close silent connections. */
const SILENCE_MS = 15_000;

/** A subscriber can be 1,000 transactions behind, and the buffers of the connection hold some megabytes more. */
const MORE_THAN_BUFFERS_HOLD = 1600;
const LARGE_CHARACTERS = 40_000;

/** Tests the promises of subscriptions to transactions on one surface. */
export function testStreams(surface: StreamSurface, service: () => TestService): void {
  const open = (options?: Parameters<typeof openStream>[2]) => openStream(service(), surface, options);
  const admin = () => service().dependencies.clients;
  const deposit = async (as?: Credentials): Promise<string> => {
    const created = await call(service(), DEPOSIT, { body: depositFields(), ...(as && { as }) });
    return expectData(created).transactionId;
  };

  describe('a subscription', () => {
    test('begins at once, with headers that prevent buffering, on a connection that ends with it', async () => {
      using stream = await open();
      expect(stream.response.statusCode).toBe(200);
      const { headers } = stream.response;
      expect(headers['content-type']).toMatch(/^text\/event-stream/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        connection: 'close',
        'x-accel-buffering': 'no',
      });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(await stream.event()).toBeDefined();
    });

    test('receives every transaction after its headers, in order', async () => {
      using stream = await open();
      const ids = [await deposit(), await deposit(), await deposit()];
      for (const transactionId of ids)
        expect(await stream.payload()).toMatchObject({ transactionId, status: 'pending', amount: 500 });
    });

    test('gets a heartbeat while nothing happens', async () => {
      using _ = hurryTimers({ fromMs: SILENCE_MS / 2, toMs: SILENCE_MS });
      using stream = await open();
      await stream.event();
      expect(['comment', 'ping']).toContain((await stream.event())?.name);
    });

    test('ends when its client disconnects, and leaves no subscriber', async () => {
      const streams = [await open(), await open()];
      await deposit();
      await streams[0]?.payload();
      expect(service().dependencies.bus.hasSubscribers).toBe(true);
      for (const stream of streams) stream.close();
      await expectNoSubscribers(service());
    });
  });

  describe('a filtered subscription', () => {
    test('receives one type only', async () => {
      using stream = await open({ filter: { type: 'withdrawal' } });
      await deposit();
      const { transactionId } = expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
      expect(await stream.payload()).toMatchObject({ transactionId, type: 'withdrawal' });
    });

    test('receives one status only', async () => {
      using stream = await open({ filter: { status: 'successful' } });
      const pending = await stored(service(), await deposit());
      const settled: Transaction = { ...pending, status: 'successful', sequence: 2 };
      service().dependencies.bus.publish(settled);
      expect(await stream.payload()).toMatchObject({ transactionId: pending.id, status: 'successful' });
    });

    test('receives one transaction only', async () => {
      const transactionId = await deposit();
      using stream = await open({ filter: { transactionId } });
      await deposit();
      service().dependencies.bus.publish({ ...(await stored(service(), transactionId)), sequence: 2 });
      expect(await stream.payload()).toMatchObject({ transactionId });
    });
  });

  describe('access to transactions:', () => {
    const rotation = (previousEndsAtMs: number) => ({
      secret: 'new-secret',
      nowMs: Date.now(),
      previousEndsAtMs,
    });
    test.each([
      ['is disabled', (key: string) => admin().update(key, { disabledAtMs: Date.now() })],
      ['has a new secret', (key: string) => admin().rotateSecret(key, rotation(0))],
      [
        'has an allowlist without this address',
        (key: string) => admin().update(key, { ipAllowlist: ['192.0.2.1/32'] }),
      ],
    ])('a key that %s receives nothing more', async (_, revoke) => {
      const viewer = await createClient(service(), { role: 'viewer' });
      using stream = await open({ as: viewer });
      const transactionId = await deposit();
      expect(await stream.payload()).toMatchObject({ transactionId });
      await revoke(viewer.appKey);
      await deposit();
      expect(await stream.payload()).toBeUndefined();
      await expectNoSubscribers(service());
    });

    test('a key whose previous secret is still valid continues to receive', async () => {
      const viewer = await createClient(service(), { role: 'viewer' });
      using stream = await open({ as: viewer });
      await admin().rotateSecret(viewer.appKey, rotation(Date.now() + 60_000));
      const transactionId = await deposit();
      expect(await stream.payload()).toMatchObject({ transactionId });
    });
  });

  describe('an invalid subscription', () => {
    test('is refused with the error object that every refusal has', async () => {
      using stream = await open({ filter: { transactionId: ' ', appKey: '' } });
      const error = await stream.payload();
      expect(error.type).toBe('error_validation');
      expect(error.fields).toEqual([
        { path: 'transactionId', code: 'blank', params: {}, message: 'transactionId must not be blank.' },
        { path: 'appKey', code: 'blank', params: {}, message: 'appKey must not be blank.' },
      ]);
      expect(await stream.payload()).toBeUndefined();
    });

    test('is refused when a value of its filter does not exist', async () => {
      using stream = await open({ filter: { status: 'lost' } });
      const error = await stream.payload();
      expect(error).toMatchObject({ type: 'error_validation', fields: [expect.anything()] });
      expect(await stream.payload()).toBeUndefined();
    });

    test('is refused before it is active', async () => {
      await expectNoSubscribers(service());
      using stream = await open({ filter: { appKey: 'nobody' } });
      expect(await stream.payload()).toMatchObject({
        type: 'error_validation',
        fields: [
          { path: 'appKey', message: expect.stringMatching('appKey is not the key of a known client.') },
        ],
      });
      expect(service().dependencies.bus.hasSubscribers).toBe(false);
    });

    test('gets no details of an unexpected error, which is logged once under the id in the response', async () => {
      using stream = await open();
      const transaction = await stored(service(), await deposit());
      await stream.payload();
      service().dependencies.bus.publish({ ...transaction, clientId: 'nobody', sequence: 2 });
      const error = await stream.payload();
      expect(error).toEqual({ type: 'error_internal', message: expect.any(String) });
      const errorId = /[0-9a-f-]{36}/.exec(error.message)?.[0] ?? 'none';
      expect(error.message.replace(errorId, '')).not.toMatch(/client|\d/);
      const logged = service().logLines.filter((line) => line.includes(errorId));
      expect(logged.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 50, requestId: stream.response.headers['x-request-id'] }),
      ]);
      expect(await stream.payload()).toBeUndefined();
      await expectNoSubscribers(service());
    });
  });

  test('a subscriber that does not read is disconnected, and does not affect one that does', async () => {
    const other = await stored(service(), await deposit());
    const large = { ...other, id: `${other.id}x`, name: 'x'.repeat(LARGE_CHARACTERS) };
    using stalled = await open();
    using reader = await open({ filter: { transactionId: other.id } });
    stalled.stall();
    for (let sequence = 1; sequence <= MORE_THAN_BUFFERS_HOLD; sequence += 1) {
      service().dependencies.bus.publish({ ...large, sequence });
      await nextTurn();
    }
    service().dependencies.bus.publish({ ...other, sequence: 2 });
    expect(await reader.payload()).toMatchObject({ transactionId: other.id });
    reader.close();
    await expectNoSubscribers(service());
  });

  test(`a stop ends ${STREAMS_AT_STOP} subscriptions at once, each with the event for a regular end`, async () => {
    // The stop would wait for a connection that stays open.
    await using stopping = await startTestService({ limits: { closeMs: 60_000 } });
    const keys: Credentials[] = [];
    for (let made = 0; made < STREAMS_AT_STOP; made += STREAMS_OF_KEY)
      keys.push(await createClient(stopping, { role: 'operator' }));
    const streams = await Promise.all(
      Array.from({ length: STREAMS_AT_STOP }, (_, at) =>
        openStream(stopping, surface, { as: keys[at % keys.length]! }),
      ),
    );
    await stopping.stop();
    for (const stream of streams) {
      const names: string[] = [];
      for (let event = await stream.event(); event; event = await stream.event()) names.push(event.name);
      expect(names.at(-1)).toBe(surface === 'graphql' ? 'complete' : 'return');
    }
    expect(stopping.dependencies.bus.hasSubscribers).toBe(false);
  });
}

/**
 * Makes new timers with such delays run a thousand times as fast. Others keep their speed: another service would lose
 * its beat with timers that a test moves.
 */
function hurryTimers({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): Disposable {
  const hurried = (delayMs: number) => (delayMs >= fromMs && delayMs <= toMs ? delayMs / 1000 : delayMs);
  const { setTimeout: timeout, setInterval: interval } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs = 0, ...values: []) =>
    timeout(run, hurried(delayMs), ...values),
  );
  vi.stubGlobal('setInterval', (run: () => void, delayMs = 0, ...values: []) =>
    interval(run, hurried(delayMs), ...values),
  );
  return { [Symbol.dispose]: () => void vi.unstubAllGlobals() };
}

async function stored({ dependencies }: TestService, transactionId: string): Promise<Transaction> {
  const transaction = await dependencies.db.read('findTransaction', transactionId);
  if (!transaction) throw new Error(`there is no transaction ${transactionId}`);
  return transaction;
}

/** The service notices a lost subscriber when its connection closes. */
async function expectNoSubscribers({ dependencies }: TestService): Promise<void> {
  await expect.poll(() => dependencies.bus.hasSubscribers).toBe(false);
}
