import type { CallbackStore, EventRecord } from '../../../src/callbacks/store.ts';
import type { Runtime } from '../../../src/operations/runtime.ts';
import type { Audited } from '../../audit/commands/append-audit.ts';
import type { Engine } from '../../engine.ts';
import { shareReads } from '../../share-reads.ts';
import { chunksOf } from '../../sql/lists.ts';
import { findEvents } from '../../transactions/queries/events.ts';

/** The most callbacks of one command, so that other writes can run between two commands. */
const REDELIVERY_BATCH = 1000;

/**
 * The callbacks of an engine's database, for operators.
 * @param onCallbacks called when callbacks have become due.
 */
export function createCallbackStore(
  engine: Engine,
  { steadyNowMs }: Runtime,
  onCallbacks: () => void,
): CallbackStore {
  async function findEvent(eventId: string): Promise<EventRecord | undefined> {
    const [record] = await engine.read((db) => findEvents(db, [eventId]));
    return record;
  }

  async function redeliverFailed(client: Audited & { clientId: string; appKey: string }): Promise<number> {
    let count = 0;
    for (let after: string | undefined; ; ) {
      const request = { ...client, after, limit: REDELIVERY_BATCH, steadyNowMs: steadyNowMs() };
      const batch = await engine.run('redeliverFailedCallbacks', request);
      count += batch.changed;
      after = batch.last;
      onCallbacks();
      if (batch.looked < REDELIVERY_BATCH) return count;
    }
  }

  async function sendWaiting(
    eventIds: readonly string[],
    client: Audited & { appKey: string },
  ): Promise<number> {
    let count = 0;
    for (const chunk of chunksOf(eventIds, REDELIVERY_BATCH)) {
      const request = { ...client, eventIds: chunk, steadyNowMs: steadyNowMs() };
      count += await engine.run('sendWaitingCallbacks', request);
      onCallbacks();
    }
    return count;
  }

  // Every open console requests it repeatedly.
  const summarizeLive = shareReads(() => engine.query('summarizeCallbacks', { isTest: false }));
  const summarizeTest = shareReads(() => engine.query('summarizeCallbacks', { isTest: true }));
  return {
    summarize: ({ isTest }) => (isTest ? summarizeTest() : summarizeLive()),
    findEvent,
    async redeliver(eventId, audit) {
      if (!(await findEvent(eventId))) return undefined;
      const request = { eventId, steadyNowMs: steadyNowMs(), audit };
      await engine.run('redeliverCallback', request);
      try {
        // The answer says that the callback is due: it is read before its next attempt can change that.
        return await findEvent(eventId);
      } finally {
        onCallbacks();
      }
    },
    async redeliverAll({ id: clientId, appKey, waiting }, audit) {
      // Read once, so that callbacks that fail again are not sent once more.
      const eventIds = waiting
        ? await engine.query('findWaitingCallbacks', { clientId, steadyNowMs: steadyNowMs() })
        : [];
      const failedCount = await redeliverFailed({ clientId, appKey, audit });
      const waitingCount = await sendWaiting(eventIds, { appKey, audit });
      return { count: failedCount + waitingCount, waitingCount };
    },
  };
}
