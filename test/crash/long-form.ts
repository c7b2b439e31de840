import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../harness.ts';

/** What a long form of a crash test is asked for. */
interface LongForm {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
}

/**
 * The long form of a crash test, as `npm run … -- --kills 60 [--seed 1]` asks for it: on what is built anew.
 * @param loop kills and verifies. @returns what is to be said in the end.
 */
export async function runLongForm(
  usualKills: number,
  loop: (form: LongForm) => Promise<string>,
): Promise<void> {
  const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
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
