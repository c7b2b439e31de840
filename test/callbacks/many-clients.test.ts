import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { TestClient } from '../support/entities.ts';
import {
  applyTransition,
  holdTimers,
  type ManualClockService,
  SECOND_MS,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { startReceiver } from '../support/receiver.ts';

const TIME_LIMIT_MS = 10 * SECOND_MS;
/** Together these have more due callbacks than one statement of the database can name. */
const CLIENTS = 120;

async function settleMany(service: ManualClockService, merchant: TestClient, count: number): Promise<void> {
  const ids = await storeWithdrawals(service, merchant, count);
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind: 'settle', sequence: 1 })));
}

/** Copies every settled transaction, its event and its callback, under new ids. */
function addCopies({ databasePath }: ManualClockService, count: number): void {
  const connection = new Sqlite(databasePath);
  const transactionId = "printf('%012x%012x', number.value, transactions.rowid)";
  const eventId = "printf('e%011x%012x', number.value, transactions.rowid)";
  const ids = { process_id: transactionId, transaction_id: transactionId, event_id: eventId };
  const copyInto = (table: string, source: string, own: Readonly<Record<string, string>>) => {
    const columns = connection
      .prepare<[], string>(`select name from pragma_table_info('${table}') where name <> 'position'`)
      .pluck()
      .all();
    const values = columns.map((name) => own[name] ?? `${table}.${name}`);
    connection
      .prepare(`insert into ${table} (${columns}) select ${values} from ${source}, json_each(?) as number`)
      .run(JSON.stringify(Array.from({ length: count }, (_, index) => index + 1)));
  };
  try {
    const events = 'transactions join events on events.transaction_id = transactions.id';
    const callbacks = 'transactions join callbacks on callbacks.transaction_id = transactions.id';
    connection.transaction(() => {
      connection.pragma('defer_foreign_keys = on');
      // In reverse order, so that a join never meets copies.
      copyInto('callbacks', callbacks, ids);
      copyInto('events', events, { ...ids, id: eventId });
      copyInto('transactions', 'transactions', { ...ids, id: transactionId });
    })();
  } finally {
    connection.close();
  }
}

test('of many clients with many due callbacks, each gets some at once', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService();
  await service.callbackWorker.stop();
  for (let client = 0; client < CLIENTS; client += 1) {
    const merchant = await service.merchantOf({ url: `${receiver.url}/${client}` });
    await settleMany(service, merchant, 1);
  }
  addCopies(service, 256);
  service.callbackWorker.start();
  const reached = () => new Set(receiver.deliveries.map(({ target }) => target)).size;
  await expect.poll(reached, { timeout: 10_000 }).toBe(CLIENTS);
  expect(service.logLines.filter((line) => line.includes('could not'))).toEqual([]);
});

test('a dozen receivers that hang at once delay no other', async () => {
  const timers = holdTimers(TIME_LIMIT_MS);
  await using hanging = await startReceiver({ respond: hang });
  await using well = await startReceiver();
  await using service = await startManualClockService({ platform: { schedule: timers.schedule } });
  for (let client = 0; client < 12; client += 1)
    await settleMany(service, await service.merchantOf(hanging), 40);
  await expect.poll(() => hanging.deliveries.length).toBeGreaterThanOrEqual(128);
  await settleMany(service, await service.merchantOf(well), 100);
  expect(await well.arrivals(100)).toHaveLength(100);
  timers.expire();
});
