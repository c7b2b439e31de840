import type { CallbackTrace } from '../../../src/callbacks/outbox.ts';
import type { Runtime } from '../../../src/operations/runtime.ts';
import type { TransactionBus } from '../../../src/transactions/bus.ts';
import type { RunPlan } from '../../../src/transactions/store.ts';
import type { Engine } from '../../engine.ts';
import { extentOf } from '../../engines/database-errors.ts';
import { findEvents } from '../queries/events.ts';
import { findDuePlans } from '../queries/plans.ts';
import type { StoredPlan } from '../rows/plans.ts';
import { GroupCommit } from './group-commit.ts';

/** The most plans of one command. */
const PLANS_AT_ONCE = 32;

interface PlanRunnerOptions {
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  readonly bus: TransactionBus;
  /** Called when there may be new callbacks in the outbox, with the traces of those that belong to some. */
  readonly onCallbacks: (traces: readonly CallbackTrace[]) => void;
}

/** Makes the function that runs the plans that are due, and publishes what has happened. */
export function createPlanRunner(
  engine: Engine,
  runtime: Runtime,
  { bus, timeZone, onCallbacks }: PlanRunnerOptions,
): () => Promise<void> {
  const clocks = () => ({ nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() });
  const plans = new GroupCommit<StoredPlan, undefined>({
    maxGroupSize: PLANS_AT_ONCE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      const transactionIds = group.map(({ transactionId }) => transactionId);
      publish(await engine.run('runPlans', { ...clocks(), timeZone, transactionIds }));
      return group.map(() => undefined);
    },
    extentOf,
    // One that fails holds up no other.
    partOf: ({ transactionId }) => transactionId,
    overload: () => new Error('the queue of plans has no limit'),
  });
  /** The events that plans may have made, where no answer came. */
  let unsure: readonly string[] = [];

  function publish(run: readonly (RunPlan | undefined)[]): void {
    const traces: CallbackTrace[] = [];
    for (const one of run) {
      if (one?.hasHappened) bus.publish(one.transaction);
      else if (one?.transaction) bus.publish(one.transaction, 'desk', one.auditPosition);
      if (one?.hasHappened && one.traceparent !== undefined)
        traces.push({ eventId: one.eventId, traceparent: one.traceparent });
    }
    if (run.some((one) => one?.hasHappened)) onCallbacks(traces);
  }

  async function publishUnsure(): Promise<void> {
    const made = await engine.read((db) => findEvents(db, unsure));
    unsure = [];
    publish(
      made.map(({ event: { id: eventId }, transaction }) => ({
        hasHappened: true,
        transaction,
        eventId,
        traceparent: undefined,
      })),
    );
  }

  return async () => {
    if (unsure.length > 0) await publishUnsure();
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
      unsure = [...failed];
    }
  };
}
