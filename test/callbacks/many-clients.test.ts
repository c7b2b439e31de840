import type { ServerResponse } from 'node:http';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeCallbackLoop, runCallbackLoop } from '../crash/callback-loop.ts';
import { temporaryFolder } from '../harness.ts';
import type { TestClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import {
  applyTransition,
  holdTimers,
  type ManualClockService,
  MINUTE_MS,
  neverSchedule,
  SECOND_MS,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { type Responder, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

describe('many clients', () => {
  const TIME_LIMIT_MS = 10 * SECOND_MS;

  /**
   * Together these clients have more due callbacks than one statement can name. They are added one after another, which
   * takes longer on PostgreSQL.
   */
  const CLIENTS = onPostgres ? 40 : 120;

  async function settleMany(service: ManualClockService, merchant: TestClient, count: number): Promise<void> {
    await settleAll(service, await storeWithdrawals(service, merchant, count));
  }

  async function settleAll(service: ManualClockService, ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
  }

  /** Copies every settled transaction, its event and its callback, under new ids. */
  async function addCopies({ databasePath }: ManualClockService, count: number): Promise<void> {
    // The number of the copy in seven digits.
    const digits = sql.raw('substr(cast(10000000 + number.value as text), 2)');
    const transactionId = sql`substr(t.id, 8) || ${digits}`;
    const eventId = sql`'e' || substr(t.id, 9) || ${digits}`;
    const ids = { process_id: transactionId, transaction_id: transactionId, event_id: eventId };
    await withDatabase(databasePath, (db) =>
      db.transaction().execute(async (trx) => {
        if (!onPostgres) await sql`pragma defer_foreign_keys = on`.execute(trx);
        const copyInto = async (table: 'transactions' | 'events' | 'callbacks', id: RawBuilder<unknown>) => {
          const row = await trx.selectFrom(table).selectAll().limit(1).executeTakeFirstOrThrow();
          const own: Readonly<Record<string, RawBuilder<unknown>>> = { ...ids, id };
          const columns = Object.keys(row).filter((name) => name !== 'position' && name !== 'number');
          const values = columns.map((name) => own[name] ?? sql.ref(`c.${name}`));
          const key = table === 'transactions' ? 'id' : 'transaction_id';
          await sql`
          insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
          with recursive number (value) as (
            select 1 union all select value + 1 from number where value < ${sql.lit(count)}
          )
          select ${sql.join(values)}
          from transactions as t join ${sql.table(table)} as c on ${sql.ref(`c.${key}`)} = t.id, number
        `.execute(trx);
        };
        // In reverse order, so that a join never meets copies.
        await copyInto('callbacks', eventId);
        await copyInto('events', eventId);
        await copyInto('transactions', transactionId);
      }),
    );
  }

  test('of many clients with many due callbacks, each gets some at once', async () => {
    await using receiver = await startReceiver();
    await using service = await startManualClockService();
    await service.callbackWorker.stop();
    for (let client = 0; client < CLIENTS; client += 1) {
      const merchant = await service.merchantOf({ url: `${receiver.url}/${client}` });
      await settleMany(service, merchant, 1);
    }
    await addCopies(service, onPostgres ? 64 : 256);
    service.callbackWorker.start();
    const reached = () => new Set(receiver.deliveries.map(({ target }) => target)).size;
    await expect.poll(reached).toBe(CLIENTS);
    expect(service.logLines.filter((line) => line.includes('could not'))).toEqual([]);
  });

  /** More clients than there are slots beyond the first one of each. */
  const HANGING = IS_LONG ? 1000 : 320;

  /** How many clients are added at once: a divisor of their number. */
  const ADDED_AT_ONCE = onPostgres ? 8 : 40;

  test(`${HANGING} receivers that hang at once delay no other`, async () => {
    const timers = holdTimers(TIME_LIMIT_MS);
    await using hanging = await startReceiver({ respond: hang });
    await using well = await startReceiver();
    await using service = await startManualClockService({ platform: { schedule: timers.schedule } });
    const addClient = async () => settleMany(service, await service.merchantOf(hanging), 2);
    for (let client = 0; client < HANGING; client += ADDED_AT_ONCE)
      await Promise.all(Array.from({ length: ADDED_AT_ONCE }, addClient));
    // Each of them gets one callback and holds it. No time passes.
    await expect.poll(() => hanging.deliveries.length, { timeout: 30_000 }).toBe(HANGING);
    const merchant = await service.merchantOf(well);
    await settleMany(service, merchant, 100);
    expect(await well.arrivals(100)).toHaveLength(100);
    expect(hanging.deliveries).toHaveLength(HANGING);
    timers.expire();
  });

  /** Answers only once this many deliveries wait for it. */
  function answerTogether(count: number): Responder {
    const waiting: ServerResponse[] = [];
    return (_request, response) => {
      waiting.push(response);
      if (waiting.length >= count) for (const each of waiting.splice(0)) each.writeHead(204).end();
    };
  }

  test('receivers that begin to hang give up their further slots within half a second', async () => {
    const timers = holdTimers(TIME_LIMIT_MS);
    await using failing = await startReceiver();
    await using well = await startReceiver();
    await using service = await startManualClockService({ platform: { schedule: timers.schedule } });
    const stored: string[][] = [];
    for (let client = 0; client < 100; client += 1)
      stored.push(await storeWithdrawals(service, await service.merchantOf(failing), 21));
    const ofOther = await storeWithdrawals(service, await service.merchantOf(well), 31);
    await settleAll(
      service,
      [...stored, ofOther].flatMap((ids) => ids.splice(0, 1)),
    );
    await service.callbackWorker.idle();
    failing.respondWith(hang);
    await settleAll(service, stored.flat());
    // The 100 that were answered, the first slot of each client, and all 256 further slots.
    await expect.poll(() => failing.deliveries.length, { timeout: 30_000 }).toBe(100 + 100 + 256);
    service.clock.advance(SECOND_MS / 2);
    well.respondWith(answerTogether(30));
    await settleAll(service, ofOther);
    expect(await well.arrivals(1 + 30)).toHaveLength(31);
    timers.expire();
  });

  test('clients with nothing to send are forgotten after five minutes, and those with a retry ahead are not', async () => {
    await using well = await startReceiver();
    await using down = await startReceiver({ respond: status(503) });
    await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
    for (let client = 0; client < 20; client += 1)
      await settleMany(service, await service.merchantOf(well), 1);
    await settleMany(service, await service.merchantOf(down), 1);
    await service.callbackWorker.idle();
    expect(service.callbackWorker.clientCount).toBe(21);
    service.clock.advance(5 * MINUTE_MS - 1);
    await service.callbackWorker.idle();
    expect(service.callbackWorker.clientCount).toBe(21);
    service.clock.advance(1);
    await service.callbackWorker.idle();
    expect(service.callbackWorker.clientCount).toBe(1);
  });
});

describe('crash', () => {
  /** One at each kind of point; `npm run test:crash:callbacks` kills many more times. */
  const KILLS = 4;

  // On PostgreSQL the leases of a killed process end by their time: see several-processes.test.ts.
  test.skipIf(onPostgres)(
    'after kill -9 between commit and send, and between send and record, every event arrives in order and unchanged',
    async () => {
      const seed = Date.now() % 1_000_000;
      using folder = temporaryFolder();
      const report = await runCallbackLoop({ folder: folder.path, kills: KILLS, seed }).catch(
        (error: unknown) => {
          throw new Error(`npm run test:crash:callbacks -- --kills ${KILLS} --seed ${seed}`, {
            cause: error,
          });
        },
      );
      process.stdout.write(`seed ${seed}, ${describeCallbackLoop(report)}\n`);
      expect(Math.min(...Object.values(report.kills))).toBe(KILLS / 4);
      expect(report.events).toBeGreaterThan(KILLS);
    },
  );
});
