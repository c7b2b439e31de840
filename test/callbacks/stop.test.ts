import { expect, test } from 'vitest';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import { createClock, type Json, type TestServiceOptions, temporaryFolder } from '../harness.ts';
import {
  applyTransition,
  DAY_MS,
  type ManualClockService,
  neverSchedule,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const EVENTS = 100;
/** Callbacks in flight to a receiver that has responded, and to one that has not. */
const IN_FLIGHT = 32;
const IN_FLIGHT_UNKNOWN = 1;

/** Settles and reverses each transaction. */
async function changeMany(service: ManualClockService, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'reverse', sequence: 2 })));
}

const namesOf = ({ deliveries }: Receiver): string[] =>
  deliveries.map(({ body }) => {
    const { transactionId, sequence }: Json = JSON.parse(body);
    return `${transactionId} ${sequence}`;
  });

/** The number of claimed callbacks, read as another process would. */
async function claimedIn({ databasePath }: ManualClockService): Promise<number> {
  const rows = await withDatabase(databasePath, (db) =>
    db.selectFrom('callbacks').select('event_id').where('lease', 'is not', null).execute(),
  );
  return rows.length;
}

const start = (
  folder: string,
  clock: ReturnType<typeof createClock>,
  limits: TestServiceOptions['limits'] = {},
) => startManualClockService({ folder, clock, limits, platform: { schedule: neverSchedule } });

test('after a stop while a receiver hangs, the next process sends every callback at once', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  await using receiver = await startReceiver({ respond: hang });
  const first = await start(folder.path, clock);
  const ids = await storeWithdrawals(first, await first.merchantOf(receiver), EVENTS / 2);
  await changeMany(first, ids);
  await receiver.arrivals(IN_FLIGHT_UNKNOWN);
  await first.stop();
  expect(receiver.deliveries).toHaveLength(IN_FLIGHT_UNKNOWN);

  receiver.respondWith(status(204));
  await using second = await start(folder.path, clock);
  await second.callbackWorker.idle();
  const names = namesOf(receiver).slice(IN_FLIGHT_UNKNOWN);
  expect(names).toHaveLength(EVENTS);
  expect(new Set(names)).toEqual(new Set(ids.flatMap((id) => [`${id} 2`, `${id} 3`])));
});

test('a stop waits for the responses in flight, and no callback is sent twice or lost', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const held: (() => void)[] = [];
  await using receiver = await startReceiver({
    respond(_request, response) {
      const respond = () => response.writeHead(204).end();
      if (receiver.deliveries.length === 1) respond();
      else held.push(respond);
    },
  });
  // A busy machine may take long to read so many responses.
  const first = await start(folder.path, clock, { receiversMs: 30_000 });
  const ids = await storeWithdrawals(first, await first.merchantOf(receiver), EVENTS / 2);
  await changeMany(first, ids);
  await receiver.arrivals(1 + IN_FLIGHT);
  receiver.respondWith(status(204));
  const stopped = first.stop();
  // It waits for what it has sent, once it has released the others.
  await expect.poll(() => claimedIn(first)).toBe(IN_FLIGHT);
  for (const respond of held) respond();
  await stopped;
  // Callbacks that were claimed but not sent are released at once.
  expect(await claimedIn(first)).toBe(0);

  await using second = await start(folder.path, clock);
  await second.callbackWorker.idle();
  const names = namesOf(receiver);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(EVENTS);
});

const TAKEN_OVER = onPostgres
  ? 'callbacks claimed by a killed process are sent by others when their leases end, not before'
  : 'callbacks claimed by a killed process are sent at once by the next one';

test(TAKEN_OVER, async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  await using receiver = await startReceiver();
  const first = await start(folder.path, clock);
  await first.callbackWorker.stop();
  const merchant = await first.merchantOf(receiver);
  await changeMany(first, await storeWithdrawals(first, merchant, EVENTS / 2));
  const killed = createCallbackOutbox(first.engine, { ...first.dependencies.runtime, lease: 'killed' });
  expect(await killed.claim([{ clientId: merchant.id, limit: EVENTS }], 60_000)).toHaveLength(EVENTS / 2);
  await first.stop();

  await using second = await start(folder.path, clock);
  await second.callbackWorker.idle();
  if (onPostgres) {
    // The other process may live.
    expect(receiver.deliveries).toHaveLength(0);
    clock.advance(60_000);
    await second.callbackWorker.idle();
  }
  expect(new Set(namesOf(receiver)).size).toBe(EVENTS);
  expect(receiver.deliveries).toHaveLength(EVENTS);
});

test('a callback aborted by a stop is not given up, however old it is', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  await using receiver = await startReceiver({ respond: hang });
  const first = await start(folder.path, clock);
  const [id] = await storeWithdrawals(first, await first.merchantOf(receiver), 1);
  await applyTransition(first, id!, { kind: 'settle', sequence: 1 });
  await receiver.arrivals(1);
  clock.advance(4 * DAY_MS);
  await first.stop();

  receiver.respondWith(status(204));
  await using second = await start(folder.path, clock);
  clock.advance(10_000);
  await second.callbackWorker.idle();
  expect(namesOf(receiver)).toEqual([`${id} 2`, `${id} 2`]);
});
