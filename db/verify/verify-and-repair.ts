import type { VerifyReport } from '../../src/domain/consistency.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { Engine } from '../engine.ts';
import { verify } from './verify.ts';

interface VerifyOptions {
  readonly repair: boolean;
  /** The clocks of the rows that a repair writes. */
  readonly clocks: Pick<Runtime, 'nowMs' | 'steadyNowMs'>;
}

/**
 * Verifies a whole database. With `repair` the disagreements are repaired in one commit, and the database is
 * verified again; a damaged file is left alone.
 */
export async function verifyAndRepair(
  engine: Engine,
  { repair, clocks }: VerifyOptions,
): Promise<VerifyReport> {
  const found = await verify(engine);
  if (!repair || found.disagreements.length === 0 || found.checked === null) return { found };
  const repaired = await engine.run('repair', {
    nowMs: clocks.nowMs(),
    steadyNowMs: clocks.steadyNowMs(),
  });
  return { found, repaired, left: await verify(engine) };
}
