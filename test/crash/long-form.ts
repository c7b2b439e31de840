import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../harness.ts';

/** The options of the long form of a crash test. */
interface LongForm {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
}

/**
 * Runs the long form of a crash test, as `npm run … -- --kills 60 [--seed 1]` requests it, on a new build.
 * @param loop kills and verifies.
 * @returns the text to print at the end.
 */
export async function runLongForm(
  usualKills: number,
  loop: (form: LongForm) => Promise<string>,
): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ options: { kills: option, seed: option } });
  const kills = Number(values.kills ?? usualKills);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
    throw new RangeError('--kills and --seed are whole numbers');
  process.stdout.write(`seed ${seed}\n`);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  using folder = temporaryFolder();
  const report = await loop({ folder: folder.path, kills, seed });
  process.stdout.write(`${report}\nevery promise held\n`);
}
