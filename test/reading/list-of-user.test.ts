import { expect, test } from 'vitest';
import { listTransactions } from '../../db/queries/list.ts';
import type { Database } from '../../db/tables.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { startManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
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
    // The first read finds out whether an undo is possible.
    let reads = -1;
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

test('a deposit that an undo makes pending again during the list of its user appears once, whichever read finds it', async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const fields = { userId: USER };
  const ids = [(await service.withdraw(merchant, fields)).transactionId];
  const { transactionId } = await service.deposit(merchant, fields);
  ids.unshift(transactionId);
  await service.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds: '30' } });
  const filters = [{ clientId: merchant.id, userId: USER }, { query: USER }];
  for (const filter of filters) {
    for (let undoBehind = 1; ; undoBehind += 1) {
      const writing = openDatabase(service.databasePath);
      await setStatus(writing, transactionId, 'successful');
      let reads = 0;
      const db = openDatabase(service.databasePath, async () => {
        reads += 1;
        if (reads === undoBehind) await setStatus(writing, transactionId, 'pending');
      });
      const page = await listTransactions(db, { filter, page: { limit: 10 } });
      expect(page.items.map(({ id }) => id)).toEqual(ids);
      expect(page.next).toBeUndefined();
      await db.destroy();
      await writing.destroy();
      if (undoBehind > reads) break;
    }
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
