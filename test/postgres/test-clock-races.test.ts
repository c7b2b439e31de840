import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { createClient } from '../support/entities.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

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
        ...{ clientId: as.id, advanceMs: 30 * HOUR_MS, depositIds: [] },
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
