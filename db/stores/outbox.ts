import type { AttemptRecord, CallbackOutbox } from '../../src/callbacks/outbox.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Engine } from '../engine.ts';
import { GroupCommit } from '../group-commit.ts';
import { loadClaimed, selectQueues } from '../queries/claimed-callbacks.ts';

const MAX_GROUP_SIZE = 128;

export interface OutboxOptions {
  readonly steadyNowMs: () => number;
  /** Names this process among those that send. */
  readonly lease: string;
}

/** The outbox of an engine's database, as the worker of one process uses it. */
export function createCallbackOutbox(engine: Engine, { steadyNowMs, lease }: OutboxOptions): CallbackOutbox {
  const records = new GroupCommit<AttemptRecord, undefined>({
    maxGroupSize: MAX_GROUP_SIZE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      await engine.run('recordAttempts', { records: group, steadyNowMs: steadyNowMs(), lease });
      return group.map(() => undefined);
    },
    affectsEveryItem: isDatabaseUnavailable,
    overload: () => new Error('the outbox takes all there is'),
  });

  function release(eventIds: readonly string[]): Promise<void> {
    return engine.run('releaseCallbacks', { eventIds, steadyNowMs: steadyNowMs(), lease });
  }

  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    queues: () => engine.read(selectQueues),
    async claim(claims, leaseMs) {
      const nowMs = steadyNowMs();
      const leaseEndsAtMs = nowMs + leaseMs;
      const eventIds = await engine.run('claimCallbacks', { claims, nowMs, leaseEndsAtMs, lease });
      try {
        return await engine.read((db) => loadClaimed(db, eventIds, leaseEndsAtMs));
      } catch (error) {
        // Callbacks that could not be read are not sent: they must not wait for their leases to end.
        await release(eventIds).catch(() => {});
        throw error;
      }
    },
    record: (record) => records.submit(record),
    release,
    endLeases: () => engine.run('endLeases', { steadyNowMs: steadyNowMs() }),
    retryNow: (clientId, request) =>
      engine.run('retryCallbacks', { ...request, clientId, steadyNowMs: steadyNowMs() }),
  };
}
