import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTransactions } from '../../db/queries/list.ts';
import type { Tables } from '../../db/tables.ts';
import { createClient } from '../../src/operations/admin/clients.ts';
import type { TransactionFilter } from '../../src/operations/transactions/store.ts';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { DEMO_BANK } from '../support/entities.ts';

let appContext: TestContext;
let clientId: string;
beforeAll(async () => {
  appContext = await openTestContext();
  const { client } = await appContext.run(createClient, { name: 'A', role: 'merchant' });
  clientId = (await appContext.dependencies.clients.findByAppKey(client.appKey))?.id ?? '';
});
afterAll(() => appContext[Symbol.asyncDispose]());

/** The query plan of a list, reduced to the steps on transactions. */
async function plansOf(filter: TransactionFilter): Promise<string[]> {
  const connection = new Sqlite(appContext.databasePath);
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: connection }),
    log: ({ query }) => void queries.push(query),
  });
  await listTransactions(db, filter, { limit: 50 });
  const plans = queries.flatMap(({ sql, parameters }) =>
    connection.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters),
  );
  await db.destroy();
  return plans.map((step) => step.detail).filter((step) => step.includes(' transactions '));
}

test.each<[TransactionFilter, string]>([
  [{}, 'transactions_by_time'],
  [{ status: 'pending' }, 'transactions_pending'],
  [{ clientId: 'c' }, 'transactions_by_client'],
  [{ clientId: 'c', status: 'pending' }, 'transactions_by_client'],
  [{ userId: 'u' }, 'transactions_by_user'],
  [{ clientId: 'c', userId: 'u' }, 'transactions_by_user'],
  [{ clientId: 'c', processId: 'p' }, 'transactions_process_id'],
  [{ processId: 'p' }, 'transactions_process_id'],
  [{ processId: 'p', status: 'pending', fromMs: 0 }, 'transactions_process_id'],
])('a list with the filter %j uses %s', async (filter, index) => {
  const plans = await plansOf(filter);
  // The pending deposits of a user have an index of their own.
  if (filter.userId !== undefined) expect(plans.shift()).toContain(' transactions_one_pending_deposit');
  expect(plans).not.toEqual([]);
  for (const plan of plans) expect(plan).toContain(` ${index}`);
});

test("a search for a merchant's queue among thousands of settled transactions is split into pieces", async () => {
  const connection = new Sqlite(appContext.databasePath);
  connection
    .prepare(
      `insert into transactions (
         id, client_id, process_id, type, status, status_reason, bank_id, bank_name, currency, amount_minor,
         final_amount_minor, user_id, user_name, name, converted_name, bank_account_id, account_name, iban,
         iban_normalized, pay_token, sequence, created_at_ms, updated_at_ms
       )
       select printf('%024x', value), ?, value, 'withdrawal', iif(value = 1, 'pending', 'successful'), null, 'b', 'B',
         'TRY', 100, null, 'u', 'U', 'N', 'n', null, 'A', 'I', 'I', null, 1, value, value
       from (with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < 5000)
             select value from numbers)`,
    )
    .run(clientId);
  connection.close();

  let othersHadTheirTurn = false;
  setImmediate(() => {
    othersHadTheirTurn = true;
  });
  const filter = { clientId, status: 'pending' } as const;
  const { items, next } = await appContext.dependencies.transactions.list(filter, { limit: 10 });
  expect(othersHadTheirTurn).toBe(true);
  expect(items.map(({ processId }) => processId)).toEqual(['1']);
  expect(next).toBeUndefined();
});

test('a search for a symbol finds the symbol, not the word or number that replaces it in a slug', async () => {
  const { transactions } = appContext.dependencies;
  const common = { type: 'withdrawal', clientId, bankId: 'b', amountMinor: 100 } as const;
  const payee = { accountName: 'A', iban: 'I', ibanNormalized: 'I' };
  const names = { userName: 'sandra', name: 'Sandra 40', convertedName: 'sandra-40' };
  await transactions.create({ ...common, ...payee, ...names, processId: 's', userId: 'u' }, DEMO_BANK);
  const find = async (search: string) => (await transactions.list({ search }, { limit: 10 })).items.length;
  expect(await find('SANDRA 40')).toBe(1);
  for (const sign of ['&', '@', '.', '-']) expect(await find(sign)).toBe(0);
});
