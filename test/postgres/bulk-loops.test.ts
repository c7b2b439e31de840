import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetAll } from '../../src/admin/people.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { HOUR_MS, type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startReceiver, status } from '../support/receiver.ts';

/** More than one command changes. */
const FAILED = 1_500;
const ENDED = 300;

let service: ManualClockService;
/** Another process on the database. */
let other: pg.Client;
beforeAll(async () => {
  service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
  other = await connectPostgres(service.databasePath);
});
afterAll(async () => {
  await other.end();
  await service[Symbol.asyncDispose]();
});

/** Does something while another process has changed rows, and commits that once the work waits for it. */
async function besideChange<T>(change: string, work: () => Promise<T>): Promise<T> {
  await other.query('begin');
  await other.query(change);
  const working = work();
  const waiting = async () => {
    await other.query('select pg_stat_clear_snapshot()');
    const { rows } = await other.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(1);
  await other.query('commit');
  return working;
}

test('a callback that another process had locked when its receiver came back is sent soon after, not by its schedule', async () => {
  await using receiver = await startReceiver({ respond: status(503) });
  const merchant = await service.merchantOf(receiver);
  const settle = async () => {
    const { transactionId } = await service.withdraw(merchant);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    await service.callbackWorker.idle();
    return transactionId;
  };
  const ids = [await settle(), await settle()];
  await other.query(`
    update callbacks set waits_since_ms = 0, due_at_ms = due_at_ms + ${12 * HOUR_MS}
    where client_id = '${merchant.id}'`);
  await other.query('begin');
  await other.query(`select 1 from callbacks where transaction_id = '${ids[0]}' for update`);
  receiver.respondWith(status(204));
  const known = receiver.deliveries.length;
  const delivered = () => receiver.deliveries.slice(known).map(({ body }) => JSON.parse(body).transactionId);
  const last = await settle();
  await service.callbackWorker.idle();
  expect(delivered().toSorted()).toEqual([ids[1], last].toSorted());
  await other.query('commit');
  await service.callbackWorker.idle();
  expect(delivered().toSorted()).toEqual([...ids, last].toSorted());
});

test('all failed callbacks are redelivered though another process delivers one meanwhile', async () => {
  await service.callbackWorker.stop();
  await other.query(`
    insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
    select lpad(i::text, 24, '0'), 'client', lpad(i::text, 24, '0'), 2, 'failed', 1
    from generate_series(1, ${FAILED}) as i`);
  const count = await besideChange(
    `update callbacks set state = 'delivered' where event_id = lpad('7', 24, '0')`,
    () => service.dependencies.callbacks.redeliverFailed({ id: 'client', appKey: 'a-client' }),
  );
  const { rows } = await other.query(`select 1 from callbacks where state = 'failed'`);
  expect(rows).toEqual([]);
  expect(count).toBe(FAILED - 1);
  await other.query('delete from callbacks');
  service.callbackWorker.start();
});

test('a person is forgotten in all transactions though another process makes a callback of one due meanwhile', async () => {
  const nowMs = Date.now();
  await other.query(`
    insert into transactions (id, client_id, process_id, type, status, bank_id, bank_name, currency, amount_minor,
      final_amount_minor, user_id, user_name, name, converted_name, account_name, iban, iban_normalized, sequence,
      created_at_ms, updated_at_ms)
    select lpad(to_hex(${Math.floor(nowMs / 1000)}), 8, '0') || lpad(to_hex(i), 16, '0'), 'client', 'process-' || i,
      'withdrawal', 'successful', 'bank', 'Bank', 'TRY', 100, 100, 'ada-1815', 'ada', 'Ada Lovelace', 'ada-lovelace',
      'Ada', 'TR330006100519786457841326', 'TR330006100519786457841326', 2, ${nowMs}, ${nowMs}
    from generate_series(1, ${ENDED}) as i`);
  const { rows } = await other.query(
    "select id from transactions where user_id = 'ada-1815' order by id limit 1",
  );
  const [{ id }] = rows;
  const person = { clientId: 'client', userId: 'ada-1815' };
  const { db } = service.dependencies;
  const audit = {
    occurredAtMs: nowMs,
    actorKind: 'key' as const,
    actor: 'admin',
    address: null,
    operation: 'forgetPerson',
    requestId: null,
  };
  const forgotten = await besideChange(
    `select 1 from transactions where id = '${id}' for update;
     insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
     values ('${id}', 'client', '${id}', 2, 'pending', 0)`,
    () => forgetAll({ db }, person, { appKey: 'a-client', audit }),
  );
  expect(await db.read('listUnforgotten', { person, limit: 5 })).toEqual([
    { transactionId: id, reason: 'callback_pending' },
  ]);
  expect(forgotten).toBe(ENDED - 1);
});
