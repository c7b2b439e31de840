import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import type { AttemptRecord, ClaimedCallback, DeliveryOutcome } from '../../src/callbacks/outbox.ts';
import type { Asked, Subject, Subjects } from './fault-cases.ts';
import type { Stage } from './fault-fixtures.ts';
import { storePending } from './fault-transactions.ts';
import { changeStored, HOUR_MS, MINUTE_MS } from './manual-service.ts';

const LEASE_MS = MINUTE_MS;
const COUNT = 20;

/** Settled transactions of both merchants, some of them reversed: each has a callback that is due. */
async function storeSettled(stage: Stage, reversed: number): Promise<string[]> {
  const { appContext } = stage;
  const ids = await storePending(stage, COUNT);
  await Promise.all(ids.map((id) => changeStored(appContext, id, { kind: 'settle', sequence: 1 })));
  const some = ids.slice(0, reversed);
  await Promise.all(some.map((id) => changeStored(appContext, id, { kind: 'reverse', sequence: 2 })));
  return ids;
}

function claimAll({ appContext, merchants }: Stage): Promise<readonly ClaimedCallback[]> {
  const claims = merchants.map(({ id }) => ({ clientId: id, limit: COUNT }));
  return appContext.outbox.claim(claims, LEASE_MS);
}

const idsOf = (claimed: readonly ClaimedCallback[]) => claimed.map(({ event }) => event.id);

/** Whether all rows of a condition are there; throws when it is some of them. */
function allOrNone({ database }: Stage, condition: string, all = COUNT): boolean {
  const count = database.prepare(`select count(*) from callbacks where ${condition}`).pluck().get();
  expect([0, all]).toContain(count);
  return count === all;
}

function recordOf({ event }: ClaimedCallback, outcome: DeliveryOutcome): AttemptRecord {
  const { id: eventId, transactionId, clientId } = event;
  const result = { status: 200, error: null, responseExcerpt: null, durationMs: 1, startedAtMs: 0 };
  return { attempt: { eventId, transactionId, clientId, ...result }, outcome };
}

/** What becomes of attempts, in turn. */
function outcomeOf(index: number, { clock }: Stage): DeliveryOutcome {
  const dueAtMs = clock.nowMs() + HOUR_MS;
  if (index % 4 === 0) return { state: 'delivered' };
  if (index % 4 === 1) return { state: 'failed' };
  return { state: 'pending', dueAtMs, retryAfterRequested: index % 4 === 2 };
}

const claiming: Subject = {
  async prepare(stage) {
    await storeSettled(stage, 0);
    const asked: Asked = {
      ask: () => claimAll(stage),
      isDone: () => allOrNone(stage, 'lease is not null'),
      expectTold(told, wasDone) {
        expect(told).toHaveLength(wasDone ? 0 : COUNT);
      },
      // What nobody was told of is out of reach for as long as its lease, and no longer.
      async afterwards() {
        stage.clock.advance(LEASE_MS - 1);
        expect(await claimAll(stage)).toEqual([]);
        stage.clock.advance(1);
        expect(await claimAll(stage)).toHaveLength(COUNT);
      },
    };
    return [asked];
  },
};

function askToRecord(stage: Stage, claimed: ClaimedCallback, outcome: DeliveryOutcome): Asked {
  const { id } = claimed.event;
  const { database, appContext } = stage;
  const attempts = database.prepare('select count(*) from callback_attempts where event_id = ?').pluck();
  const callback = database.prepare(
    'select state, lease, due_at_ms, failed_attempts from callbacks where event_id = ?',
  );
  const record = recordOf(claimed, outcome);
  const done = {
    ...{ state: outcome.state, lease: null },
    due_at_ms: outcome.state === 'pending' ? outcome.dueAtMs : null,
    failed_attempts: outcome.state === 'pending' ? 1 : 0,
  };
  return {
    ask: () => appContext.outbox.record(record),
    isDone() {
      const isAttempted = attempts.get(id) !== 0;
      const row = callback.get(id);
      if (isAttempted) expect(row).toEqual(done);
      else expect(row).toMatchObject({ state: 'pending', lease: expect.any(String) });
      return isAttempted;
    },
    // What was recorded before is an attempt more, which decides nothing: the lease is gone.
    expectTold: (_told, wasDone) => expect(attempts.get(id)).toBe(wasDone ? 2 : 1),
  };
}

const recording: Subject = {
  async prepare(stage) {
    await storeSettled(stage, COUNT / 2);
    const claimed = await claimAll(stage);
    return claimed.map((one, index) => askToRecord(stage, one, outcomeOf(index, stage)));
  },
};

/** Claimed callbacks of which each had an attempt with this outcome. */
async function storeAttempted(stage: Stage, outcome: DeliveryOutcome, reversed = 0): Promise<string[]> {
  await storeSettled(stage, reversed);
  const claimed = await claimAll(stage);
  await Promise.all(claimed.map((one) => stage.appContext.outbox.record(recordOf(one, outcome))));
  return idsOf(claimed);
}

function releasing(release: (stage: Stage, eventIds: readonly string[]) => Promise<void>): Subject {
  return {
    async prepare(stage) {
      await storeSettled(stage, 0);
      const eventIds = idsOf(await claimAll(stage));
      return [
        {
          ask: () => release(stage, eventIds),
          isDone: () => allOrNone(stage, `lease is null and due_at_ms <= ${stage.clock.nowMs()}`),
          expectTold: () => {},
          afterwards: async () => expect(await claimAll(stage)).toHaveLength(COUNT),
        },
      ];
    },
  };
}

const hastening: Subject = {
  async prepare(stage) {
    const { appContext, clock, merchants } = stage;
    const [{ id }] = merchants;
    const dueAtMs = clock.nowMs() + HOUR_MS;
    await storeAttempted(stage, { state: 'pending', dueAtMs, retryAfterRequested: false });
    const request = { waitingSinceMs: clock.nowMs(), limit: COUNT };
    return [
      {
        ask: () => appContext.outbox.retryNow(id, request),
        isDone: () => allOrNone(stage, `due_at_ms <= ${clock.nowMs()}`, COUNT / 2),
        expectTold: (told, wasDone) => expect(told).toBe(wasDone ? 0 : COUNT / 2),
      },
    ];
  },
};

/** The first callback of a transaction was delivered; the second one, which was due, waits behind it again. */
const redelivering: Subject = {
  async prepare(stage) {
    const [eventId = ''] = await storeAttempted(stage, { state: 'delivered' }, COUNT);
    return [
      {
        ask: () => stage.appContext.dependencies.callbackAdmin.redeliver(eventId),
        isDone: () => allOrNone(stage, `event_id = '${eventId}' and state = 'pending'`, 1),
        expectTold: () => {},
      },
    ];
  },
};

const redeliveringAll: Subject = {
  async prepare(stage) {
    const [{ id }] = stage.merchants;
    await storeAttempted(stage, { state: 'failed' }, COUNT);
    return [
      {
        ask: () => stage.appContext.dependencies.callbackAdmin.redeliverFailed(id),
        isDone: () => !allOrNone(stage, `client_id = '${id}' and state = 'failed'`, COUNT / 2),
        expectTold: (told, wasDone) => expect(told).toBe(wasDone ? 0 : COUNT / 2),
      },
    ];
  },
};

export const callbackSubjects = {
  claimCallbacks: { 'of two clients': claiming },
  recordAttempts: { 'with every outcome': recording },
  releaseCallbacks: { 'of two clients': releasing(({ appContext }, ids) => appContext.outbox.release(ids)) },
  endLeases: { 'of two clients': releasing(({ appContext }) => appContext.outbox.endLeases()) },
  retryCallbacks: { 'of one client': hastening },
  redeliverCallback: { 'before one that is due': redelivering },
  redeliverFailedCallbacks: { 'before those that are due': redeliveringAll },
} as const satisfies Partial<Record<CommandName, Subjects>>;
