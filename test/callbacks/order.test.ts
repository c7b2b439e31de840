import { expect, test } from 'vitest';
import { type Judge, type Load, startJudge, type Verdict } from '../support/callback-checker.ts';
import type { TestClient } from '../support/entities.ts';
import {
  changeStored,
  HOUR_MS,
  type ManualService,
  MINUTE_MS,
  neverScheduled,
  startManualService,
  storeWithdrawals,
} from '../support/manual-service.ts';
import { createRandom, type Random } from '../support/random.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const TRANSACTIONS = 12;
const STEPS = 260;
const PER_CLIENT = 32;
const IN_ALL = 256;

/** How each receiver answers: well, badly at times, or hardly ever. */
const MOODS: readonly (readonly Verdict[])[] = [
  [204],
  [200, 200, 204, 500, 'reset'],
  [204, 503, 503, 500, 'reset', 410, 302],
  [500, 'reset', 429],
];

interface Chain {
  readonly id: string;
  sequence: number;
}

/** The next change of a transaction: they correct each other for ever. */
function nextChange(chain: Chain): Parameters<typeof changeStored>[2] {
  const { sequence } = chain;
  chain.sequence += 1;
  return { kind: sequence === 1 ? 'settle' : sequence % 2 === 0 ? 'reverse' : 'correct', sequence };
}

async function allEvents({ dependencies }: ManualService, ids: readonly string[]) {
  const pages = await Promise.all(
    ids.map((transactionId) => dependencies.events.list({ transactionId }, { limit: 100 })),
  );
  return pages.flatMap((page) => page?.items ?? []);
}

/** Lets time pass while nothing is under way: no attempt takes longer than its lease. */
async function pass(service: ManualService, durationMs: number): Promise<void> {
  await service.callbackWorker.idle();
  service.clock.advance(durationMs);
}

/** Everything that is due is sent, and what is due once time has passed is, too. */
async function drain(service: ManualService, stepsMs: readonly number[]): Promise<void> {
  for (const stepMs of stepsMs) await pass(service, stepMs);
  await service.callbackWorker.idle();
}

/** One thing that happens at random. */
async function happen(
  service: ManualService,
  { random, chains, judges }: { random: Random; chains: readonly Chain[]; judges: readonly Judge[] },
): Promise<void> {
  const chance = random.below(100);
  const chain = random.pick(chains);
  if (chance < 62) await changeStored(service, chain.id, nextChange(chain));
  else if (chance < 72) random.pick(judges).decideBy(moodOf(random));
  else if (chance < 82) await redeliverAny(service, random, chain.id);
  else if (chance < 94) await pass(service, random.pick([600, 6000, MINUTE_MS, 20 * MINUTE_MS]));
  else await service.callbackWorker.idle();
}

function moodOf(random: Random): () => Verdict {
  const mood = random.pick(MOODS);
  return () => random.pick(mood);
}

async function redeliverAny({ dependencies }: ManualService, random: Random, transactionId: string) {
  const page = await dependencies.events.list({ transactionId }, { limit: 100 });
  if (!page || page.items.length === 0) return;
  await dependencies.callbacks.redeliver(random.pick(page.items).event.id);
  if (random.below(4) > 0) return;
  const { clientId } = random.pick(page.items).event;
  await dependencies.callbacks.redeliverFailed(clientId);
}

test.each(SEEDS)(
  'whatever happens, each transaction is told in order, one event at a time, and none is lost (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    await using first = await startJudge(random);
    await using second = await startJudge(random);
    await using third = await startJudge(random);
    const judges = [first, second, third];
    await using service = await startManualService({ platform: { schedule: neverScheduled } });
    const merchants: TestClient[] = [];
    for (const { receiver } of judges) merchants.push(await service.merchantOf(receiver));
    const made = merchants.map((merchant) => storeWithdrawals(service, merchant, TRANSACTIONS));
    const chains = (await Promise.all(made)).flat().map((id): Chain => ({ id, sequence: 1 }));
    for (let step = 0; step < STEPS; step += 1) await happen(service, { random, chains, judges });

    // All is well again, and time passes: in steps that let a receiver that was down be asked again and again.
    for (const judge of judges) judge.decideBy(() => 204);
    await drain(service, [...new Array<number>(8).fill(1000), ...new Array<number>(8).fill(15 * HOUR_MS)]);
    expect(judges.flatMap(({ broken }) => broken)).toEqual([]);
    const records = await allEvents(
      service,
      chains.map(({ id }) => id),
    );
    expect(records.length).toBeGreaterThan(STEPS / 2);
    const done = new Set(judges.flatMap((judge) => [...judge.done]));
    expect(records.filter(({ event }) => !done.has(event.id))).toEqual([]);
    expect(records.filter(({ callback }) => callback?.state === 'pending')).toEqual([]);
    const deliveries = judges.reduce((sum, { receiver }) => sum + receiver.deliveries.length, 0);
    process.stdout.write(
      `callback order: seed ${seed}, ${records.length} events in ${deliveries} deliveries\n`,
    );
    expect(deliveries).toBeGreaterThan(records.length);
  },
);

test.each([
  ['one client has no more than 32 under way', 1, 50, PER_CLIENT],
  ['all clients together have no more than 256', 80, 8, IN_ALL],
])('%s', async (_, clients, each, limit) => {
  const all = { current: 0, most: 0 };
  await using judges = await startJudges(clients, all);
  await using service = await startManualService({ platform: { schedule: neverScheduled } });
  const releases = judges.list.map((judge) => judge.hold());
  const merchants: TestClient[] = [];
  for (const { receiver } of judges.list) merchants.push(await service.merchantOf(receiver));
  const made = await Promise.all(merchants.map((merchant) => storeWithdrawals(service, merchant, each)));
  await Promise.all(made.flat().map((id) => changeStored(service, id, { kind: 'settle', sequence: 1 })));
  // As many as may be are under way; the others wait until these are answered.
  await expect.poll(() => all.current, { timeout: 10_000 }).toBe(limit);
  for (const release of releases) release();
  await service.callbackWorker.idle();
  expect(judges.list.map(({ receiver }) => receiver.deliveries.length)).toEqual(made.map(() => each));
  expect(judges.list.flatMap(({ broken }) => broken)).toEqual([]);
  expect(all.most).toBe(limit);
  expect(Math.max(...judges.list.map(({ load }) => load.most))).toBeLessThanOrEqual(PER_CLIENT);
});

async function startJudges(count: number, all: Load) {
  const list: Judge[] = [];
  for (let made = 0; made < count; made += 1) list.push(await startJudge(createRandom(made), all));
  return {
    list,
    async [Symbol.asyncDispose]() {
      for (const judge of list) await judge[Symbol.asyncDispose]();
    },
  };
}
