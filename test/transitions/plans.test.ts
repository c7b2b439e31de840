import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { ADMIN, call, createClock, type Json, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import { everyNth } from '../support/long.ts';
import {
  type ManualClockService,
  SECOND_MS,
  startWithoutTimers,
  storeWithdrawals,
  type Verb,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import {
  fieldsOf,
  HOLD_SECONDS,
  MOVES,
  openPlanDesk,
  type PlanDesk,
  readAtDesk,
  readEverywhere,
} from '../support/plan-desk.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { openStream } from '../support/streams.ts';
import { SURFACES } from '../support/surfaces.ts';
import { USED_AGAIN } from '../support/thread-pool.ts';

/** The desk of all tests that do not count what others have left. */
let desk: PlanDesk;
beforeAll(async () => {
  desk = await openPlanDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

const PLANNED = { sequence: '1', holdSeconds: String(HOLD_SECONDS) };

const undo = (service: ManualClockService, transactionId: string, sequence: number, as = OPERATOR) =>
  service.ask(`/v1/transactions/${transactionId}/undo`, { as, body: { sequence: String(sequence) } });

/** Adds a user to the blacklist. */
async function stopUser(service: ManualClockService, value: string): Promise<void> {
  const query = `mutation ($input: AddToBlacklistInput!) { addToBlacklist(input: $input) { added } }`;
  await service.graphql(ADMIN, query, { input: { kind: 'userId', value } });
}

/** The changes of a transaction in the audit log, as they were written. */
async function auditOf(service: ManualClockService, transactionId: string): Promise<Json[]> {
  const query = `query ($id: String) { audit(target: $id) { items { operation actor requestId before after } } }`;
  const { audit } = await service.graphql(ADMIN, query, { id: transactionId });
  const ofDecisions = (row: Json) =>
    !row.operation.startsWith('create') && !row.operation.startsWith('claim');
  const rows = audit.items.filter(ofDecisions).toReversed();
  return rows.map((row: Json) => ({
    ...row,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  }));
}

/** Everything that is a fact: what the merchant reads, the feed, and what the receiver got. */
async function factsOf(transactionId: string) {
  const { service, merchant, receiver } = desk;
  await service.callbackWorker.idle();
  return {
    views: await readEverywhere(service, transactionId, merchant),
    feed: expectData(await service.ask(`/v1/events?transactionId=${transactionId}`, { as: merchant })).items,
    deliveries: receiver.deliveries.length,
  };
}

describe.each(everyNth(5, MOVES))('a planned %s after %j', (verb, before) => {
  const TYPES = ['deposit', 'withdraw'] as const;

  test('changes nothing until it is due, and then what it would have changed at once', async () => {
    const { service, merchant } = desk;
    for (const type of everyNth(2, TYPES, { from: before.length > 0 ? 1 : 0 })) {
      const { transactionId } = await service[type](merchant);
      for (const [index, one] of before.entries())
        await service.transition(one, transactionId, { fields: fieldsOf(one, index + 1) });
      const known = await factsOf(transactionId);
      service.clock.advance(SECOND_MS);
      const sequence = before.length + 1;
      const dueAt = new Date(service.clock.nowMs() + HOLD_SECONDS * SECOND_MS).toISOString();
      const planned = await desk.plan(verb, transactionId, fieldsOf(verb, sequence));
      const to = verb === 'settle' || verb === 'correct' ? 'successful' : 'unsuccessful';
      const by = { byAppKey: OPERATOR.appKey, byName: 'Demo operator' };
      expect(planned).toMatchObject({ sequence, planned: { to, ...by, dueAt } });
      expect(await readAtDesk(service, transactionId)).toEqual(planned);
      expect(await factsOf(transactionId)).toEqual(known);
      await desk.runPlans();
      const happened = await readAtDesk(service, transactionId);
      expect(happened).toMatchObject({ status: to, sequence: sequence + 1, planned: null, updatedAt: dueAt });
      const facts = await factsOf(transactionId);
      expect(facts.feed).toHaveLength(known.feed.length + 1);
      expect(facts.feed.at(-1)).toMatchObject({ change: verb, actor: 'operator', sequence: sequence + 1 });
      expect(facts.deliveries).toBe(known.deliveries + 1);
    }
  });

  testOnce('that is undone changes nothing', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    for (const [index, one] of before.entries())
      await service.transition(one, transactionId, { fields: fieldsOf(one, index + 1) });
    const known = await factsOf(transactionId);
    const atDesk = await readAtDesk(service, transactionId);
    const sequence = before.length + 1;
    await desk.plan(verb, transactionId, fieldsOf(verb, sequence));
    service.clock.advance(HOLD_SECONDS * SECOND_MS - 1);
    await service.planRunner.runNow();
    expect(await desk.undo(transactionId, sequence)).toEqual(atDesk);
    await desk.runPlans();
    expect(await factsOf(transactionId)).toEqual(known);
  });
});

describe('a planned transaction', () => {
  test.each(SURFACES.map((surface) => [surface.name, surface] as const))(
    'refuses a cancel of its merchant over %s, with the time until the desk has decided',
    async (_name, surface) => {
      const { service, merchant } = desk;
      const { transactionId } = await service.deposit(merchant);
      await desk.plan('settle', transactionId, fieldsOf('settle', 1));
      service.clock.advance(2500);
      const cancel = (input: Json) =>
        surface.run(service, {
          operation: 'cancelTransaction',
          input: { transactionId, ...input },
          as: merchant,
          nowMs: service.clock.nowMs(),
        });
      for (const input of [{}, { sequence: 1 }])
        expect((await cancel(input)).error).toMatchObject({
          type: 'error_transition_not_allowed',
          message: `The desk is deciding about transaction ${transactionId}. Try again in 6 seconds.`,
        });
      expect((await cancel({ sequence: 2 })).error?.type).toBe('error_stale_sequence');
      await desk.undo(transactionId, 1);
      expect((await cancel({})).data).toMatchObject({ statusReason: 'cancelled_by_client', sequence: 2 });
    },
  );

  test('refuses other decisions and claims of operators with Retry-After', async () => {
    const { service, merchant } = desk;
    const other = await createClient(service, { role: 'operator' });
    const { transactionId } = await service.withdraw(merchant);
    const post = (path: string, as = OPERATOR, body: Json = {}) =>
      service.ask(`/v1/transactions/${transactionId}/${path}`, { as, method: 'POST', body });
    expectData(await post('claim'));
    await desk.plan('reject', transactionId, { sequence: '1' });
    const refused = [
      await post('reject', OPERATOR, { sequence: '1' }),
      await post('claim', other, { takeOverFrom: OPERATOR.appKey }),
      await post('release'),
      await post('sent'),
    ];
    for (const response of refused) {
      expectFailure(response, 'error_transition_not_allowed');
      expect(response.headers.get('retry-after')).toBe(String(HOLD_SECONDS));
    }
    expectData(await post('notes', other, { text: 'Why?' }));
    await desk.runPlans();
    expect(await readAtDesk(service, transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 2 });
  });

  testOnce('answers the same decision of the same key with its plan, which is not put off', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    const planned = await desk.plan('settle', transactionId, fieldsOf('settle', 1));
    service.clock.advance(SECOND_MS);
    expect(await desk.plan('settle', transactionId, fieldsOf('settle', 1))).toEqual(planned);
    const other = await createClient(service, { role: 'operator' });
    const again = { as: other, body: { ...PLANNED, ...fieldsOf('settle', 1) } };
    const refused = await service.ask(`/v1/transactions/${transactionId}/settle`, again);
    expectFailure(refused, 'error_transition_not_allowed');
  });

  testOnce('does not expire, and answers a create of its user', async () => {
    await using desk = await openPlanDesk();
    const { service, merchant } = desk;
    const created = await service.deposit(merchant, { userId: 'u' });
    service.clock.advance(TTL_MS - 1);
    await desk.plan('settle', created.transactionId, PLANNED);
    service.clock.advance(1);
    expect(await service.sweeper.sweep()).toBe(0);
    expect(await service.deposit(merchant, { userId: 'u' })).toEqual({ ...created, alreadyPending: true });
    await desk.undo(created.transactionId, 1);
    expect(await service.sweeper.sweep()).toBe(1);
    expect(await statusOf(service, created.transactionId)).toBe('unsuccessful expired');
    await expectAgreement(service.databasePath);
  });

  testOnce('is settled by the claim that it had when it was planned', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.withdraw(merchant);
    expectData(await service.ask(`/v1/transactions/${transactionId}/claim`, { method: 'POST', body: {} }));
    // The last second of the claim.
    service.clock.advance(15 * 60 * SECOND_MS - 1);
    await desk.plan('settle', transactionId, PLANNED);
    await desk.runPlans();
    expect(await readAtDesk(service, transactionId)).toMatchObject({ status: 'successful', claim: null });
  });

  testOnce('stays as it is when the plan is refused by then, and the audit log says why', async () => {
    const { service, merchant } = desk;
    const { transactionId, userId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, PLANNED);
    await stopUser(service, userId);
    await desk.runPlans();
    expect(await readAtDesk(service, transactionId)).toMatchObject({
      status: 'pending',
      sequence: 1,
      planned: null,
      blacklisted: true,
    });
    expect((await auditOf(service, transactionId)).at(-1)).toMatchObject({
      operation: 'settleTransaction',
      actor: OPERATOR.appKey,
      after: { planned: null, refused: 'blacklisted' },
    });
  });
});

describe('the audit log', () => {
  testOnce('has the plan and the decision with the origin of one request', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, PLANNED);
    await desk.runPlans();
    const [planned, happened, ...more] = await auditOf(service, transactionId);
    expect(more).toEqual([]);
    expect(planned).toMatchObject({
      operation: 'settleTransaction',
      actor: OPERATOR.appKey,
      before: { planned: null },
      after: { planned: 'successful' },
    });
    expect(happened).toMatchObject({
      operation: 'settleTransaction',
      actor: OPERATOR.appKey,
      requestId: planned?.requestId,
      before: { status: 'pending' },
      after: { status: 'successful' },
    });
  });

  testOnce('has the undo of a plan', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, PLANNED);
    await desk.undo(transactionId, 1);
    expect((await auditOf(service, transactionId)).at(-1)).toMatchObject({
      operation: 'undoTransition',
      actor: OPERATOR.appKey,
      before: { planned: 'successful' },
      after: { planned: null },
    });
  });
});

describe('an undo', () => {
  testOnce('is refused to other keys, and for another sequence', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    expectFailure(await undo(service, transactionId, 1), 'error_transition_not_allowed');
    await desk.plan('settle', transactionId, PLANNED);
    const other = await createClient(service, { role: 'operator' });
    for (const as of [other, ADMIN])
      expectFailure(await undo(service, transactionId, 1, as), 'not_authorized');
    expectFailure(await undo(service, transactionId, 2), 'error_stale_sequence');
    expectData(await undo(service, transactionId, 1));
    expectFailure(await undo(service, transactionId, 1), 'error_transition_not_allowed');
  });

  testOnce('comes too late once the decision has happened', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, PLANNED);
    await desk.runPlans();
    const { message, fields } = expectFailure(await undo(service, transactionId, 1), 'error_undo_too_late');
    expect(message).toContain('has happened');
    expect(fields).toMatchObject([{ path: 'transactionId', code: 'undo_too_late' }]);
    expect(await statusOf(service, transactionId)).toBe('successful null');
  });
});

describe('holdSeconds', () => {
  testOnce('is a number from 0 to 30, of operators, and needs a sequence', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    const ask = (verb: Verb, body: Readonly<Record<string, string>>, as = OPERATOR) =>
      service.ask(`/v1/transactions/${transactionId}/${verb}`, { as, body });
    for (const holdSeconds of ['31', '-1', '1.5', 'x'])
      expectFailure(await ask('settle', { sequence: '1', holdSeconds }), 'error_validation');
    expectFailure(await ask('cancel', { holdSeconds: '8' }, merchant), 'error_validation');
    const { fields } = expectFailure(await ask('cancel', { holdSeconds: '8' }), 'error_validation');
    expect(fields).toMatchObject([{ path: 'sequence' }]);
    expect(expectData(await ask('settle', { sequence: '1', holdSeconds: '0' })).status).toBe('successful');
  });

  testOnce('is accepted once with each sign, so that a repeat plans nothing that was undone', async () => {
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    const nowMs = service.clock.nowMs() + 1;
    const settle = () =>
      call(service, `/v1/transactions/${transactionId}/settle`, {
        as: OPERATOR,
        body: PLANNED,
        sign: 'timed',
        nowMs,
      });
    expectData(await settle());
    expectData(await undo(service, transactionId, 1));
    expectFailure(await settle(), 'error_invalid_sign');
    await desk.runPlans();
    expect(await statusOf(service, transactionId)).toBe('pending null');
  });
});

describe('a stream', () => {
  const SELECTION = 'transactionId status sequence planned { to }';

  test.each(['graphql', 'trpc'] as const)(
    'over %s tells the desk of a plan, and a merchant of the fact',
    async (surface) => {
      // Streams are signed by the clock of this machine.
      await using desk = await openPlanDesk(Date.now() - 60 * SECOND_MS);
      const { service, merchant } = desk;
      const { transactionId } = await service.deposit(merchant);
      using ofMerchant = await openStream(service, surface, { selection: SELECTION, as: merchant });
      using ofDesk = await openStream(service, surface, { selection: SELECTION });
      const next = async (stream: typeof ofDesk) => {
        for (;;) {
          const changed = await stream.payload();
          // On PostgreSQL a subscriber may get what was created in the seconds before: clocks of processes differ.
          if (changed.sequence > 1 || changed.planned !== undefined) return changed;
        }
      };
      const pending = { transactionId, status: 'pending', sequence: 1 };
      await desk.plan('settle', transactionId, PLANNED);
      let seen = await ofDesk.payload();
      if (seen.planned === null) seen = await ofDesk.payload();
      expect(seen).toMatchObject({ ...pending, planned: { to: 'successful' } });
      await desk.undo(transactionId, 1);
      expect(await ofDesk.payload()).toMatchObject({ ...pending, planned: null });
      await desk.plan('reject', transactionId, PLANNED);
      expect(await ofDesk.payload()).toMatchObject({ ...pending, planned: { to: 'unsuccessful' } });
      await desk.runPlans();
      const fact = { transactionId, status: 'unsuccessful', sequence: 2 };
      expect(await next(ofDesk)).toMatchObject(fact);
      let told = await ofMerchant.payload();
      if (told.sequence === 1) told = await ofMerchant.payload();
      expect(told).toMatchObject(fact);
    },
  );
});

testOnce('a plan that cannot be made holds up no other', async () => {
  await using desk = await openPlanDesk();
  const { service, merchant } = desk;
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { transactionId } = await service.deposit(merchant);
    await desk.plan('settle', transactionId, PLANNED);
    ids.push(transactionId);
  }
  const [, broken = ''] = ids;
  const row = await service.dependencies.db.read('findTransaction', broken);
  // Its event is there already, which another program must have done.
  await withDatabase(service.databasePath, (db) =>
    db
      .insertInto('events')
      .values({
        position: 1_000_000,
        id: 'of-another',
        transaction_id: broken,
        client_id: row?.clientId ?? '',
        sequence: 2,
        kind: 'settle',
        from_status: 'pending',
        to_status: 'successful',
        is_test: 0,
        actor_kind: 'service',
        occurred_at_ms: 0,
      })
      .execute(),
  );
  service.clock.advance(HOLD_SECONDS * SECOND_MS);
  await expect(service.planRunner.runNow()).rejects.toThrow();
  const statuses = await Promise.all(ids.map((id) => statusOf(service, id)));
  expect(statuses).toEqual(['successful null', 'pending null', 'successful null']);
});

test('plans survive a restart, happen at the start when they are due, and wait for no clock that was set back', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const start = () => startWithoutTimers({ clock, folder: folder.path });
  await using receiver = await startReceiver();
  const first = await start();
  const merchant = await first.merchantOf(receiver);
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { transactionId } = await first.deposit(merchant);
    const holdSeconds = index === 1 ? '8' : '30';
    await first.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds } });
    ids.push(transactionId);
  }
  const [undone = '', due = '', late = ''] = ids;
  await first.stop();
  clock.advance(8 * SECOND_MS);
  const second = await start();
  await second.planRunner.runNow();
  expect(await statusOf(second, due)).toBe('successful null');
  expect(await statusOf(second, late)).toBe('pending null');
  expectData(await undo(second, undone, 1));
  await second.stop();
  clock.jump(-3600 * SECOND_MS);
  await using third = await start();
  await third.planRunner.runNow();
  await third.callbackWorker.idle();
  expect(await statusOf(third, late)).toBe('successful null');
  expect(receiver.deliveries).toHaveLength(2);
  await expectAgreement(third.databasePath);
});

test('of an undo in one process and the run of the plan in another exactly one happens, whatever their clocks say', async () => {
  using folder = temporaryFolder();
  const [clock, ahead] = [createClock(), createClock()];
  const open = (own: typeof clock) =>
    openAppContext({
      config: readConfig({ DATABASE_URL: join(folder.path, 'test.db') }),
      platform: { ...nodePlatform, ...own },
      migrate: true,
      lockTimeoutMs: 60_000,
      engine: USED_AGAIN,
    });
  const [desk, runner] = [await open(clock), await open(ahead)];
  const merchant = await createClient(desk, { callbackUrl: 'http://127.0.0.1:1/' });
  const actor = { kind: 'operator', clientId: (await createClient(desk, { role: 'operator' })).id } as const;
  const ids = await storeWithdrawals(desk, merchant, 80);
  const { transactions, db } = desk.dependencies;
  const command = { kind: 'settle', sequence: 1, isByLine: true } as const;
  await Promise.all(
    ids.map((transactionId) => transactions.transition({ transactionId, command, actor, holdMs: 1000 })),
  );
  // By the clock of the desk nothing is due, by that of the other process all is.
  ahead.advance(1000);
  const undone = new Set<string>();
  const undoOne = async (transactionId: string) => {
    const outcome = await db.run('undoTransition', { transactionId, sequence: 1, actor });
    if (outcome.kind === 'stored') undone.add(transactionId);
    else expect(outcome).toMatchObject({ refusal: { type: 'error_undo_too_late' } });
  };
  const [first = '', ...raced] = ids.slice(0, -1);
  // At least one is undone and one happens, whichever process is the faster one.
  await undoOne(first);
  const undoAll = async () => {
    for (const transactionId of raced) await undoOne(transactionId);
  };
  await Promise.all([undoAll(), runner.dependencies.transactions.runDuePlans()]);
  await runner.dependencies.transactions.runDuePlans();
  const found = await db.read('findTransactions', ids);
  const settled = found.filter(({ status }) => status === 'successful').map(({ id }) => id);
  expect(settled.filter((id) => undone.has(id))).toEqual([]);
  expect(undone.size + settled.length).toBe(ids.length);
  expect(settled.length).toBeGreaterThan(0);
  await desk.close();
  await runner.close();
  await expectAgreement(join(folder.path, 'test.db'));
});
