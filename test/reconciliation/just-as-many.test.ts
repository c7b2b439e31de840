import { newIban } from '../support/entities.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MOST_DEPOSITS } from '../../db/queries/match-transactions.ts';
import { openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';

async function copy(databasePath: string, id: string, count: number): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const own = new Map([
      ['id', sql`'copy' || n.i`],
      ...['process_id', 'user_id', 'reference', 'pay_token'].map((name) => [name, sql`'copy-' || n.i`] as const),
    ]);
    const values = columns.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into transactions (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${id}`.execute(db);
  });
}


test('a group of lines beside just as many deposits as are compared holds up no create for seconds', { timeout: 280_000 }, async () => {
  await using desk = await openDesk();
  const common = await desk.deposit({ name: 'Ayşe Nur Fatma Gülsüm Yılmazoğlu Karadeniz' });
  await copy(desk.service.databasePath, common.transactionId, MOST_DEPOSITS - 200);
  await new Promise((r) => setTimeout(r, 3000));
  const lines = Array.from({ length: 30 }, (_, i) => ({ name: 'AYSE NUR FATMA GULSUM YILMAZOGLU KARADENIZ', iban: newIban(), amountMinor: 50_000, text: `odeme ${i} gonderen Ayse Nur Fatma Gulsum Yilmazoglu Karadeniz siparis no ${i} tesekkurler` }));
  expectData(await upload(desk.service, camtOf({ iban: desk.iban, lines })));
  await desk.service.withdraw(desk.merchant);
  let isOver = false;
  const matched = desk.service.statementMatcher.matchNow().then(() => { isOver = true; });
  const waits: number[] = [];
  const health: number[] = [];
  const pings = (async () => {
    while (!isOver) {
      const t1 = performance.now();
      await fetch(`${desk.service.url}/healthz`);
      health.push(performance.now() - t1);
      await new Promise((r) => setTimeout(r, 20));
    }
  })();
  while (!isOver) {
    const t1 = performance.now();
    await desk.service.withdraw(desk.merchant);
    waits.push(performance.now() - t1);
  }
  await matched; await pings;
  expect(Math.max(...waits)).toBeLessThan(3_000);
  expect(Math.max(...health)).toBeLessThan(3_000);
});
