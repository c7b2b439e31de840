import { expect, test } from 'vitest';
import {
  type CallbackChecker,
  type Load,
  type Reaction,
  startCallbackChecker,
} from '../support/callback-checker.ts';
import type { TestClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import {
  applyTransition,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  neverSchedule,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { createRandom, type Random } from '../support/random.ts';
import { onPostgres } from '../support/test-database.ts';

/** The short form has other ones on each engine. */
const SEEDS = IS_LONG ? [1, 2, 3, 4, 5, 6] : onPostgres ? [1] : [2];
const TRANSACTIONS = 12;
const STEPS = 260;
const PER_CLIENT = 32;
/** Each may have three further ones, however many others there are: these are enough for all. */
const CLIENTS = 90;
/** One for each client, and 256 further ones. */
const IN_ALL = CLIENTS + 256;

/** Possible reactions of a receiver, from always acknowledging to always failing. */
const MOODS: readonly (readonly Reaction[])[] = [
  [204],
  [200, 200, 204, 500, 'reset'],
  [204, 503, 503, 500, 'reset', 410, 302],
  [500, 'reset', 429],
];

interface Chain {
  readonly id: string;
  sequence: number;
}

/** The next transition of a transaction: settled once, then reversed and corrected in turn. */
function nextTransition(chain: Chain): Parameters<typeof applyTransition>[2] {
  const { sequence } = chain;
  chain.sequence += 1;
  return { kind: sequence === 1 ? 'settle' : sequence % 2 === 0 ? 'reverse' : 'correct', sequence };
}

async function allEvents({ dependencies }: ManualClockService, ids: readonly string[]) {
  const pages = await Promise.all(
    ids.map((transactionId) =>
      dependencies.db.query('listEvents', { filter: { transactionId }, page: { limit: 100 } }),
    ),
  );
  return pages.flatMap((page) => page?.items ?? []);
}

/** Advances the clock while nothing is in flight, so that no attempt outlives its lease. */
async function pass(service: ManualClockService, durationMs: number): Promise<void> {
  await service.callbackWorker.idle();
  service.clock.advance(durationMs);
}

/** Sends every due callback, also those that become due within these steps. */
async function drain(service: ManualClockService, stepsMs: readonly number[]): Promise<void> {
  for (const stepMs of stepsMs) await pass(service, stepMs);
  await service.callbackWorker.idle();
}

/** Performs one random step. */
async function happen(
  service: ManualClockService,
  {
    random,
    chains,
    checkers,
  }: { random: Random; chains: readonly Chain[]; checkers: readonly CallbackChecker[] },
): Promise<void> {
  const chance = random.below(100);
  const chain = random.pick(chains);
  if (chance < 62) await applyTransition(service, chain.id, nextTransition(chain));
  else if (chance < 72) random.pick(checkers).reactWith(moodOf(random));
  else if (chance < 82) await redeliverAny(service, random, chain.id);
  else if (chance < 94) await pass(service, random.pick([600, 6000, MINUTE_MS, 20 * MINUTE_MS]));
  else await service.callbackWorker.idle();
}

function moodOf(random: Random): () => Reaction {
  const mood = random.pick(MOODS);
  return () => random.pick(mood);
}

async function redeliverAny({ dependencies }: ManualClockService, random: Random, transactionId: string) {
  const page = await dependencies.db.query('listEvents', { filter: { transactionId }, page: { limit: 100 } });
  if (!page || page.items.length === 0) return;
  await dependencies.callbacks.redeliver(random.pick(page.items).event.id);
  if (random.below(4) > 0) return;
  const { clientId } = random.pick(page.items).event;
  await dependencies.callbacks.redeliverFailed({ id: clientId, appKey: 'any' });
}

test.each(SEEDS)(
  'under random failures and redeliveries, callbacks arrive in order per transaction, and none is lost (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    await using first = await startCallbackChecker(random);
    await using second = await startCallbackChecker(random);
    await using third = await startCallbackChecker(random);
    const checkers = [first, second, third];
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const merchants: TestClient[] = [];
    for (const { receiver } of checkers) merchants.push(await service.merchantOf(receiver));
    const made = merchants.map((merchant) => storeWithdrawals(service, merchant, TRANSACTIONS));
    const chains = (await Promise.all(made)).flat().map((id): Chain => ({ id, sequence: 1 }));
    for (let step = 0; step < STEPS; step += 1) await happen(service, { random, chains, checkers });

    // Every receiver is well again. The small steps allow many trials of those that were down.
    for (const checker of checkers) checker.reactWith(() => 204);
    await drain(service, [...new Array<number>(8).fill(1000), ...new Array<number>(8).fill(15 * HOUR_MS)]);
    expect(checkers.flatMap(({ broken }) => broken)).toEqual([]);
    const records = await allEvents(
      service,
      chains.map(({ id }) => id),
    );
    expect(records.length).toBeGreaterThan(STEPS / 2);
    const done = new Set(checkers.flatMap((checker) => [...checker.done]));
    expect(records.filter(({ event }) => !done.has(event.id))).toEqual([]);
    expect(records.filter(({ callback }) => callback?.state === 'pending')).toEqual([]);
    const deliveries = checkers.reduce((sum, { receiver }) => sum + receiver.deliveries.length, 0);
    process.stdout.write(
      `callback order: seed ${seed}, ${records.length} events in ${deliveries} deliveries\n`,
    );
    expect(deliveries).toBeGreaterThan(records.length);
  },
);

test.each([
  ['one client has at most 32 callbacks in flight', 1, 50, PER_CLIENT],
  ['all clients together have at most 256 beyond the first of each', CLIENTS, 8, IN_ALL],
])('%s', async (_, clients, each, limit) => {
  const all = { current: 0, most: 0 };
  await using checkers = await startCallbackCheckers(clients, all);
  await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
  const merchants: TestClient[] = [];
  for (const { receiver } of checkers.list) merchants.push(await service.merchantOf(receiver));
  // Receivers get more than one once they have answered.
  const made = await Promise.all(merchants.map((merchant) => storeWithdrawals(service, merchant, each)));
  const settle = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  await settle(made.map((ids) => ids.shift() ?? ''));
  await service.callbackWorker.idle();
  const releases = checkers.list.map((checker) => checker.hold());
  await settle(made.flat());
  // The limit is reached. The others wait for the held responses.
  await expect.poll(() => all.current).toBe(limit);
  for (const release of releases) release();
  await service.callbackWorker.idle();
  expect(checkers.list.map(({ receiver }) => receiver.deliveries.length)).toEqual(made.map(() => each));
  expect(checkers.list.flatMap(({ broken }) => broken)).toEqual([]);
  expect(all.most).toBe(limit);
  expect(Math.max(...checkers.list.map(({ load }) => load.most))).toBeLessThanOrEqual(PER_CLIENT);
});

async function startCallbackCheckers(count: number, all: Load) {
  const list: CallbackChecker[] = [];
  for (let made = 0; made < count; made += 1) list.push(await startCallbackChecker(createRandom(made), all));
  return {
    list,
    async [Symbol.asyncDispose]() {
      for (const checker of list) await checker[Symbol.asyncDispose]();
    },
  };
}
