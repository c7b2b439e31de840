import { expect } from 'vitest';
import type { CommandName } from '../../db/names.ts';
import type { AttemptRecord, ClaimedCallback, DeliveryOutcome } from '../../src/callbacks/outbox.ts';
import { RUNS_ALL_FAULTS, type Scenario, type Scenarios, type TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson, type PersonRequest, withOneRequest } from './fault-requests.ts';
import { storePending } from './fault-transactions.ts';
import { applyTransition, DAY_MS, HOUR_MS, MINUTE_MS } from './manual-clock-service.ts';

const LEASE_MS = MINUTE_MS;
/** In the short form one for each outcome and client. */
const COUNT = RUNS_ALL_FAULTS ? 20 : 8;

/** Stores settled transactions of both merchants, some of them reversed. Each has a due callback. @returns their ids. */
async function storeSettled(fixture: Fixture, reversed: number): Promise<string[]> {
  const { appContext } = fixture;
  const ids = await storePending(fixture, COUNT);
  await Promise.all(ids.map((id) => applyTransition(appContext, id, { kind: 'settle', sequence: 1 })));
  const some = ids.slice(0, reversed);
  await Promise.all(some.map((id) => applyTransition(appContext, id, { kind: 'reverse', sequence: 2 })));
  return ids;
}

function claimAll({ appContext, merchants }: Fixture): Promise<readonly ClaimedCallback[]> {
  const claims = merchants.map(({ id }) => ({ clientId: id, limit: COUNT }));
  return appContext.outbox.claim(claims, LEASE_MS);
}

export const idsOf = (claimed: readonly ClaimedCallback[]) => claimed.map(({ event }) => event.id);

/** The attempt of a claimed callback, with its outcome. */
export function recordOf({ event }: ClaimedCallback, outcome: DeliveryOutcome): AttemptRecord {
  const { id: eventId, transactionId, clientId, isTest } = event;
  const result = { status: 200, error: null, responseExcerpt: null, durationMs: 1, startedAtMs: 0 };
  return { attempt: { eventId, transactionId, clientId, isTest, ...result }, outcome };
}

/** Returns all outcomes in turn. */
function outcomeOf(index: number, { clock }: Fixture): DeliveryOutcome {
  const dueAtMs = clock.nowMs() + HOUR_MS;
  if (index % 4 === 0) return { state: 'delivered' };
  if (index % 4 === 1) return { state: 'failed' };
  return {
    state: 'pending',
    dueAtMs,
    waitsSinceMs: index % 4 === 2 ? null : clock.nowMs(),
    failedAttempts: 1,
  };
}

/** Claimed callbacks that no caller received can be claimed again once the lease has ended, and not before. */
const claiming = withOneRequest(async (fixture) => {
  await storeSettled(fixture, 0);
  return {
    send: () => claimAll(fixture),
    async afterwards() {
      fixture.clock.advance(LEASE_MS - 1);
      expect(await claimAll(fixture)).toEqual([]);
      fixture.clock.advance(1);
      expect(await claimAll(fixture)).toHaveLength(COUNT);
    },
  };
});

function recording(fixture: Fixture, claimed: ClaimedCallback, outcome: DeliveryOutcome): TestRequest {
  const { id } = claimed.event;
  const { database, appContext } = fixture;
  const attempts = database.prepare('select count(*) from callback_attempts where event_id = ?').pluck();
  const callback = database.prepare(
    'select state, lease, due_at_ms, failed_attempts from callbacks where event_id = ?',
  );
  const record = recordOf(claimed, outcome);
  const done = {
    state: outcome.state,
    lease: null,
    due_at_ms: outcome.state === 'pending' ? outcome.dueAtMs : null,
    failed_attempts: outcome.state === 'pending' ? 1 : 0,
  };
  return {
    send: () => appContext.outbox.record(record),
    isDone() {
      const isAttempted = attempts.get(id) !== 0;
      const row = callback.get(id);
      if (isAttempted) expect(row).toEqual(done);
      else expect(row).toMatchObject({ state: 'pending', lease: expect.any(String) });
      return isAttempted;
    },
    // A repeat adds one more attempt and changes nothing else: the lease has ended.
    expectResult: (_result, wasDone) => expect(attempts.get(id)).toBe(wasDone ? 2 : 1),
  };
}

const recordings: Scenario = {
  async prepare(fixture) {
    await storeSettled(fixture, COUNT / 2);
    const claimed = await claimAll(fixture);
    return claimed.map((callback, index) => recording(fixture, callback, outcomeOf(index, fixture)));
  },
};

/** Stores callbacks of which each has had an attempt with this outcome. @returns the ids of their events. */
export async function storeAttempted(
  fixture: Fixture,
  outcome: DeliveryOutcome,
  reversed = 0,
): Promise<string[]> {
  await storeSettled(fixture, reversed);
  const claimed = await claimAll(fixture);
  await Promise.all(claimed.map((callback) => fixture.appContext.outbox.record(recordOf(callback, outcome))));
  return idsOf(claimed);
}

function unclaiming(unclaim: (fixture: Fixture, eventIds: readonly string[]) => Promise<void>): Scenario {
  return withOneRequest(async (fixture) => {
    await storeSettled(fixture, 0);
    const eventIds = idsOf(await claimAll(fixture));
    return {
      send: () => unclaim(fixture, eventIds),
      afterwards: async () => expect(await claimAll(fixture)).toHaveLength(COUNT),
    };
  });
}

/** Claimed callbacks of one client and waiting ones of the other, by a clock that was set back by a day. */
const rebasing = withOneRequest(async (fixture) => {
  await storeSettled(fixture, 0);
  const { appContext, clock, merchants } = fixture;
  await appContext.outbox.claim([{ clientId: merchants[0].id, limit: COUNT }], LEASE_MS);
  const steadyNowMs = clock.nowMs() - DAY_MS;
  return {
    send: () => appContext.engine.run('rebaseWaits', { steadyNowMs, limit: COUNT }),
    afterwards: async () => expect(await claimAll(fixture)).toHaveLength(COUNT),
  };
});

const retryingNow = withOneRequest(async (fixture) => {
  const { appContext, clock, merchants } = fixture;
  const dueAtMs = clock.nowMs() + HOUR_MS;
  await storeAttempted(fixture, {
    state: 'pending',
    dueAtMs,
    waitsSinceMs: clock.nowMs(),
    failedAttempts: 1,
  });
  const request = { waitingSinceMs: clock.nowMs(), limit: COUNT };
  return () => appContext.outbox.retryNow(merchants[0].id, request);
});

/** A repeat changes nothing but the audit log. */
const redeliver = ({ appContext }: Fixture, eventId: string): PersonRequest => ({
  send: (audit) => appContext.dependencies.callbacks.redeliver(eventId, audit),
  isRepeatable: true,
});

/** The first callback of a transaction was delivered. The second one, which was due, waits for the first again. */
const redelivering = ofOnePerson(async (fixture) => {
  const [eventId = ''] = await storeAttempted(fixture, { state: 'delivered' }, COUNT);
  return redeliver(fixture, eventId);
});

/** The attempt under way loses its lease. */
const redeliveringClaimed = ofOnePerson(async (fixture) => {
  await storeSettled(fixture, 0);
  const [eventId = ''] = idsOf(await claimAll(fixture));
  return redeliver(fixture, eventId);
});

const redeliveringFailed = ofOnePerson(async (fixture) => {
  const [{ id, appKey }] = fixture.merchants;
  await storeAttempted(fixture, { state: 'failed' }, COUNT);
  const client = { id, appKey, waiting: false };
  return (audit) => fixture.appContext.dependencies.callbacks.redeliverAll(client, audit);
});

const redeliveringWaiting = ofOnePerson(async (fixture) => {
  const [{ appKey }] = fixture.merchants;
  const steadyNowMs = fixture.clock.nowMs();
  const waiting = { dueAtMs: steadyNowMs + HOUR_MS, waitsSinceMs: null, failedAttempts: 1 };
  const eventIds = await storeAttempted(fixture, { state: 'pending', ...waiting }, COUNT);
  return (audit) =>
    fixture.appContext.engine.run('sendWaitingCallbacks', { appKey, eventIds, steadyNowMs, audit });
});

export const callbackScenarios = {
  claimCallbacks: { 'of two clients': claiming },
  recordAttempts: { 'with every outcome': recordings },
  unclaimCallbacks: { 'of two clients': unclaiming(({ appContext }, ids) => appContext.outbox.unclaim(ids)) },
  endLeases: {
    'of two clients': unclaiming(({ appContext, clock }) =>
      appContext.engine.run('endLeases', { steadyNowMs: clock.nowMs() }),
    ),
  },
  rebaseWaits: { 'claimed and waiting': rebasing },
  retryCallbacksNow: { 'of one client': retryingNow },
  redeliverCallback: { 'before one that is due': redelivering, 'during its attempt': redeliveringClaimed },
  redeliverFailedCallbacks: { 'before those that are due': redeliveringFailed },
  sendWaitingCallbacks: { 'that their receiver puts off': redeliveringWaiting },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
