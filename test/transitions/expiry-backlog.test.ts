import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  type Credentials,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { expectExpiry, expectPending, statusOf, TTL_MS } from '../support/expiry-assertions.ts';
import {
  DAY_MS,
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { createPayable, openPaymentPage, payerCall, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

describe('expiry backlog', () => {
  const BACKLOG = 60;

  /** As many as one group of a sweep. */
  const STUCK = 8;

  /** Expiries that a create may have to wait for. */
  const MAX_AT_ONCE = 32;

  /** Plans that run when a test says so. */
  function heldPlans() {
    const plans: (() => void)[] = [];
    return {
      schedule(run: () => void) {
        plans.push(run);
        return () => void plans.splice(plans.indexOf(run) >>> 0, 1);
      },
      runAll() {
        for (const run of plans.splice(0)) run();
      },
    };
  }

  const countExpired = ({ engine }: ManualClockService) =>
    engine.read(async (db) => {
      const { count } = await db
        .selectFrom('transactions')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status_reason', '=', 'expired')
        .executeTakeFirstOrThrow();
      return Number(count);
    });

  test('after a long stop the service answers first, and what is overdue expires in small groups beside creates', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const first = await startWithoutTimers({ clock, folder: folder.path });
    await storeDeposits(first, await createClient(first), BACKLOG);
    await first.stop();
    clock.advance(DAY_MS);
    const plans = heldPlans();
    const platform = { schedule: plans.schedule };
    await using service = await startManualClockService({ clock, folder: folder.path, platform });
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    // On PostgreSQL jobs begin once no other process runs them.
    await expect.poll(() => service.engine.runsJobs()).toBe(true);
    let before = 0;
    // A turn plans the next one after its end, when others can see already what has expired.
    const runTurn = async () => {
      const count = await countExpired(service);
      if (count === before) plans.runAll();
      return count;
    };
    for (let turns = 0; before < BACKLOG; turns += 1) {
      await expect.poll(runTurn, { interval: 5 }).toBeGreaterThan(before);
      // Without another turn nothing more expires, however much is done beside it.
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
      const now = await countExpired(service);
      expect(now - before).toBeLessThanOrEqual(MAX_AT_ONCE);
      expect(turns).toBeLessThan(BACKLOG);
      before = now;
    }
    await expectAgreement(service.databasePath);
  });

  test('live deposits expire before tests, which a moved clock makes overdue for longer', async () => {
    await using service = await startWithoutTimers();
    // The sweep at the start has looked by then.
    await service.sweeper.sweep();
    const as = await createClient(service, { isTest: true });
    const make = async (of: Credentials, count: number): Promise<string[]> => {
      const made: string[] = [];
      for (let index = 0; index < count; index += 1) made.push((await service.deposit(of)).transactionId);
      return made;
    };
    const tests = await make(as, 6);
    const [live, lateTests] = [await make(await createClient(service), 3), await make(as, 3)];
    service.clock.advance(DAY_MS);
    await withDatabase(service.databasePath, (db) =>
      db
        .updateTable('transactions')
        .set((eb) => ({ expires_at_ms: eb('expires_at_ms', '-', 400 * DAY_MS) }))
        .where('id', 'in', tests)
        .execute(),
    );
    const { transactions } = service.dependencies;
    const find = async (limit: number) => (await transactions.findExpired(limit)).map(({ id }) => id);
    expect((await find(2)).every((id) => live.includes(id))).toBe(true);
    const [first, later] = [(await find(8)).slice(0, 3), (await find(8)).slice(3)];
    expect(new Set(first)).toEqual(new Set(live));
    // The tests are due at one instant: which five of them come is not promised.
    expect(later).toHaveLength(5);
    expect(later.every((id) => tests.includes(id))).toBe(true);
    expect(await find(100)).toHaveLength(live.length + tests.length + lateTests.length);
    expect(await service.sweeper.sweep()).toBe(12);
    await expectAgreement(service.databasePath);
  });

  test('a user with an overdue deposit that has not expired yet gets a new one', async () => {
    await using service = await startWithoutTimers();
    const userId = 'returning-user';
    const old = await service.deposit(MERCHANT, { userId });
    service.clock.advance(TTL_MS - 1);
    expect((await service.deposit(MERCHANT, { userId })).transactionId).toBe(old.transactionId);
    service.clock.advance(1);
    const created = await service.deposit(MERCHANT, { userId });
    expect(created.transactionId).not.toBe(old.transactionId);
    expect(created).not.toHaveProperty('alreadyPending');
    expect(await statusOf(service, old.transactionId)).toBe('unsuccessful expired');
    expect(await service.events(old.transactionId)).toHaveLength(1);
    await expectAgreement(service.databasePath);
  });

  test('a repeated create of an overdue deposit says that it has expired', async () => {
    await using service = await startWithoutTimers();
    const fields = depositFields();
    const { transactionId } = await service.deposit(MERCHANT, fields);
    service.clock.advance(TTL_MS);
    expect(await service.deposit(MERCHANT, fields)).toMatchObject({ transactionId, status: 'unsuccessful' });
  });

  test('the page of an overdue payment that has not expired yet asks for no money and takes no report', async () => {
    await using service = await startWithoutTimers();
    const deposit = await createPayable(service);
    service.clock.advance(TTL_MS);
    const { json } = await payerCall(service, 'payments.get', { token: deposit.token });
    expect(json.result.data.data).toMatchObject({
      status: 'unsuccessful',
      outcome: 'expired',
      account: null,
      secondsLeft: 0,
    });
    const page = await openPaymentPage(service, deposit.path);
    expect(page.status).toBe(410);
    expect(page.text).not.toMatch(/TR\d{24}/);
    const sent = await payerCall(service, 'payments.markSent', { token: deposit.token, method: 'POST' });
    expect([sent.status, sent.json.error.data.error.type]).toEqual([409, 'error_transition_not_allowed']);
  });

  test('an overdue deposit that has not expired yet can still be settled: what counts is the money', async () => {
    await using service = await startWithoutTimers();
    const deposit = await createPayable(service);
    service.clock.advance(TTL_MS);
    await settle(service, deposit);
    expect(await service.sweeper.sweep()).toBe(0);
    expect(await statusOf(service, deposit.transactionId)).toBe('successful null');
    const { json } = await payerCall(service, 'payments.get', { token: deposit.token });
    expect(json.result.data.data).toMatchObject({ status: 'successful', outcome: 'successful' });
  });

  // The trigger is in the words of one engine; the sweep is the same code on both.
  test.skipIf(onPostgres)('deposits that cannot expire do not keep the others from it', async () => {
    const clock = createClock();
    const plans = heldPlans();
    await using service = await startManualClockService({ clock, platform: { schedule: plans.schedule } });
    const ids = await storeDeposits(service, await createClient(service), STUCK + 3);
    const stuck = ids.slice(0, STUCK).map((id) => `'${id}'`);
    await withDatabase(service.databasePath, (db) =>
      db.executeQuery(
        CompiledQuery.raw(`
        create trigger stuck before update on transactions when old.id in (${stuck})
        begin select raise(abort, 'it is stuck'); end`),
      ),
    );
    clock.advance(DAY_MS);
    await expect
      .poll(() => {
        plans.runAll();
        return countExpired(service);
      })
      .toBe(3);
    expect(service.logLines.join('')).toContain('it is stuck');
  });
});

describe('sent ttl', () => {
  const tokenOf = ({ url }: Json) => new URL(url).pathname.slice('/pay/'.length);

  const sayItIsSent = (service: ManualClockService, deposit: Json) =>
    payerCall(service, 'payments.markSent', { token: tokenOf(deposit), method: 'POST' });

  const read = async (service: ManualClockService, { transactionId }: Json) =>
    expectData(await service.ask(`/v1/transactions/${transactionId}`));

  const SETTINGS: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['24 hours', {}, DAY_MS],
    ['SENT_TTL', { SENT_TTL: '90m' }, 90 * MINUTE_MS],
  ];

  test.each(SETTINGS)(
    'a deposit whose payer said that the money is sent expires %s after that',
    async (_, env, sentTtlMs) => {
      await using service = await startWithoutTimers({ env });
      const { clock } = service;
      const deposit = await service.deposit(MERCHANT);
      const created = await read(service, deposit);
      expect(Date.parse(created.expiresAt)).toBe(clock.nowMs() + TTL_MS);
      clock.advance(TTL_MS - 1);
      const { json } = await sayItIsSent(service, deposit);
      const endsAt = new Date(clock.nowMs() + sentTtlMs).toISOString();
      const sentAt = new Date(clock.nowMs()).toISOString();
      expect(json.result.data.data).toMatchObject({ status: 'pending', sentAt, expiresAt: endsAt });
      expect(await read(service, deposit)).toMatchObject({ sentAt, expiresAt: endsAt, sequence: 1 });
      clock.advance(MINUTE_MS);
      // Saying it again gives no more time.
      await sayItIsSent(service, deposit);
      expect(await read(service, deposit)).toMatchObject({ sentAt, expiresAt: endsAt });
      clock.advance(sentTtlMs - MINUTE_MS - 1);
      await expectPending(service, deposit.transactionId);
      clock.advance(1);
      await expectExpiry(service, deposit.transactionId);
      await expectAgreement(service.databasePath);
    },
  );

  test('saying that the money is sent never takes time away', async () => {
    await using service = await startWithoutTimers({ env: { SENT_TTL: '1m', DEPOSIT_TTL: '1h' } });
    const deposit = await service.deposit(MERCHANT);
    const { expiresAt } = await read(service, deposit);
    await sayItIsSent(service, deposit);
    expect(await read(service, deposit)).toMatchObject({ expiresAt });
  });

  test('once the time is over nobody can say that the money is sent, whether or not the sweep has come', async () => {
    await using service = await startWithoutTimers();
    const deposit = await service.deposit(MERCHANT);
    service.clock.advance(TTL_MS);
    const { json } = await sayItIsSent(service, deposit);
    expect(json.error.data.error.type).toBe('error_transition_not_allowed');
    await expectExpiry(service, deposit.transactionId);
    expect(await read(service, deposit)).toMatchObject({ sentAt: null, status: 'unsuccessful' });
  });

  test('setting the clock or a restart neither shortens nor prolongs the time', async () => {
    using folder = temporaryFolder();
    const clock = createClock();
    const start = () => {
      const bornMs = clock.monotonicMs();
      const platform = { nowMs: clock.nowMs, monotonicMs: () => clock.monotonicMs() - bornMs };
      return startWithoutTimers({ clock, folder: folder.path, platform });
    };
    const first = await start();
    const deposit = await first.deposit(MERCHANT);
    await sayItIsSent(first, deposit);
    for (const jumpMs of [HOUR_MS, -DAY_MS, DAY_MS - HOUR_MS]) {
      clock.jump(jumpMs);
      await expectPending(first, deposit.transactionId);
    }
    clock.advance(DAY_MS - HOUR_MS);
    await first.stop();
    clock.advance(HOUR_MS - 1);
    await using second = await start();
    await expectPending(second, deposit.transactionId);
    clock.advance(1);
    await expectExpiry(second, deposit.transactionId);
  });

  test('the user of a deposit that is said to be sent gets it again for as long as it waits', async () => {
    await using service = await startWithoutTimers();
    const deposit = await service.deposit(MERCHANT, { userId: 'u' });
    await sayItIsSent(service, deposit);
    service.clock.advance(DAY_MS - 1);
    expect(await service.deposit(MERCHANT, { userId: 'u' })).toMatchObject({
      transactionId: deposit.transactionId,
      alreadyPending: true,
    });
  });

  test('a withdrawal has no such times', async () => {
    await using service = await startWithoutTimers();
    const detail = await read(service, await service.withdraw(MERCHANT));
    expect(detail).not.toHaveProperty('expiresAt');
    expect(detail).not.toHaveProperty('sentAt');
  });
});
