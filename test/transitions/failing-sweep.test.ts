import { CompiledQuery } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSweeper } from '../../src/jobs/expire-deposits.ts';
import { createClient } from '../support/entities.ts';
import { DAY_MS, SECOND_MS, startWithoutTimers, storeDeposits } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const OVERDUE = 400;

// The trigger is in the words of one engine; the sweep is the same code on both.
test.skipIf(onPostgres)('a sweep of which nothing can be stored says so about once a second', { timeout: 200_000 }, async () => {
  await using service = await startWithoutTimers();
  await storeDeposits(service, await createClient(service), OVERDUE);
  // As a full disk, or a server that has become read-only.
  await withDatabase(service.databasePath, (db) =>
    db.executeQuery(
      CompiledQuery.raw(
        `create trigger full before update on transactions begin select raise(abort, 'database or disk is full'); end`,
      ),
    ),
  );
  service.clock.advance(DAY_MS);
  const { transactions, runtime } = service.dependencies;
  const startedAtMs = performance.now();
  let logged = 0;
  let waitedMs = 0;
  const runs: (() => void)[] = [];
  const sweeper = createSweeper({
    transactions,
    steadyNowMs: () => runtime.steadyNowMs() + performance.now() - startedAtMs,
    runsJobs: () => true,
    schedule(run, delayMs) {
      waitedMs += delayMs;
      runs.push(run);
      return () => {};
    },
    logger: pino({}, { write: () => void (logged += 1) }),
  });
  sweeper.start();
  while (waitedMs < 30 * SECOND_MS) {
    await expect.poll(() => runs.length, { interval: 1 }).toBe(1);
    runs.pop()?.();
  }
  await sweeper.stop();
  expect(logged).toBeLessThanOrEqual(45);
});
