import { verify } from '../db/verify/verify.ts';
import type { Backend } from './backend.ts';
import type { RepairOutput, VerifyReport } from './domain/agreement.ts';

/**
 * Looks whether everything in the database agrees. With `repair` what does not is mended in one commit, and looked
 * at once more; a file that is damaged is left alone.
 */
export async function verifyDatabase(
  backend: Backend,
  { repair: isToRepair = false }: { readonly repair?: boolean },
): Promise<VerifyReport> {
  const found = await verify(backend.engine);
  if (!isToRepair || found.disagreements.length === 0 || found.checked === null) return { found };
  const repaired = await runRepair(backend);
  return { found, repaired, left: await verify(backend.engine) };
}

function runRepair({ engine, services: { runtime } }: Backend): Promise<RepairOutput> {
  const input = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
  return engine.run('repair', input);
}

/** Whether nothing disagrees, or nothing does any more. */
export function isWell({ found, left = found }: VerifyReport): boolean {
  return left.disagreements.length === 0;
}
