import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MOST_DEPOSITS } from '../../db/queries/match-transactions.ts';
import { newIban } from '../support/entities.ts';
import { openDesk } from '../support/reconciliation.ts';
import { withDatabase } from '../support/rows-of.ts';

/** Stores many copies of a pending deposit, each of another user. */
async function copy(databasePath: string, id: string, count: number): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const row = await db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row);
    const own = new Map([
      ['id', sql`'copy' || n.i`],
      ...['process_id', 'user_id', 'reference', 'pay_token'].map(
        (name) => [name, sql`'copy-' || n.i`] as const,
      ),
    ]);
    const values = columns.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into transactions (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${id}`.execute(db);
  });
}

test('among more deposits than are compared a line settles none of them, and those of other amounts settle', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const target = { clientId: merchant.id, name: merchant.appKey };
  await service.dependencies.statements.policies.update(target, { nameRule: 'ibanOrAmount' }, undefined);
  const [common, rare] = [await desk.deposit(), await desk.deposit({ amount: '777' })];
  const named = [
    await desk.deposit({ name: 'Zeynep Demir', amount: '123.45' }),
    await desk.deposit({ name: 'Emre Kaya', amount: '345.67' }),
  ];
  const byName = (name: string, amountMinor: number) => ({ name, amountMinor, iban: newIban() });
  expect(await desk.receive(byName('ZEYNEP DEMIR', 12_345))).toMatchObject([
    { state: 'matched', transactionId: named[0]?.transactionId },
  ]);
  await copy(service.databasePath, common.transactionId, MOST_DEPOSITS);
  const exact = { name: 'TEST USER', amountMinor: 50_000 };
  const lines = await desk.receive(
    { ...exact, text: common.reference },
    { ...exact, amountMinor: 77_700, text: rare.reference },
    byName('EMRE KAYA', 34_567),
    { ...exact, text: 'without a reference' },
  );
  expect(lines.map(({ state }) => state)).toEqual(['proposed', 'matched', 'proposed', 'proposed']);
  expect((await desk.line(lines[0].lineId)).candidates).toMatchObject([
    { transaction: { transactionId: common.transactionId } },
  ]);
  expect(await desk.transaction(common.transactionId)).toMatchObject({ status: 'pending' });
  expect((await desk.line(lines[2].lineId)).candidates).toMatchObject([
    { transaction: { transactionId: named[1]?.transactionId } },
  ]);
});
