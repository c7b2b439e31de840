import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import type { TransactionDraft } from '../../src/domain/transaction.ts';
import { MOST_TESTS_HELD } from '../../src/domain/undo.ts';
import { watchStatements } from '../support/between-statements.ts';
import { createClient, DEMO_BANK } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { draftOf, HOUR_MS, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

/** As db/engines/postgres/sql.ts names the locks of test clocks. */
const CLOCK_LOCKS = 4_202_618;
/** And those of delayed decisions about tests. */
const HOLD_LOCKS = 4_202_619;

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length;
}

test('a move of a test clock leaves a callback alone that a process claims meanwhile', async () => {
  await using receiver = await startReceiver({ respond: status(503) });
  await using service = await startWithoutTimers();
  const as = await createClient(service, { isTest: true, callbackUrl: receiver.url });
  const { transactionId } = await service.deposit(as);
  expectData(await service.ask(`/v1/test/transactions/${transactionId}/settle`, { body: {}, as }));
  await service.callbackWorker.idle();
  await service.callbackWorker.stop();
  const leaseEndsAtMs = service.dependencies.runtime.steadyNowMs() + HOUR_MS;
  await withDatabase(service.databasePath, async (db) => {
    const moving = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('callbacks')
        .set({ due_at_ms: leaseEndsAtMs, lease: 'another process' })
        .where('client_id', '=', as.id)
        .execute();
      const move = service.engine.run('advanceTestClock', {
        ...{ clientId: as.id, advanceMs: 30 * HOUR_MS, deposits: { ids: [], place: 0 }, steadyNowMs: 0 },
      });
      await expect.poll(() => service.engine.read(countWaiting), { interval: 5 }).toBe(1);
      return { move };
    });
    expect(await moving.move).toMatchObject({ kind: 'moved' });
    const claimed = await db
      .selectFrom('callbacks')
      .select(['due_at_ms', 'lease'])
      .where('client_id', '=', as.id)
      .execute();
    expect(claimed).toEqual([{ due_at_ms: leaseEndsAtMs, lease: 'another process' }]);
  });
});

test('a move of a test clock waits for a create that is under way, and moves it', async () => {
  const watch = watchStatements();
  await using service = await startWithoutTimers({ engine: watch.engine });
  const as = await createClient(service, { isTest: true });
  const advance = () =>
    service.engine.run('advanceTestClock', {
      ...{ clientId: as.id, advanceMs: HOUR_MS, deposits: { ids: [], place: 0 }, steadyNowMs: 0 },
    });
  let move: ReturnType<typeof advance> | undefined;
  watch.onceAfter(/clock_ahead_ms/, async () => {
    move = advance();
    await expect.poll(() => service.engine.read(countWaiting), { interval: 5 }).toBe(1);
  });
  const draft = { ...draftOf(as, 'under way'), type: 'deposit', testClockAheadMs: 0 } as const;
  const created = await service.dependencies.transactions.create(draft, DEMO_BANK);
  expect(created).toMatchObject({ isNew: true, transaction: { createdAtMs: service.clock.nowMs() } });
  expect(await move).toMatchObject({ kind: 'moved', movedCount: 1 });
  expect(await service.sweeper.sweep()).toBe(1);
});

test('live creates do not wait for a test key whose clock is being moved', async () => {
  await using service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
  const as = await createClient(service, { isTest: true });
  const live = await createClient(service);
  const { transactions } = service.dependencies;
  const create = (draft: TransactionDraft) => transactions.create(draft, DEMO_BANK);
  // The first statements of a service take longer.
  await create({ ...draftOf(live, 'first'), type: 'deposit' });
  let hasEnded = false;
  const { ofTest } = await withDatabase(service.databasePath, (db) =>
    db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(CLOCK_LOCKS)}, hashtext(${as.id}))`.execute(trx);
      // Both are in one group.
      const test = create({ ...draftOf(as, 'of a test'), type: 'deposit', testClockAheadMs: 0 });
      const stored = test.finally(() => {
        hasEnded = true;
      });
      const startedAtMs = performance.now();
      expect(await create({ ...draftOf(live, 'live'), type: 'deposit' })).toMatchObject({ isNew: true });
      expect(performance.now() - startedAtMs).toBeLessThan(LONG_LOCK_TIMEOUT.lockMs);
      expect(hasEnded).toBe(false);
      return { ofTest: stored };
    }),
  );
  expect(await ofTest).toMatchObject({ isNew: true });
});

test('two processes hold back the last decision about tests of a merchant once', async () => {
  const watch = watchStatements();
  await using service = await startWithoutTimers({ engine: watch.engine, limits: LONG_LOCK_TIMEOUT });
  const as = await createClient(service, { isTest: true });
  const made = Array.from({ length: MOST_TESTS_HELD + 1 }, () => service.withdraw(as));
  const ids = (await Promise.all(made)).map(({ transactionId }) => transactionId);
  const [one = '', another = '', ...others] = ids;
  const actor = { kind: 'test', clientId: as.id } as const;
  const command = { kind: 'settle', sequence: 1 } as const;
  const holdMs = 20 * SECOND_MS;
  for (const transactionId of others) {
    const outcome = await service.dependencies.transactions.transition({
      transactionId,
      command,
      actor,
      holdMs,
    });
    expect(outcome.kind).toBe('stored');
  }
  const times = { nowMs: service.clock.nowMs(), steadyNowMs: service.dependencies.runtime.steadyNowMs() };
  const decide = async (transactionId: string) => {
    const eventId = service.dependencies.runtime.newId();
    const requests = [{ transactionId, command, actor, holdMs, eventId }];
    return (await service.engine.run('applyTransitions', { ...times, timeZone: 'UTC', requests }))[0]?.kind;
  };
  let beside: ReturnType<typeof decide> | undefined;
  watch.onceAfter(/count\(\*\).* from "holds"/, async () => {
    let hasEnded = false;
    beside = decide(another).finally(() => {
      hasEnded = true;
    });
    const isOver = async () => hasEnded || (await service.engine.read(countWaiting)) === 1;
    await expect.poll(isOver, { interval: 5 }).toBe(true);
  });
  expect([await decide(one), await beside]).toEqual(['stored', 'refused']);
});

test('no live create waits behind a decision about a test that waits for another', async () => {
  await using service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
  const [as, live] = [await createClient(service, { isTest: true }), await createClient(service)];
  const { transactions } = service.dependencies;
  const { transactionId } = await service.withdraw(as);
  const overdue = await service.deposit(live, { userId: 'late' });
  service.clock.advance(HOUR_MS);
  let hasEnded = false;
  const { ofTest } = await withDatabase(service.databasePath, (db) =>
    db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(HOLD_LOCKS)}, hashtext(${as.id}))`.execute(trx);
      const decided = transactions.transition({
        ...{ transactionId, isTest: true, holdMs: 20 * SECOND_MS },
        ...{ command: { kind: 'settle', sequence: 1 }, actor: { kind: 'test', clientId: as.id } },
      });
      const stored = decided.finally(() => {
        hasEnded = true;
      });
      await expect.poll(() => service.engine.read(countWaiting), { interval: 5 }).toBe(1);
      // The overdue deposit of its user expires first.
      const draft = { ...draftOf(live, 'next'), userId: 'late', type: 'deposit' } as const;
      expect(await transactions.create(draft, DEMO_BANK)).toMatchObject({ isNew: true });
      expect(hasEnded).toBe(false);
      return { ofTest: stored };
    }),
  );
  expect(await ofTest).toMatchObject({ kind: 'stored', isHeld: true });
  expect(await transactions.findById(overdue.transactionId)).toMatchObject({ statusReason: 'expired' });
});

test('the look at the pending deposits of a test key reads these alone', async () => {
  await using service = await startWithoutTimers();
  const as = await createClient(service, { isTest: true });
  const pending = await service.deposit(as);
  for (let index = 0; index < 3; index += 1) await service.withdraw(as);
  expect(await service.dependencies.sandbox.findMovable(as.id)).toEqual({
    ...{ ids: [pending.transactionId], place: 0, scannedRows: 1 },
  });
});

test('two deliveries at once take the two failures that were asked for', async () => {
  await using service = await startWithoutTimers();
  const { id: clientId } = await createClient(service, { isTest: true });
  for (const kind of ['timeout', 'error500'] as const)
    await service.dependencies.sandbox.askFailures(clientId, { kind, count: 1 });
  const take = (eventId: string) => service.engine.run('takeCallbackFailure', { clientId, eventId });
  await withDatabase(service.databasePath, async (db) => {
    const { taking } = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('clients').select('id').where('id', '=', clientId).forNoKeyUpdate().execute();
      await trx.selectFrom('callback_failures').select('id').forUpdate().execute();
      const both = Promise.all([take('one'), take('another')]);
      await expect.poll(() => service.engine.read(countWaiting), { interval: 5 }).toBe(2);
      return { taking: both };
    });
    expect((await taking).map((taken) => taken?.kind).sort()).toEqual(['error500', 'timeout']);
  });
});
