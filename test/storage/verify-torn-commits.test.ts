import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClock, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson, runCli } from '../support/cli.ts';
import { MINUTE_MS, neverSchedule, startManualClockService } from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

/** Starts a service on a folder that nothing else uses; its worker runs on demand. */
const start = (folder: string) =>
  startManualClockService({ folder, clock: createClock(Date.now()), platform: { schedule: neverSchedule } });

/** Makes two deposits of a merchant, and tears a commit of two settles as an older version could. */
async function tear(folder: string, receiver: Receiver) {
  const service = await start(folder);
  const merchant = await service.merchantOf(receiver);
  const [orphaned, eventless] = [await service.deposit(merchant), await service.deposit(merchant)];
  const { databasePath } = service;
  await service.stop();
  await withDatabase(databasePath, async (db) => {
    // The row and the callback of the first were rolled back, and its event was committed by itself.
    await sql`
      insert into events (id, transaction_id, client_id, sequence, kind, from_status, to_status, final_amount_minor,
        actor_kind, occurred_at_ms)
      values ('691e5b10a1b2c3d4e5f60719', ${orphaned.transactionId}, ${merchant.id}, 2, 'settle', 'pending',
        'successful', 50000, 'operator', ${service.clock.nowMs()})`.execute(db);
    // The row of the second was committed by itself, without event, callback and counters.
    await db
      .updateTable('transactions')
      .set({ status: 'successful', sequence: 2, final_amount_minor: 50000 })
      .where('id', '=', eventless.transactionId)
      .execute();
  });
  return { merchant, databasePath, orphaned: orphaned.transactionId, eventless: eventless.transactionId };
}

const deliveredTo = ({ deliveries }: Receiver) =>
  deliveries.map(({ body }) => {
    const { transactionId, sequence, status } = JSON.parse(body);
    return { transactionId, sequence, status };
  });

test('a commit that an older version tore is repaired: its transactions accept transitions again, and the client gets both callbacks', async () => {
  using folder = temporaryFolder();
  await using receiver = await startReceiver();
  const { databasePath, orphaned, eventless } = await tear(folder.path, receiver);
  const { disagreements } = await verifyDatabaseAt(databasePath);
  expect(disagreements.map(({ kind }) => kind)).toEqual([
    'row-without-event',
    // The keys of the second deposit and of its reference.
    ...(onPostgres ? ['key-left', 'key-left'] : []),
    'event-orphan',
    'counters',
    'account-use',
  ]);
  {
    await using service = await start(folder.path);
    const refused = await service.ask(`/v1/transactions/${orphaned}/settle`, { body: { sequence: '1' } });
    expect(refused.status).toBe(500);
  }

  const repaired = await cliJson(databasePath, 'verify', '--repair');
  expect(repaired).toMatchObject({ agrees: true, left: { disagreements: [] } });
  await using service = await start(folder.path);
  service.clock.advance(MINUTE_MS);
  await service.transition('settle', orphaned, { fields: { sequence: '1' } });
  await service.transition('reverse', eventless, { fields: { sequence: '2', reason: 'recalled' } });
  await service.callbackWorker.idle();
  expect(deliveredTo(receiver)).toHaveLength(3);
  expect(deliveredTo(receiver)).toEqual(
    expect.arrayContaining([
      { transactionId: orphaned, sequence: 2, status: 'successful' },
      { transactionId: eventless, sequence: 2, status: 'successful' },
      { transactionId: eventless, sequence: 3, status: 'unsuccessful' },
    ]),
  );
  const ofEventless = deliveredTo(receiver).filter(({ transactionId }) => transactionId === eventless);
  expect(ofEventless.map(({ sequence }) => sequence)).toEqual([2, 3]);
  await expectAgreement(databasePath);
});

test('a running service delivers the callbacks that a repair beside it adds', async () => {
  using folder = temporaryFolder();
  await using receiver = await startReceiver();
  const { databasePath, eventless } = await tear(folder.path, receiver);
  await using service = await start(folder.path);
  const run = await runCli(['verify', '--repair'], { databasePath });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  // The clock of the service stands still: for the command line it is later.
  service.clock.advance(MINUTE_MS);
  await service.callbackWorker.idle();
  expect(deliveredTo(receiver)).toEqual([{ transactionId: eventless, sequence: 2, status: 'successful' }]);
  await expectAgreement(databasePath);
});
