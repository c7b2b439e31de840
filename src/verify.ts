import { verify } from '../db/verify/verify.ts';
import type { AppContext } from './context.ts';
import type { RepairOutput, VerifyReport } from './domain/consistency.ts';

/**
 * Looks whether everything in the database agrees. With `repair` what does not is mended in one commit, and looked
 * at once more; a file that is damaged is left alone.
 */
export async function verifyDatabase(
  appContext: AppContext,
  { repair: isToRepair = false }: { readonly repair?: boolean },
): Promise<VerifyReport> {
  const found = await verify(appContext.engine);
  if (!isToRepair || found.disagreements.length === 0 || found.checked === null) return { found };
  const repaired = await runRepair(appContext);
  return { found, repaired, left: await verify(appContext.engine) };
}

function runRepair({ engine, dependencies: { runtime } }: AppContext): Promise<RepairOutput> {
  const input = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
  return engine.run('repair', input);
}

/** Whether nothing disagrees, or nothing does any more. */
export function isWell({ found, left = found }: VerifyReport): boolean {
  return left.disagreements.length === 0;
}
