import { expect, test } from 'vitest';
import { createTransactionStore } from '../../db/transactions/stores/transactions.ts';
import { createClient } from '../../src/admin/clients.ts';
import { openTestContext } from '../support/app-context.ts';
import { DEMO_BANK } from '../support/entities.ts';

test('a repeated id overwrites no stored transaction', async () => {
  await using appContext = await openTestContext();
  const { engine, dependencies } = appContext;
  const { client } = await appContext.run(createClient, { name: 'A', role: 'merchant' });
  const owner = await dependencies.clients.findByAppKey(client.appKey);
  const ids = ['a', 'a', 'b'].map((digit) => digit.repeat(24));
  const runtime = { ...dependencies.runtime, newId: () => ids.shift() ?? dependencies.runtime.newId() };
  const store = createTransactionStore(engine, runtime, {
    maxGroupSize: 128,
    maxOpenDeposits: 0,
    sentTtlMs: 1,
    depositTtlMs: 1_800_000,
    currency: 'TRY',
    timeZone: 'UTC',
  });
  const create = (processId: string) =>
    store.create(
      {
        type: 'withdrawal',
        clientId: owner?.id ?? '',
        processId,
        bankId: 'bank',
        amountMinor: 100,
        userId: 'user',
        userName: 'user',
        name: 'Test User',
        convertedName: 'test-user',
        accountName: 'Test User',
        iban: 'TR330006100519786457841326',
        ibanNormalized: 'TR330006100519786457841326',
      },
      DEMO_BANK,
    );
  await create('first');
  await create('second');
  const stored = await dependencies.db.read(
    'findTransactions',
    ['a', 'b'].map((digit) => digit.repeat(24)),
  );
  expect(stored.map(({ processId }) => processId).sort()).toEqual(['first', 'second']);
});
