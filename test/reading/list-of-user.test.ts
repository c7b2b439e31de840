import { expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { listTransactions } from '../../db/transactions/queries/list.ts';
import type { TransactionStatus } from '../../src/transactions/domain/transaction.ts';
import { startManualClockService } from '../support/manual-clock-service.ts';
import { openDatabase } from '../support/rows-of.ts';

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
  const { transactions } = service.dependencies;
  const filter = { userId: USER };
  for (const backwards of [false, true]) {
    const seen: string[] = [];
    let position: Awaited<ReturnType<typeof transactions.list>>['next'];
    do {
      const range = backwards ? { before: position } : { after: position };
      const page = await transactions.list(filter, { limit: 1, backwards, ...range });
      seen.push(...page.items.map(({ id }) => id));
      position = page.next;
    } while (position);
    expect(seen).toEqual(backwards ? made.toReversed() : made);
  }
});
