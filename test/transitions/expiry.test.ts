import { CompiledQuery } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createSweeper } from '../../src/transactions/jobs/expire-deposits.ts';
import { createClock, MERCHANT, temporaryFolder } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { expectExpiry, expectPending, statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import {
  DAY_MS,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  SECOND_MS,
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

describe('expiry', () => {
  const CROWD = IS_LONG ? 3000 : 100;

  /** A generous timeout for a busy machine. */
  const RACES = IS_LONG ? 64 : 24;

  const GROUP = 8;

  test.each([
    ['30 minutes by default', {}, TTL_MS],
    ['DEPOSIT_TTL if that is set', { DEPOSIT_TTL: '90s' }, 90_000],
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
});

describe('expiry clock', () => {
  const JUMPS: readonly (readonly [string, readonly number[]])[] = [
    ['an hour forward', [HOUR_MS]],
    ['an hour back', [-HOUR_MS]],
    ['a day forward', [DAY_MS]],
    ['a day back', [-DAY_MS]],
    ['forward and back', [HOUR_MS, -HOUR_MS]],
    ['back and far forward', [-DAY_MS, DAY_MS, DAY_MS]],
    ['back again and again', [-HOUR_MS, -DAY_MS, -HOUR_MS]],
  ];

  test.each(everyNth(3, JUMPS))(
    'setting the wall clock %s expires nothing early and misses nothing',
    async (_, jumps) => {
      await using service = await startWithoutTimers();
      const { clock } = service;
      const parts = jumps.length + 1;
      const jumpAndLook = async (transactionId: string, jumpMs: number) => {
        clock.jump(jumpMs);
        await expectPending(service, transactionId);
      };
      const before = await service.deposit(MERCHANT);
      // Right after the create, then in the middle, then shortly before the end.
      for (const jumpMs of jumps) await jumpAndLook(before.transactionId, jumpMs);
      for (const jumpMs of jumps) {
        clock.advance(Math.floor(TTL_MS / parts));
        await jumpAndLook(before.transactionId, jumpMs);
      }
      clock.advance(TTL_MS - (parts - 1) * Math.floor(TTL_MS / parts) - 1);
      for (const jumpMs of jumps) await jumpAndLook(before.transactionId, jumpMs);
      clock.advance(1);
      await expectExpiry(service, before.transactionId);
      // A deposit created after the jumps also gets its full time.
      const after = await service.deposit(MERCHANT);
      clock.advance(TTL_MS - 1);
      await expectPending(service, after.transactionId);
      clock.advance(1);
      await expectExpiry(service, after.transactionId);
    },
  );

  /** The clocks of the same machine for a new process: the monotonic clock restarts. */
  function clockOfNewProcess(clock: ReturnType<typeof createClock>) {
    const bornMs = clock.monotonicMs();
    return { nowMs: clock.nowMs, monotonicMs: () => clock.monotonicMs() - bornMs };
  }

  test('a restart in the middle expires nothing early and misses nothing', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const restart = () =>
      startWithoutTimers({ clock, folder: folder.path, platform: clockOfNewProcess(clock) });
    const first = await restart();
    const early = await first.deposit(MERCHANT);
    clock.advance(10 * MINUTE_MS);
    const late = await first.deposit(MERCHANT);
    await first.stop();
    clock.advance(19 * MINUTE_MS);
    const second = await restart();
    await expectPending(second, early.transactionId);
    await second.stop();
    clock.advance(MINUTE_MS - 1);
    const third = await restart();
    await using _service = third;
    await expectPending(third, early.transactionId);
    clock.advance(1);
    await expectExpiry(third, early.transactionId);
    clock.advance(10 * MINUTE_MS - 1);
    await expectPending(third, late.transactionId);
    clock.advance(1);
    await expectExpiry(third, late.transactionId);
  });

  test('the stored time of expiry is a time of the wall clock, and a new process uses it', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const first = await startWithoutTimers({ clock, folder: folder.path });
    const { transactionId } = await first.deposit(MERCHANT);
    const stored = await first.dependencies.db.read('findTransaction', transactionId);
    expect(stored).toMatchObject({ expiresAtMs: clock.nowMs() + TTL_MS });
    await first.stop();
    clock.jump(TTL_MS - 1);
    const second = await startWithoutTimers({
      clock,
      folder: folder.path,
      platform: clockOfNewProcess(clock),
    });
    await expectPending(second, transactionId);
    await second.stop();
    clock.jump(1);
    await using third = await startWithoutTimers({
      clock,
      folder: folder.path,
      platform: clockOfNewProcess(clock),
    });
    await third.sweeper.sweep();
    expect(await statusOf(third, transactionId)).toBe('unsuccessful expired');
  });

  test('a start by a clock that is behind takes no time away from a deposit', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const first = await startWithoutTimers({ clock, folder: folder.path });
    const { transactionId } = await first.deposit(MERCHANT);
    const expiresAtMs = clock.nowMs() + DAY_MS;
    await first.dependencies.transactions.markSent(transactionId);
    await first.stop();
    clock.jump(-30 * DAY_MS);
    const platform = clockOfNewProcess(clock);
    await using second = await startWithoutTimers({ clock, folder: folder.path, platform });
    const stored = await second.dependencies.db.read('findTransaction', transactionId);
    expect(stored).toMatchObject({ expiresAtMs });
  });

  test('deposits that came due while the service was stopped expire right after the start', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const first = await startWithoutTimers({ clock, folder: folder.path });
    const { transactionId } = await first.deposit(MERCHANT);
    await first.stop();
    clock.advance(DAY_MS);
    // On PostgreSQL it first waits until no other process runs jobs.
    const start = onPostgres ? startManualClockService : startWithoutTimers;
    await using second = await start({ clock, folder: folder.path, platform: clockOfNewProcess(clock) });
    // Not by a sweep that somebody asks for.
    await expect.poll(() => statusOf(second, transactionId)).toBe('unsuccessful expired');
    await expect(second.events(transactionId)).resolves.toHaveLength(1);
  });
});

describe('failing sweep', () => {
  const OVERDUE = 64;

  const FULL = `create trigger full_disk before update on transactions
  begin select raise(abort, 'database or disk is full'); end`;

  // The trigger is in the words of one engine; the sweep is the same code on both.
  test.skipIf(onPostgres)(
    'a sweep that can store nothing tries again a second later, and says so once each time',
    async () => {
      await using service = await startWithoutTimers();
      await storeDeposits(service, await createClient(service), OVERDUE);
      const execute = (text: string) =>
        withDatabase(service.databasePath, (db) => db.executeQuery(CompiledQuery.raw(text)));
      await execute(FULL);
      service.clock.advance(DAY_MS);
      const delays: number[] = [];
      const logged: string[] = [];
      let runNext = () => {};
      const { transactions, runtime } = service.dependencies;
      const sweeper = createSweeper({
        transactions,
        steadyNowMs: runtime.steadyNowMs,
        runsJobs: () => true,
        schedule(run, delayMs) {
          delays.push(delayMs);
          runNext = run;
          return () => {};
        },
        logger: pino({}, { write: (line) => void logged.push(line) }),
      });
      const sweepTo = async (count: number, start: () => void) => {
        start();
        await expect.poll(() => delays.length, { interval: 1 }).toBe(count);
      };
      await sweepTo(1, sweeper.start);
      await sweepTo(2, runNext);
      await sweepTo(3, runNext);
      expect(delays).toEqual([SECOND_MS, SECOND_MS, SECOND_MS]);
      expect(logged).toHaveLength(3);
      // There is room again, and the rest goes on at once.
      await execute('drop trigger full_disk');
      await sweepTo(4, runNext);
      expect(delays.at(-1)).toBeLessThan(SECOND_MS);
      expect(logged).toHaveLength(3);
      await sweeper.stop();
    },
  );
});
