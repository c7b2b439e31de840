import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/entities.ts';
import { DAY_MS, type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';

const FEW = 3_000;
/** More than one statement looks at. */
const MANY = 11_000;

let service: ManualClockService;
let paidId = '';
beforeAll(async () => {
  service = await startWithoutTimers();
  const { transactionId } = await service.withdraw(await createClient(service));
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  paidId = transactionId;
});
afterAll(() => service.stop());

/** Stores copies of a paid withdrawal, until there are this many of it. */
async function copyUpTo(count: number): Promise<void> {
  await withDatabase(service.databasePath, async (db) => {
    const withdrawals = db.selectFrom('transactions').where('type', '=', 'withdrawal');
    const row = await withdrawals.selectAll().where('id', '=', paidId).executeTakeFirstOrThrow();
    const { length: stored } = await withdrawals.select('id').execute();
    const own = new Map([
      ['id', sql`'copy' || n.i`],
      ['process_id', sql`'copy-' || n.i`],
    ]);
    const names = Object.keys(row).filter((name) => name !== 'number');
    const values = names.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      insert into transactions (${sql.join(names.map((name) => sql.ref(name)))})
      with recursive n(i) as (select ${sql.lit(stored)} union all select i + 1 from n where i < ${sql.lit(count - 1)})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${paidId}`.execute(db);
  });
}

/** Lists what moved on an account of which no withdrawal was paid. */
async function listMoved(more: { readonly clientId?: string } = {}) {
  const movedFromMs = service.clock.nowMs() - DAY_MS;
  const filter = { ...more, isTest: false, movedAccountId: 'no-such-account', movedFromMs };
  const { items, next, scannedRows } = await service.dependencies.transactions.list(filter, { limit: 50 });
  expect([items, next]).toEqual([[], undefined]);
  return scannedRows;
}

test('a list of what moved on an account costs all withdrawals that it looks at', async () => {
  await copyUpTo(FEW);
  expect(await listMoved()).toBe(FEW);
});

test('where more could have moved than one statement looks at, the list is read in pieces', async () => {
  await copyUpTo(MANY);
  expect(await listMoved()).toBe(10_000);
  const { id: clientId } = await createClient(service);
  // The pieces are of the transactions of the client, which has none.
  expect(await listMoved({ clientId })).toBe(0);
});
