import type { AttemptRecord, CallbackOutbox } from '../../src/callbacks/outbox.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { Engine } from '../engine.ts';
import { GroupCommit } from '../group-commit.ts';
import { loadClaimed, selectQueues } from '../queries/claimed-callbacks.ts';
import { hasEndedHold } from '../queries/holds.ts';

const MAX_GROUP_SIZE = 128;

interface OutboxOptions {
  readonly steadyNowMs: () => number;
  /** Names this process among those that send callbacks. */
  readonly lease: string;
}

/** The outbox over one engine, for the worker of one process. */
export function createCallbackOutbox(engine: Engine, { steadyNowMs, lease }: OutboxOptions): CallbackOutbox {
  const records = new GroupCommit<AttemptRecord, undefined>({
    maxGroupSize: MAX_GROUP_SIZE,
    maxWaiting: Number.POSITIVE_INFINITY,
    async commit(group) {
      await engine.run('recordAttempts', { records: group, steadyNowMs: steadyNowMs(), lease });
      return group.map(() => undefined);
    },
    affectsEveryItem: isDatabaseUnavailable,
    overload: () => new Error('the queue of attempts has no limit'),
  });

  function unclaim(eventIds: readonly string[]): Promise<void> {
    return engine.run('unclaimCallbacks', { eventIds, steadyNowMs: steadyNowMs(), lease });
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
    async releaseHolds() {
      // A read first: mostly nothing is held back, and nothing is to be written then.
      while (await engine.read((db) => hasEndedHold(db, steadyNowMs()))) {
        const released = await engine.run('releaseHolds', {
          ...{ steadyNowMs: steadyNowMs(), limit: MAX_GROUP_SIZE },
        });
        if (released === 0) return;
      }
    },
    queues: () => engine.read(selectQueues),
    async claim(claims, leaseMs) {
      const nowMs = steadyNowMs();
      const leaseEndsAtMs = nowMs + leaseMs;
      const eventIds = await engine.run('claimCallbacks', { claims, nowMs, leaseEndsAtMs, lease });
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
    endLeases: () => engine.run('endLeases', { steadyNowMs: steadyNowMs() }),
    retryNow: (clientId, request) =>
      engine.run('retryCallbacksNow', { ...request, clientId, steadyNowMs: steadyNowMs() }),
  };
}
