import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MOST_DEPOSITS } from '../../db/queries/match-transactions.ts';
import { OPERATOR } from '../harness.ts';
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

test('a preview beside more deposits than are compared decides as the import does', { timeout: 240_000 }, async () => {
  await using desk = await openDesk();
  const [common, rare] = [await desk.deposit(), await desk.deposit({ amount: '777' })];
  await copy(desk.service.databasePath, common.transactionId, MOST_DEPOSITS);
  const lines = [
    { name: 'TEST USER', amountMinor: 50_000, text: common.reference },
    { name: 'TEST USER', amountMinor: 77_700, text: rare.reference },
  ];
  const bytes = camtOf({ iban: desk.iban, lines });
  const preview = expectData(
    await desk.service.ask('/v1/statements/preview?name=a.xml', {
      ...{ as: OPERATOR, method: 'POST', body: bytes, contentType: 'application/octet-stream' },
    }),
  );
  const { file } = expectData(await upload(desk.service, bytes));
  await desk.service.statementMatcher.matchNow();
  const { items } = expectData(
    await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`, { as: OPERATOR }),
  );
  const imported = items.toReversed().map(({ state }: { state: string }) => state);
  expect(preview.lines.map(({ state }: { state: string }) => state)).toEqual(imported);
});
