import pino from 'pino';
import { expect, test } from 'vitest';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import type { AttemptRecord, ClaimedCallback, DeliveryOutcome } from '../../src/callbacks/outbox.ts';
import { createDeliver } from '../../src/callbacks/sending/deliver.ts';
import { CallbackTraces } from '../../src/callbacks/sending/traces.ts';
import { CallbackWorker } from '../../src/callbacks/worker/deliver-callbacks.ts';
import type { TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import {
  applyTransition,
  type ManualClockService,
  neverSchedule,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { onPostgres } from '../support/test-database.ts';

const LEASE_MS = 60_000;
const EVENTS = 40;

/** A service whose own worker sends nothing, and the outbox as two other processes use it. */
async function startWithTwoOutboxes() {
  const service = await startManualClockService({ platform: { schedule: neverSchedule } });
  await service.callbackWorker.stop();
  const { runtime } = service.dependencies;
  const outboxOf = (lease: string) => createCallbackOutbox(service.engine, { ...runtime, lease });
  const merchant = await service.merchantOf({ url: 'http://127.0.0.1:1/never-called' });
  return { service, merchant, one: outboxOf('one'), two: outboxOf('two') };
}

/** Stores settled withdrawals of the merchant, each with one callback. */
async function settleMany(
  service: ManualClockService,
  merchant: TestClient,
  count: number,
): Promise<string[]> {
  const ids = await storeWithdrawals(service, merchant, count);
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  return ids;
}

function recordOf({ event }: ClaimedCallback, outcome: DeliveryOutcome): AttemptRecord {
  const { id: eventId, transactionId, clientId, isTest } = event;
  const result = { status: 200, error: null, responseExcerpt: null, durationMs: 1, startedAtMs: 0 };
  return { attempt: { eventId, transactionId, clientId, isTest, ...result }, outcome };
}

const idsOf = (claimed: readonly ClaimedCallback[]) => claimed.map(({ event }) => event.id);

test('processes that claim at the same time never get the same callback, and together get them all', async () => {
  const { service, merchant, one, two } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, EVENTS);
  const claims = [{ clientId: merchant.id, limit: 7 }];
  const claimed = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).claim(claims, LEASE_MS)),
  );
  const ids = claimed.flatMap(idsOf);
  expect(ids).toHaveLength(EVENTS);
  expect(new Set(ids).size).toBe(EVENTS);
  expect(claimed.every((some) => some.length <= 7)).toBe(true);
});

test('a claimed callback can be claimed by another process when the lease ends, not before', async () => {
  const { service, merchant, one, two } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, 1);
  const claims = [{ clientId: merchant.id, limit: 10 }];
  const [claimed] = await one.claim(claims, LEASE_MS);
  expect(claimed!.leaseEndsAtMs).toBe(service.dependencies.runtime.steadyNowMs() + LEASE_MS);
  service.clock.advance(LEASE_MS - 1);
  expect(await two.claim(claims, LEASE_MS)).toEqual([]);
  service.clock.advance(1);
  expect(idsOf(await two.claim(claims, LEASE_MS))).toEqual([claimed!.event.id]);
});

/** Delivers with a sender that only counts, after the client was read slowly. */
function countDeliveries({ dependencies, clock }: ManualClockService) {
  const { clients, runtime } = dependencies;
  const counted = {
    sent: 0,
    deliver: (callback: ClaimedCallback, { waitedMs = 0, isTimeSure = (): boolean => true } = {}) =>
      createDeliver({
        userAgent: 'test',
        traces: { of: () => undefined },
        tracing: undefined,
        runtime: { ...runtime, isTimeSure },
        clients: {
          ...clients,
          async findById(id) {
            clock.advance(waitedMs);
            return clients.findById(id);
          },
        },
        sender: {
          async send() {
            counted.sent += 1;
            return {
              status: 200,
              error: null,
              responseExcerpt: null,
              retryAfterSeconds: null,
              durationMs: 1,
            };
          },
          close: () => {},
        },
      })(callback),
  };
  return counted;
}

test('a callback whose client was read slowly is not sent when its lease may end meanwhile', async () => {
  const { service, merchant, one } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, 1);
  const [claimed] = await one.claim([{ clientId: merchant.id, limit: 1 }], LEASE_MS);
  const counted = countDeliveries(service);
  const { appKey } = merchant;
  expect(await counted.deliver(claimed!, { waitedMs: LEASE_MS - 15_000 })).toMatchObject({ appKey });
  expect(await counted.deliver(claimed!, { waitedMs: 1 })).toBeUndefined();
  expect(counted.sent).toBe(1);
});

test('a machine that stood still claims and sends nothing until it knows the time again', async () => {
  const { service, merchant } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, 2);
  let isSure = true;
  const isTimeSure = () => isSure;
  const { runtime } = service.dependencies;
  const outbox = createCallbackOutbox(service.engine, { ...runtime, isTimeSure, lease: 'suspended' });
  const claims = [{ clientId: merchant.id, limit: 1 }];
  const [claimed] = await outbox.claim(claims, LEASE_MS);
  const counted = countDeliveries(service);
  isSure = false;
  expect(await counted.deliver(claimed!, { isTimeSure })).toBeUndefined();
  expect(await outbox.claim(claims, LEASE_MS)).toEqual([]);
  expect(counted.sent).toBe(0);
  isSure = true;
  expect(await counted.deliver(claimed!, { isTimeSure })).toMatchObject({ appKey: merchant.appKey });
  expect(await outbox.claim(claims, LEASE_MS)).toHaveLength(1);
});

test('callbacks that were claimed before the machine stood still wait in memory until it knows the time', async () => {
  const { service, merchant, one } = await startWithTwoOutboxes();
  await using _service = service;
  const ids = await settleMany(service, merchant, EVENTS);
  const { steadyNowMs } = service.dependencies.runtime;
  const polls: (() => void)[] = [];
  const asked: string[] = [];
  let isSure = true;
  const worker = new CallbackWorker({
    outbox: one,
    steadyNowMs,
    isTimeSure: () => isSure,
    traces: new CallbackTraces(),
    observer: undefined,
    logger: pino({ level: 'silent' }),
    async deliver({ event }) {
      if (asked.length === 0) isSure = false;
      asked.push(event.transactionId);
      return undefined;
    },
    schedule(run) {
      polls.push(run);
      return () => {};
    },
  });
  worker.start();
  await worker.idle();
  expect(asked.length).toBeLessThan(EVENTS);
  isSure = true;
  await eventually(() => {
    for (const poll of polls.splice(0)) poll();
    expect(asked.toSorted()).toEqual(ids.toSorted());
  });
  await worker.stop();
});

test('a process that lost its lease can only add its attempt, and the process with the current lease decides the outcome', async () => {
  const { service, merchant, one, two } = await startWithTwoOutboxes();
  await using _service = service;
  const [transactionId] = await settleMany(service, merchant, 1);
  await applyTransition(service, transactionId!, { kind: 'reverse', sequence: 2 });
  const claims = [{ clientId: merchant.id, limit: 10 }];
  const [lost] = await one.claim(claims, LEASE_MS);
  service.clock.advance(LEASE_MS);
  const [held] = await two.claim(claims, LEASE_MS);
  await one.record(recordOf(lost!, { state: 'delivered' }));
  await one.unclaim([lost!.event.id]);
  const states = async () => (await service.events(transactionId!)).map(({ callback }) => callback!.state);
  expect(await states()).toEqual(['pending', 'pending']);
  // The second event waits for the first one all the same.
  expect(await one.claim(claims, LEASE_MS)).toEqual([]);
  await two.record(recordOf(held!, { state: 'delivered' }));
  expect(await states()).toEqual(['delivered', 'pending']);
  const [next] = await one.claim(claims, LEASE_MS);
  expect(next!.event.sequence).toBe(3);
  const attempts = await service.dependencies.db.query('listAttempts', {
    filter: { transactionId },
    page: { limit: 10 },
  });
  expect(attempts.items).toHaveLength(2);
});

test('released callbacks are due at once, and so are those of a process that is gone where there can be one only', async () => {
  const { service, merchant, one, two } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, 4);
  const claims = [{ clientId: merchant.id, limit: 2 }];
  const given = await one.claim(claims, LEASE_MS);
  const gone = await one.claim(claims, LEASE_MS);
  await one.unclaim(idsOf(given));
  expect(idsOf(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS)).sort()).toEqual(
    idsOf(given).sort(),
  );
  await two.endLeases();
  if (onPostgres) {
    // The process may live: others wait for the end of its leases.
    expect(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS)).toEqual([]);
    service.clock.advance(LEASE_MS);
  }
  const all = idsOf(await two.claim([{ clientId: merchant.id, limit: 10 }], LEASE_MS));
  expect(all.sort()).toEqual(idsOf([...given, ...gone]).sort());
});

test('claimed callbacks that cannot be read are released at once', async () => {
  const { service, merchant, two } = await startWithTwoOutboxes();
  await using _service = service;
  await settleMany(service, merchant, 4);
  const { runtime } = service.dependencies;
  const read = () => Promise.reject(new Error('no read'));
  const blind = createCallbackOutbox({ ...service.engine, read }, { ...runtime, lease: 'blind' });
  const claims = [{ clientId: merchant.id, limit: 10 }];
  await expect(blind.claim(claims, LEASE_MS)).rejects.toThrow('no read');
  expect(await two.claim(claims, LEASE_MS)).toHaveLength(4);
});
