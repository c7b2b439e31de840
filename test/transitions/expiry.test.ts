import { expect, test } from 'vitest';
import { MERCHANT } from '../harness.ts';
import { expectExpiry, expectPending, statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import { IS_LONG } from '../support/long.ts';
import {
  DAY_MS,
  type ManualClockService,
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';

const CROWD = IS_LONG ? 3000 : 400;
/** A generous timeout for a busy machine. */
const RACES = 64;
const GROUP = 8;

test.each([
  ['30 minutes by default', {}, TTL_MS],
  ['DEPOSIT_TTL if that is set', { DEPOSIT_TTL: '90s' }, 90_000],
  ['DEPOSIT_TTL if that is days', { DEPOSIT_TTL: '3d' }, 3 * DAY_MS],
])('a pending deposit expires after %s, not a millisecond earlier', async (_, env, ttlMs) => {
  await using service = await startWithoutTimers({ env });
  const { transactionId } = await service.deposit(MERCHANT);
  await expectPending(service, transactionId);
  service.clock.advance(ttlMs - 1);
  await expectPending(service, transactionId);
  service.clock.advance(1);
  await expectExpiry(service, transactionId);
});

test('an expiry is an event with the service as its actor, and its callback is sent', async () => {
  await using receiver = await startReceiver();
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  const { transactionId } = await service.deposit(merchant);
  service.clock.advance(TTL_MS);
  expect(await service.sweeper.sweep()).toBe(1);
  await service.callbackWorker.idle();
  const [record, ...more] = await service.events(transactionId);
  expect(more).toEqual([]);
  expect(record!.event).toMatchObject({
    kind: 'expire',
    from: 'pending',
    to: 'unsuccessful',
    reason: 'expired',
    sequence: 2,
    finalAmountMinor: null,
    actor: { kind: 'service', clientId: null },
    occurredAtMs: service.clock.nowMs(),
  });
  expect(record!.callback).toEqual({ state: 'delivered', dueAtMs: null });
  expect(receiver.deliveries.map(({ body }) => JSON.parse(body))).toMatchObject([
    { transactionId, status: 'unsuccessful', statusReason: 'expired', sequence: 2, amount: 500 },
  ]);
});

test('the user of an expired deposit can create a new one', async () => {
  await using service = await startWithoutTimers();
  const userId = 'returning-user';
  const first = await service.deposit(MERCHANT, { userId });
  service.clock.advance(TTL_MS);
  await service.sweeper.sweep();
  const second = await service.deposit(MERCHANT, { userId });
  expect(second.transactionId).not.toBe(first.transactionId);
  expect(second).toMatchObject({ status: 'pending' });
  expect(second).not.toHaveProperty('alreadyPending');
});

test('a withdrawal never expires', async () => {
  await using service = await startWithoutTimers();
  const { transactionId } = await service.withdraw(MERCHANT);
  for (const step of [TTL_MS, DAY_MS, 400 * DAY_MS]) {
    service.clock.advance(step);
    await expectPending(service, transactionId);
  }
});

test('a running service sweeps repeatedly', async () => {
  const plans: (() => void)[] = [];
  await using service = await startManualClockService({
    platform: {
      schedule(run, delayMs) {
        if (delayMs === 1000) plans.push(run);
        return () => {};
      },
    },
  });
  // Of the processes of a PostgreSQL database one sweeps, which it learns soon after its start.
  await expect.poll(() => service.engine.runsJobs()).toBe(true);
  for (let round = 0; round < 3; round += 1) {
    const { transactionId } = await service.deposit(MERCHANT);
    service.clock.advance(TTL_MS);
    // A sweep plans the next one after its end, when others can see already what has expired.
    const runPlans = () => {
      for (const run of plans.splice(0)) run();
      return statusOf(service, transactionId);
    };
    await expect.poll(runPlans).toBe('unsuccessful expired');
  }
});

test('of a settlement and an expiry that race, one wins and the other changes nothing', async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const ids = await storeDeposits(service, merchant, RACES);
  service.clock.advance(TTL_MS);
  const outcomes = new Map<string, string>();
  const settle = async (transactionId: string) => {
    const target = `/v1/transactions/${transactionId}/settle`;
    const { json } = await service.ask(target, { body: { sequence: '1' } });
    outcomes.set(transactionId, json.data?.status ?? json.error.type);
  };
  // The settlements go through each group backwards and the expiry forwards, so that they meet in the middle.
  for (let at = 0; at < RACES; at += GROUP) {
    const [last, ...rest] = ids.slice(at, at + GROUP).reverse();
    await settle(last!);
    await Promise.all([
      inTurn(rest, settle),
      inTurn([...rest].reverse(), (transactionId) => expire(service, transactionId)),
    ]);
  }
  for (const transactionId of ids) {
    const records = await service.events(transactionId);
    expect(records.map(({ event }) => event.sequence)).toEqual([2]);
    const { kind, to, reason } = records[0]!.event;
    expect(await statusOf(service, transactionId)).toBe(`${to} ${reason}`);
    expect(outcomes.get(transactionId)).toBe(kind === 'settle' ? 'successful' : 'error_stale_sequence');
  }
  const won = [...outcomes.values()].filter((outcome) => outcome === 'successful').length;
  process.stdout.write(`expiry: of ${RACES} settlements that raced it ${won} won\n`);
  expect(won).toBeLessThan(RACES);
});

async function inTurn(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await work(id);
}

async function expire({ dependencies }: ManualClockService, transactionId: string): Promise<void> {
  await dependencies.transactions.transition({
    transactionId,
    command: { kind: 'expire', steadyNowMs: dependencies.runtime.steadyNowMs() },
    actor: { kind: 'service', clientId: null },
  });
}

test(`${CROWD} deposits that come due together expire in one sweep, each once`, {
  timeout: 120_000,
}, async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const ids = await storeDeposits(service, merchant, CROWD);
  service.clock.advance(TTL_MS - 1);
  expect(await service.sweeper.sweep()).toBe(0);
  service.clock.advance(1);
  const counts = await Promise.all([service.sweeper.sweep(), service.sweeper.sweep()]);
  expect(counts[0] + counts[1]).toBe(CROWD);
  expect(await service.sweeper.sweep()).toBe(0);
  const { engine } = service;
  const rows = await engine.read((db) =>
    db.selectFrom('events').select(['transaction_id', 'reason']).execute(),
  );
  expect(rows).toHaveLength(CROWD);
  expect(new Set(rows.map((row) => row.transaction_id))).toEqual(new Set(ids));
  expect(new Set(rows.map((row) => row.reason))).toEqual(new Set(['expired']));
});
