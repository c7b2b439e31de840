import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../harness.ts';
import { describeCallbackLoop, runCallbackLoop } from './callback-loop.ts';

/** The long form of the crash test of callbacks: `npm run test:crash:callbacks -- --kills 60 [--seed 1]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
  const kills = Number(values.kills ?? 60);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
    throw new RangeError('--kills and --seed are whole numbers');
  process.stdout.write(`seed ${seed}\n`);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  using folder = temporaryFolder();
  const onKill = (killed: number) => {
    if (killed % 10 === 0) process.stdout.write(`${killed} kills\n`);
  };
  const report = await runCallbackLoop({ folder: folder.path, kills, seed, onKill });
  process.stdout.write(`${describeCallbackLoop(report)}\nevery promise held\n`);
}

await main();
