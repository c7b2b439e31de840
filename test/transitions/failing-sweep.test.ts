import { CompiledQuery } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createSweeper } from '../../src/transactions/jobs/expire-deposits.ts';
import { createClient } from '../support/entities.ts';
import { DAY_MS, SECOND_MS, startWithoutTimers, storeDeposits } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

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
