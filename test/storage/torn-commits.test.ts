import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MERCHANT } from '../harness.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';

test('when the database refuses one settle of a group, it fails alone: no row is left without its event, no event without its row', async () => {
  await using service = await startManualClockService();
  const ids: string[] = [];
  for (let count = 0; count < 100; count += 1) ids.push((await service.withdraw(MERCHANT)).transactionId);
  const refused = ids[57] ?? '';
  const connection = new Sqlite(service.databasePath);
  connection.exec(
    `create trigger refuse before insert on events when new.transaction_id = '${refused}'
     begin select raise(abort, 'refused'); end`,
  );
  const settle = (id: string) => service.ask(`/v1/transactions/${id}/settle`, { body: { sequence: '1' } });
  const responses = await Promise.all(ids.map(settle));
  for (const [index, response] of responses.entries())
    expect(response.status).toBe(ids[index] === refused ? 500 : 200);

  const torn = connection
    .prepare(
      `select t.id from transactions t left join events e on e.transaction_id = t.id
       where (t.status = 'pending') <> (e.id is null)`,
    )
    .all();
  expect(torn).toEqual([]);
  connection.exec('drop trigger refuse');
  connection.close();
  expect((await settle(refused)).status).toBe(200);
});
