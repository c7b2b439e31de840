import { MAX_RETRIED_AT_ONCE } from '../../../src/callbacks/limits.ts';
import type { AttemptRecord, CallbackOutbox, CallbackTrace } from '../../../src/callbacks/outbox.ts';
import type { Engine } from '../../engine.ts';
import { GroupCommit } from '../../transactions/stores/group-commit.ts';
import { loadClaimed, selectQueues } from '../queries/claimed-callbacks.ts';

const MAX_GROUP_SIZE = 128;

interface OutboxOptions {
  readonly nowMs: () => number;
  readonly steadyNowMs: () => number;
  /** While it is false, nothing is claimed: a lease of another process might still run. */
  readonly isTimeSure: () => boolean;
  /** Names this process among those that send callbacks. */
  readonly lease: string;
}

/** The outbox over one engine, for the worker of one process. */
export function createCallbackOutbox(
  engine: Engine,
  { nowMs, steadyNowMs, isTimeSure, lease }: OutboxOptions,
): CallbackOutbox {
  const records = new GroupCommit<AttemptRecord, boolean>({
    maxGroupSize: MAX_GROUP_SIZE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      const input = { records: group, nowMs: nowMs(), steadyNowMs: steadyNowMs(), lease };
      const backIds = await engine.run('recordAttempts', input);
      return group.map(
        ({ attempt, outcome }) => outcome.state === 'delivered' && backIds.includes(attempt.clientId),
      );
    },
  });

  function unclaim(eventIds: readonly string[]): Promise<void> {
    return engine.run('unclaimCallbacks', { eventIds, steadyNowMs: steadyNowMs(), lease });
  }

  async function rebaseWaits(): Promise<void> {
    const limit = MAX_RETRIED_AT_ONCE;
    // While the time is uncertain, the clock of this process can be behind all others.
    while (isTimeSure())
      if ((await engine.run('rebaseWaits', { steadyNowMs: steadyNowMs(), limit })) < limit) return;
  }

  const listeners = new Set<(traces: readonly CallbackTrace[]) => void>();
  return {
    notify(traces = []) {
      for (const listener of listeners) listener(traces);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    queues: () => engine.read(selectQueues),
    async claim(claims, leaseMs) {
      if (!isTimeSure()) return [];
      const now = steadyNowMs();
      const leaseEndsAtMs = now + leaseMs;
      const eventIds = await engine.run('claimCallbacks', { claims, steadyNowMs: now, leaseEndsAtMs, lease });
      try {
        return await engine.read((db) => loadClaimed(db, eventIds, leaseEndsAtMs));
      } catch (error) {
        // Callbacks that could not be read are not sent, and must not wait for their leases to end.
        await unclaim(eventIds).catch(() => {});
        throw error;
      }
    },
    record: (record) => records.submit(record),
    unclaim,
    async endLeases() {
      if (engine.isShared) return;
      await engine.run('endLeases', { steadyNowMs: steadyNowMs() });
      await rebaseWaits();
    },
    async rebaseWaits() {
      if (engine.isShared) await rebaseWaits();
    },
    retryNow: (clientId, request) =>
      engine.run('retryCallbacksNow', { ...request, clientId, steadyNowMs: steadyNowMs() }),
  };
}
