import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClient } from '../support/entities.ts';
import { startWithoutTimers } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';

const MANY = 5_000;

test('a merchant pays by the rate limit for the rows that a filter of moves looks at', async () => {
  await using service = await startWithoutTimers();
  const [asking, other] = [await createClient(service), await createClient(service)];
  const { transactionId } = await service.withdraw(other);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  await withDatabase(service.databasePath, async (db) => {
    const row = await db.selectFrom('transactions').selectAll().where('id', '=', transactionId).executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const own = new Map([
      ['id', sql`'copy' || n.i`],
      ['process_id', sql`'copy-' || n.i`],
    ]);
    const values = columns.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(MANY)})
      insert into transactions (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${transactionId}`.execute(db);
  });
  const filter = {
    ...{ clientId: asking.id, isTest: false, isForClient: true },
    ...{ movedAccountId: 'no-such-account', movedFromMs: 0, movedToMs: 365 * 24 * 3_600_000 },
  };
  const { items, scannedRows } = await service.dependencies.transactions.list(filter, { limit: 50 });
  expect(items).toEqual([]);
  // It has looked at the withdrawals of all other merchants.
  expect(scannedRows).toBeGreaterThanOrEqual(MANY);
});
