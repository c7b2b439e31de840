import { expect, test } from 'vitest';
import { createClock, MERCHANT, temporaryFolder } from '../harness.ts';
import { expectExpiry, expectPending, statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  startManualClockService,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { onPostgres } from '../support/test-database.ts';

const JUMPS: readonly (readonly [string, readonly number[]])[] = [
  ['an hour forward', [HOUR_MS]],
  ['an hour back', [-HOUR_MS]],
  ['a day forward', [DAY_MS]],
  ['a day back', [-DAY_MS]],
  ['forward and back', [HOUR_MS, -HOUR_MS]],
  ['back and far forward', [-DAY_MS, DAY_MS, DAY_MS]],
  ['back again and again', [-HOUR_MS, -DAY_MS, -HOUR_MS]],
];

test.each(JUMPS)('setting the wall clock %s expires nothing early and misses nothing', async (_, jumps) => {
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
});

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
  const second = await startWithoutTimers({ clock, folder: folder.path, platform: clockOfNewProcess(clock) });
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
