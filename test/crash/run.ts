import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../harness.ts';
import { describeReport, type KillLoopReport, runKillLoop } from './kill-loop.ts';

/** The long form of the crash test: `npm run test:crash -- --kills 200 [--seed 1]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
  const kills = Number(values.kills ?? 200);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
    throw new RangeError('--kills and --seed are whole numbers');
  process.stdout.write(`seed ${seed}\n`);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  using folder = temporaryFolder();
  const report = await runKillLoop({ folder: folder.path, kills, seed, onKill: printProgress });
  process.stdout.write(`${describeReport(report)}\nevery promise held\n`);
}

function printProgress(report: KillLoopReport): void {
  if (report.kills % 10 === 0) process.stdout.write(`${describeReport(report)}\n`);
}

await main();
