import type { Runtime } from '../../../src/operations/runtime.ts';
import type { Engine } from '../../engine.ts';
import { findDuePlans } from '../queries/plans.ts';
import type { StoredPlan } from '../rows/plans.ts';
import { GroupCommit } from './group-commit.ts';

/** The most plans of one command. */
const PLANS_AT_ONCE = 32;

/** Makes the function that runs the plans that are due. */
export function createPlanRunner(
  engine: Engine,
  runtime: Runtime,
  { timeZone }: { readonly timeZone: string },
): () => Promise<void> {
  const clocks = () => ({ nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() });
  const plans = new GroupCommit<StoredPlan, undefined>({
    maxGroupSize: PLANS_AT_ONCE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      const transactionIds = group.map(({ transactionId }) => transactionId);
      await engine.run('runPlans', { ...clocks(), timeZone, transactionIds });
      return group.map(() => undefined);
    },
    // A plan that fails does not delay the others.
    partOf: ({ transactionId }) => transactionId,
  });
  return async () => {
    const failed = new Set<string>();
    for (let failure: PromiseRejectedResult | undefined; ; ) {
      const { steadyNowMs } = clocks();
      const found = await engine.read((db) => findDuePlans(db, steadyNowMs, PLANS_AT_ONCE + failed.size));
      const due = found.filter(({ eventId }) => !failed.has(eventId));
      // Mostly there is none, and nothing is to be written then.
      if (due.length === 0 && failure) throw failure.reason;
      if (due.length === 0) return;
      const results = await Promise.allSettled(due.map((plan) => plans.submit(plan)));
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        failure ??= result;
        failed.add(due[index]?.eventId ?? '');
      }
    }
  };
}
