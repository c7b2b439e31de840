import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MERCHANT } from '../harness.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { refuseInserts } from '../support/refusing-database.ts';
import { withDatabase } from '../support/rows-of.ts';

test('when the database refuses one settle of a group, it fails alone: no row is left without its event, no event without its row', async () => {
  await using service = await startManualClockService();
  const ids: string[] = [];
  for (let count = 0; count < 100; count += 1) ids.push((await service.deposit(MERCHANT)).transactionId);
  const refused = ids[57] ?? '';
  const allow = await refuseInserts(service.databasePath, {
    table: 'events',
    condition: `new.transaction_id = '${refused}'`,
  });
  const settle = (id: string) => service.ask(`/v1/transactions/${id}/settle`, { body: { sequence: '1' } });
  const responses = await Promise.all(ids.map(settle));
  for (const [index, response] of responses.entries())
    expect(response.status).toBe(ids[index] === refused ? 500 : 200);

  const torn = await withDatabase(service.databasePath, (db) =>
    sql`
      select t.id from transactions t left join events e on e.transaction_id = t.id
      where (t.status = 'pending') <> (e.id is null)`.execute(db),
  );
  expect(torn.rows).toEqual([]);
  await allow();
  expect((await settle(refused)).status).toBe(200);
});
