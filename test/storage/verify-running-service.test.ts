import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Engine } from '../../db/engine.ts';
import { verify } from '../../db/maintenance/verify/verify.ts';
import { temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson } from '../support/cli.ts';
import type { TestClient } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { holdResponses } from '../support/single-callback.ts';

/** `npm run test:verify` runs it a hundred times. */
const ROUNDS = Number(process.env.VERIFY_ROUNDS ?? 8);

const LOADS = 8;

/** Creates and settles transactions until it is over. @returns how many. */
async function load(
  service: ManualClockService,
  merchant: TestClient,
  isOver: () => boolean,
): Promise<number> {
  let settled = 0;
  while (!isOver()) {
    const made = await Promise.all([service.deposit(merchant), service.withdraw(merchant)]);
    await Promise.all(
      made.map(({ transactionId }) =>
        service.transition('settle', transactionId, { fields: { sequence: '1' } }),
      ),
    );
    settled += made.length;
  }
  return settled;
}

test('beside a service under load verify finds no disagreement, however often it runs', async () => {
  await using receiver = await startReceiver();
  await using service = await startManualClockService();
  const merchant = await service.merchantOf(receiver);
  let isOver = false;
  let progress = 0;
  const isEnded = () => {
    progress += 1;
    return isOver;
  };
  const loads = Array.from({ length: LOADS }, () => load(service, merchant, isEnded));
  const seen = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { agrees, disagreements, checked } = await cliJson(service.databasePath, 'verify');
    expect({ agrees, disagreements }).toEqual({ agrees: true, disagreements: [] });
    expect(checked.callbacks).toBe(checked.events);
    seen.add(checked.events);
    // The reads of SQLite are on the thread of the service: they leave it little time. With one more than all loads
    // together, one of them has begun again since, and settled what this round has not counted.
    const before = progress;
    await expect.poll(() => progress, { interval: 1, timeout: 10_000 }).toBeGreaterThan(before + LOADS);
  }
  isOver = true;
  const settled = (await Promise.all(loads)).reduce((sum, count) => sum + count, 0);
  await service.callbackWorker.idle();
  const { checked } = await expectAgreement(service.databasePath);
  expect(checked).toMatchObject({ transactions: settled, events: settled, callbacks: settled });
  expect(seen.size).toBe(ROUNDS);
}, 300_000);

test('verify sees nothing of commits that happen while it reads, not even a part', async () => {
  await using service = await startManualClockService();
  const { engine, databasePath } = service;
  const { transactionId } = await service.withdraw(await service.merchantOf(undefined));
  const settle = () =>
    withDatabase(databasePath, (db) =>
      db
        .updateTable('transactions')
        .set({ status: 'successful', sequence: 2 })
        .where('id', '=', transactionId)
        .execute(),
    );
  let reads = 0;
  const afterRead: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads += 1;
      // The first read began the snapshot.
      if (reads === 1) await settle();
      return result;
    },
  };
  const snapshot: Engine['snapshot'] = (read) => engine.snapshot((db) => read(db.withPlugin(afterRead)));
  expect((await verify({ ...engine, snapshot })).disagreements).toEqual([]);
  expect(reads).toBeGreaterThan(1);
  expect((await verify(engine)).disagreements).toHaveLength(2);
});

test('a stop while a later callback is being sent and an earlier one waits for it leaves no disagreement', async () => {
  using folder = temporaryFolder();
  await using receiver = await startReceiver();
  await using service = await startManualClockService({ folder: folder.path });
  const { transactionId } = await service.withdraw(await service.merchantOf(receiver));
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  holdResponses(receiver, 3);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'recalled' } });
  await receiver.arrivals(2);
  const [settled] = await service.events(transactionId);
  await service.ask(`/v1/events/${settled?.event.id}/redeliver`, { body: {} });
  await expectAgreement(service.databasePath);
  await service.engine.run('endLeases', { steadyNowMs: 1 });
  await expectAgreement(service.databasePath);
  await service.stop();
  await expectAgreement(service.databasePath);
});
