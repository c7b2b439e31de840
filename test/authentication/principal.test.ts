import { expect, test } from 'vitest';
import { createClient, updateClient } from '../../src/admin/clients.ts';
import { whoAmI } from '../../src/admin/identity.ts';
import { addAccount } from '../../src/banks/accounts.ts';
import { addBank } from '../../src/banks/banks.ts';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import { execute, subscribe } from '../../src/operations/operation.ts';
import { principalOf } from '../../src/operations/permissions.ts';
import { createDeposit } from '../../src/transactions/deposits.ts';
import { subscribeToTransactions } from '../../src/transactions/subscribe.ts';
import { depositFields, VALID_IBAN } from '../harness.ts';
import { openTestContext, TEST_ORIGIN } from '../support/app-context.ts';

/** Dependencies in which every look-up of a client fails the test. */
function withoutClients(dependencies: Dependencies): Dependencies {
  const refuse = async () => expect.fail('an authenticated client was looked up again');
  const clients = { ...dependencies.clients, findByAppKey: refuse, findById: refuse, findByIds: refuse };
  return { ...dependencies, clients };
}

async function openWithMerchant() {
  const appContext = await openTestContext();
  const { bankId } = await appContext.run(addBank, {
    name: 'Bank',
    deposit: { minAmount: 1, maxAmount: 1000 },
  });
  await appContext.run(addAccount, { bankId, accountName: 'A', iban: VALID_IBAN });
  await appContext.run(createClient, { name: 'Shop', appKey: 'shop', role: 'merchant' });
  const client = (await appContext.dependencies.clients.findByAppKey('shop')) ?? expect.fail('no client');
  return { appContext, bankId, principal: principalOf(client) };
}

test('operations use the authenticated client and do not look it up again', async () => {
  const { appContext, bankId, principal } = await openWithMerchant();
  await using _ = appContext;
  const context = { principal, origin: TEST_ORIGIN, dependencies: withoutClients(appContext.dependencies) };
  expect(await execute(whoAmI, context, {})).toEqual({
    appKey: 'shop',
    name: 'Shop',
    role: 'merchant',
    timeZone: 'UTC',
  });
  const input = { ...depositFields({ bankId }), amount: 5.25 };
  const deposit = await execute(createDeposit, context, input);
  expect(deposit).toMatchObject({ amount: 5.25, status: 'pending', hash: expect.any(String) });
});

test('a subscription starts with the authenticated client, and checks at each transition that its key is still valid', async () => {
  const { appContext, bankId, principal } = await openWithMerchant();
  await using _ = appContext;
  const end = new AbortController();
  const context = { principal, origin: TEST_ORIGIN, dependencies: withoutClients(appContext.dependencies) };
  await subscribe(subscribeToTransactions, context, { input: {}, signal: end.signal });
  const subscription = await subscribe(
    subscribeToTransactions,
    { principal, origin: TEST_ORIGIN, dependencies: appContext.dependencies },
    { input: {}, signal: end.signal },
  );
  const transactions = subscription[Symbol.asyncIterator]();
  const create = () =>
    execute(
      createDeposit,
      { principal, origin: TEST_ORIGIN, dependencies: appContext.dependencies },
      { ...depositFields({ bankId }), amount: 5 },
    );
  const first = await create();
  expect((await transactions.next()).value).toMatchObject({ transactionId: first.transactionId });
  await appContext.run(updateClient, { appKey: 'shop', disabled: true });
  await create();
  expect(await transactions.next()).toMatchObject({ done: true });
  end.abort();
});
