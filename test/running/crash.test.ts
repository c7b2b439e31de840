import { expect, test } from 'vitest';
import { describeReport, runKillLoop } from '../crash/kill-loop.ts';
import { temporaryFolder } from '../harness.ts';
import { IS_LONG } from '../support/long.ts';

/** `npm run test:crash` kills many more times. */
const FORMS = [
  { workers: 1, kills: IS_LONG ? 4 : 2, about: 'after kill -9 under load' },
  {
    workers: 3,
    kills: IS_LONG ? 3 : 2,
    about: 'after kill -9 of single workers and of the whole service under load',
  },
];

test.each(FORMS)(
  '$about every acknowledged create is stored once, and every other one can be sent again',
  async ({ workers, kills }) => {
    const seed = Date.now() % 1_000_000;
    using folder = temporaryFolder();
    const form = { folder: folder.path, kills, seed, workers };
    const report = await runKillLoop(form).catch((error: unknown) => {
      const command = `npm run test:crash -- --kills ${kills} --seed ${seed} --workers ${workers}`;
      throw new Error(command, { cause: error });
    });
    process.stdout.write(`seed ${seed}, ${describeReport(report)}\n`);
    expect(report.kills).toBe(kills);
    expect(report.acknowledged).toBeGreaterThan(kills);
  },
  180_000,
);
