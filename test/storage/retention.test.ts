import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRetention, PAUSE_MS } from '../../src/maintenance/drop-old.ts';
import { type Json, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { TestClient } from '../support/entities.ts';
import {
  applyTransition,
  DAY_MS,
  holdTimers,
  type ManualClockService,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const AGES = { RETENTION_ATTEMPTS: '30d', RETENTION_CALLBACKS: '60d' };
const NOTHING = { attempts: 0, callbacks: 0 };

function counts(databasePath: string): Promise<Json> {
  const tables = ['transactions', 'events', 'callbacks', 'callback_attempts'];
  return withDatabase(databasePath, async (db) => {
    const found: Json = {};
    for (const table of tables) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
      found[table] = Number(rows[0]?.n);
    }
    return found;
  });
}

/** A withdrawal of the merchant that was settled, and whose callback the receiver answered with the status. */
async function settle(service: ManualClockService, receiver: Receiver, code: number) {
  const merchant = await service.merchantOf(receiver);
  const { transactionId } = await service.withdraw(merchant);
  receiver.respondWith(status(code));
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  return { merchant, transactionId };
}

/** Settled withdrawals of a merchant whose callbacks were delivered just now, as far as the database knows. */
async function storeDelivered(service: ManualClockService, count: number): Promise<TestClient> {
  await service.callbackWorker.stop();
  const merchant = await service.merchantOf({ url: 'http://127.0.0.1:1/never-called' });
  const ids = await storeWithdrawals(service, merchant, count);
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  await withDatabase(service.databasePath, async (db) => {
    await sql`
      insert into callback_attempts (event_id, transaction_id, client_id, started_at_ms, duration_ms, status)
      select id, transaction_id, client_id, ${service.clock.nowMs()}, 1, 204 from events
      where client_id = ${merchant.id}`.execute(db);
    await sql`update callbacks set state = 'delivered', due_at_ms = null`.execute(db);
  });
  return merchant;
}

test('attempts and acknowledged callbacks are dropped at their ages, and events, transactions and given-up callbacks stay', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService({ env: AGES });
  const { databasePath, clock, retention } = service;
  const delivered = await settle(service, receiver, 204);
  await settle(service, receiver, 410);
  expect(await retention.run()).toEqual(NOTHING);
  clock.advance(30 * DAY_MS);
  expect(await retention.run()).toEqual(NOTHING);
  clock.advance(1000);
  expect(await retention.run()).toEqual({ attempts: 2, callbacks: 0 });
  await expectAgreement(databasePath);
  clock.advance(30 * DAY_MS);
  expect(await retention.run()).toEqual({ attempts: 0, callbacks: 1 });
  expect(await counts(databasePath)).toEqual({
    transactions: 2,
    events: 2,
    callbacks: 1,
    callback_attempts: 0,
  });
  const verdict = await expectAgreement(databasePath);
  expect(verdict.notes).toEqual([]);

  const feed = await service.ask('/v1/events', { as: delivered.merchant });
  expect(feed.json.data.items).toMatchObject([{ transactionId: delivered.transactionId, callback: null }]);
  receiver.respondWith(status(204));
  const { eventId } = feed.json.data.items[0];
  await service.ask(`/v1/events/${eventId}/redeliver`, { body: {} });
  await service.callbackWorker.idle();
  expect(receiver.deliveries.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(2);
  await expectAgreement(databasePath);
});

test('attempts of a clock that was ahead keep no others from being dropped', async () => {
  await using service = await startManualClockService({ env: AGES });
  await storeDelivered(service, 250);
  service.clock.jump(-365 * DAY_MS);
  await storeDelivered(service, 1);
  service.clock.advance(31 * DAY_MS);
  expect(await service.retention.run()).toEqual({ attempts: 1, callbacks: 0 });
});

test('statistics are renewed once a day, whatever the wall clock says', async () => {
  await using service = await startWithoutTimers();
  const { engine, clock, dependencies } = service;
  let renewed = 0;
  let scheduled = 0;
  let runNext = () => {};
  const retention = createRetention({
    engine: {
      run: engine.run,
      async optimize() {
        await engine.optimize();
        renewed += 1;
      },
    },
    ages: { attemptsMs: undefined, callbacksMs: undefined },
    nowMs: dependencies.runtime.nowMs,
    monotonicMs: clock.monotonicMs,
    runsJobs: () => true,
    schedule(run) {
      scheduled += 1;
      runNext = run;
      return () => {};
    },
    logger: pino({ level: 'silent' }),
  });
  /** Runs it again once it has ended. @returns how often it has renewed them. */
  const runAgain = async () => {
    const before = scheduled;
    runNext();
    await expect.poll(() => scheduled, { interval: 1 }).toBe(before + 1);
    return renewed;
  };
  retention.start();
  expect(await runAgain()).toBe(1);
  clock.jump(-365 * DAY_MS);
  clock.advance(DAY_MS - 1);
  expect(await runAgain()).toBe(1);
  clock.advance(1);
  expect(await runAgain()).toBe(2);
});

test('nothing is dropped unless an age is set', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService();
  await settle(service, receiver, 204);
  service.clock.advance(10_000 * DAY_MS);
  expect(await service.retention.run()).toEqual(NOTHING);
  expect(await counts(service.databasePath)).toMatchObject({ callbacks: 1, callback_attempts: 1 });
});

test('rows are dropped in small commits, between which others write, and a stop ends it in between', async () => {
  using folder = temporaryFolder();
  const timers = holdTimers(PAUSE_MS);
  const service = await startManualClockService({
    folder: folder.path,
    env: { RETENTION_CALLBACKS: '1d' },
    platform: { schedule: timers.schedule },
  });
  const merchant = await storeDelivered(service, 510);
  service.clock.advance(2 * DAY_MS);
  const run = service.retention.run();
  await expect.poll(async () => (await counts(service.databasePath)).callbacks).toBe(260);
  await service.withdraw(merchant);
  expect(await counts(service.databasePath)).toMatchObject({ callbacks: 260, transactions: 511 });
  timers.expire();
  await expect.poll(async () => (await counts(service.databasePath)).callbacks).toBe(10);
  await service.stop();
  expect(await run).toEqual({ attempts: 0, callbacks: 500 });
  await expectAgreement(service.databasePath);
});

test('a stop while rows are dropped waits for this commit, and for no pause', async () => {
  const timers = holdTimers(PAUSE_MS);
  await using service = await startManualClockService({
    env: { RETENTION_ATTEMPTS: '1d' },
    platform: { schedule: timers.schedule },
  });
  await storeDelivered(service, 260);
  service.clock.advance(2 * DAY_MS);
  const run = service.retention.run();
  await service.retention.stop();
  expect(await run).toEqual({ attempts: 250, callbacks: 0 });
});

// PostgreSQL keeps no statistics that the migrations choose.
test.skipIf(onPostgres)(
  'statistics are renewed for other tables than those whose statistics are chosen',
  async () => {
    await using receiver = await startReceiver();
    await using service = await startManualClockService();
    await settle(service, receiver, 204);
    const statistics = (where: string) => {
      const database = new Sqlite(service.databasePath, { readonly: true });
      const rows = database.prepare(`select * from sqlite_stat1 where ${where} order by 1, 2`).all();
      database.close();
      return rows;
    };
    const chosen = "tbl in ('transactions', 'events', 'callback_attempts', 'statement_lines')";
    const before = statistics(chosen);
    expect(before.length).toBeGreaterThan(5);
    await service.engine.optimize();
    expect(statistics(chosen)).toEqual(before);
    expect(statistics("tbl = 'callbacks'").length).toBeGreaterThan(0);
  },
);
