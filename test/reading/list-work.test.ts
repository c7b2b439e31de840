import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryInput } from '../../db/names.ts';
import type { Database } from '../../db/tables.ts';
import { listTransactions } from '../../db/transactions/queries/list.ts';
import { createClient } from '../../src/admin/clients.ts';
import type { TransactionStatus } from '../../src/transactions/domain/transaction.ts';
import type { ListPosition, TransactionFilter } from '../../src/transactions/store.ts';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { DEMO_BANK } from '../support/entities.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { openDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

describe('list work', () => {
  let appContext: TestContext;
  let clientId: string;

  beforeAll(async () => {
    appContext = await openTestContext();
    const { client } = await appContext.run(createClient, { name: 'A', role: 'merchant' });
    clientId = (await appContext.dependencies.clients.findByAppKey(client.appKey))?.id ?? '';
  });

  afterAll(() => appContext[Symbol.asyncDispose]());

  /** Lists on a connection of this thread. */
  async function listHere(request: QueryInput<'listTransactions'>, statements: string[] = []) {
    const db = openDatabase(appContext.databasePath, ({ query }) => statements.push(query.sql));
    try {
      return await listTransactions(db, request);
    } finally {
      await db.destroy();
    }
  }

  /** The query plan of a list, reduced to the steps on transactions. */
  async function plansOf(filter: TransactionFilter): Promise<string[]> {
    const queries: CompiledQuery[] = [];
    const db = openDatabase(appContext.databasePath, ({ query }) => queries.push(query));
    await listTransactions(db, { filter, page: { limit: 50 } });
    const plans: string[] = [];
    for (const { sql, parameters } of [...queries]) {
      const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explain);
      plans.push(...rows.map(({ detail }) => detail));
    }
    await db.destroy();
    return plans.filter((step) => step.includes(' transactions '));
  }

  // The plans of PostgreSQL follow the rows of a table: see postgres/plans.test.ts.
  test.skipIf(onPostgres).each<[TransactionFilter, string]>([
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
    await insertWithdrawals(appContext.databasePath, clientId, 5000);
    let othersHadTheirTurn = false;
    setImmediate(() => {
      othersHadTheirTurn = true;
    });
    const filter = { clientId, status: 'pending' } as const;
    const { items, next, scannedRows } = await listHere({ filter, page: { limit: 10 } });
    expect(othersHadTheirTurn).toBe(true);
    expect(items.map(({ processId }) => processId)).toEqual(['1']);
    expect(next).toBeUndefined();
    expect(scannedRows).toBe(4000);
  });

  test('a look-up that finds nothing is counted as work, also when a search follows it', async () => {
    const work = async (query: string) => {
      const { items, scannedRows } = await listHere({ filter: { query }, page: { limit: 10 } });
      expect(items).toEqual([]);
      return scannedRows;
    };
    // Every settled withdrawal has this amount.
    expect(await work('1 nobody')).toBe(4000 + (await work('nobody')));
  });

  test('a page is read by one statement, however long it is', async () => {
    for (const limit of [1, 10, 100]) {
      const statements: string[] = [];
      const { items } = await listHere({ filter: { clientId }, page: { limit } }, statements);
      expect(items).toHaveLength(limit);
      expect(statements).toHaveLength(1);
    }
  });

  test('a search for a symbol finds the symbol, not the word or number that replaces it in a slug', async () => {
    const { db, transactions } = appContext.dependencies;
    const common = { type: 'withdrawal', clientId, bankId: 'b', amountMinor: 100 } as const;
    const payee = { accountName: 'A', iban: 'I', ibanNormalized: 'I' };
    const names = { userName: 'sandra', name: 'Sandra 40', convertedName: 'sandra-40' };
    await transactions.create({ ...common, ...payee, ...names, processId: 's', userId: 'u' }, DEMO_BANK);
    const find = async (query: string) =>
      (await db.query('listTransactions', { filter: { query }, page: { limit: 10 } })).items.length;
    expect(await find('SANDRA 40')).toBe(1);
    for (const sign of ['&', '@', '.', '-']) expect(await find(sign)).toBe(0);
  });
});

describe('list of user', () => {
  const USER = 'user-of-the-list-1';

  const setStatus = (db: Database, id: string, status: TransactionStatus) =>
    db.updateTable('transactions').set({ status }).where('id', '=', id).execute();

  test('a deposit that changes status during the list of its user appears once, whichever read finds it', async () => {
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(undefined);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.unshift((await service.withdraw(merchant, { userId: USER })).transactionId);
    const { transactionId } = await service.deposit(merchant, { userId: USER });
    ids.unshift(transactionId);

    for (const settleBehind of [1, 2]) {
      const writing = openDatabase(service.databasePath);
      await setStatus(writing, transactionId, 'pending');
      let reads = 0;
      const db = openDatabase(service.databasePath, async () => {
        reads += 1;
        if (reads === settleBehind) await setStatus(writing, transactionId, 'successful');
      });
      const page = await listTransactions(db, {
        filter: { clientId: merchant.id, userId: USER },
        page: { limit: 10 },
      });
      expect(page.items.map(({ id }) => id)).toEqual(ids);
      expect(page.next).toBeUndefined();
      expect(reads).toBe(2);
      await db.destroy();
      await writing.destroy();
    }
  });

  test('pages of one item return each transaction of a user once, the pending deposit in its position', async () => {
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(undefined);
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const make = count === 3 ? service.deposit : service.withdraw;
      made.unshift((await make(merchant, { userId: USER })).transactionId);
      service.clock.advance(count % 2 === 0 ? 1000 : 0);
    }
    const { db } = service.dependencies;
    const filter = { userId: USER };
    for (const backwards of [false, true]) {
      const seen: string[] = [];
      let position: ListPosition | undefined;
      do {
        const range = backwards ? { before: position } : { after: position };
        const page = await db.query('listTransactions', { filter, page: { limit: 1, backwards, ...range } });
        seen.push(...page.items.map(({ id }) => id));
        position = page.next;
      } while (position);
      expect(seen).toEqual(backwards ? made.toReversed() : made);
    }
  });
});
