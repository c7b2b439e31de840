import { expect, test } from 'vitest';
import { describeReport, runKillLoop } from '../crash/kill-loop.ts';
import { temporaryFolder } from '../harness.ts';
import { IS_LONG } from '../support/long.ts';

/** `npm run test:crash` kills many more times. */
const KILLS = IS_LONG ? 4 : 2;

test('after kill -9 under load every acknowledged create is stored once, and every other one can be sent again', async () => {
  const seed = Date.now() % 1_000_000;
  using folder = temporaryFolder();
  const report = await runKillLoop({ folder: folder.path, kills: KILLS, seed }).catch((error: unknown) => {
    throw new Error(`npm run test:crash -- --kills ${KILLS} --seed ${seed}`, { cause: error });
  });
  process.stdout.write(`seed ${seed}, ${describeReport(report)}\n`);
  expect(report.kills).toBe(KILLS);
  expect(report.acknowledged).toBeGreaterThan(KILLS);
});
