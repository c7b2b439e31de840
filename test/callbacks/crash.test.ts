import { expect, test } from 'vitest';
import { describeCallbackLoop, runCallbackLoop } from '../crash/callback-loop.ts';
import { temporaryFolder } from '../harness.ts';
import { onPostgres } from '../support/test-database.ts';

/** One at each kind of point; `npm run test:crash:callbacks` kills many more times. */
const KILLS = 4;

// On PostgreSQL the leases of a killed process end by their time: see several-processes.test.ts.
test.skipIf(onPostgres)(
  'after kill -9 between commit and send, and between send and record, every event arrives in order and unchanged',
  async () => {
    const seed = Date.now() % 1_000_000;
    using folder = temporaryFolder();
    const report = await runCallbackLoop({ folder: folder.path, kills: KILLS, seed }).catch(
      (error: unknown) => {
        throw new Error(`npm run test:crash:callbacks -- --kills ${KILLS} --seed ${seed}`, { cause: error });
      },
    );
    process.stdout.write(`seed ${seed}, ${describeCallbackLoop(report)}\n`);
    expect(Math.min(...Object.values(report.kills))).toBe(KILLS / 4);
    expect(report.events).toBeGreaterThan(KILLS);
  },
);
