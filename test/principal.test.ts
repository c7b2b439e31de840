import { expect, test } from 'vitest';
import { addAccount } from '../src/operations/accounts.ts';
import { addBank } from '../src/operations/bank-admin.ts';
import { createClient, updateClient } from '../src/operations/clients.ts';
import { createDeposit } from '../src/operations/deposits.ts';
import { whoAmI } from '../src/operations/identity.ts';
import { execute, subscribe } from '../src/operations/operation.ts';
import type { Services } from '../src/operations/ports.ts';
import { principalOf } from '../src/operations/principal.ts';
import { watchTransactions } from '../src/operations/transactions.ts';
import { depositFields, VALID_IBAN } from './harness.ts';
import { openTestBackend } from './support/backend.ts';

/** A service in which nobody can be looked up any more. */
function withoutClients(services: Services): Services {
  const refuse = async () => expect.fail('a client was looked up that was known');
  return { ...services, clients: { findByAppKey: refuse, findById: refuse, findByIds: refuse } };
}

async function openWithMerchant() {
  const backend = await openTestBackend();
  const { bankId } = await backend.run(addBank, {
    name: 'Bank',
    deposit: { minAmount: 1, maxAmount: 1000 },
  });
  await backend.run(addAccount, { bankId, accountName: 'A', iban: VALID_IBAN });
  await backend.run(createClient, { name: 'Shop', appKey: 'shop', role: 'merchant' });
  const client = (await backend.services.clients.findByAppKey('shop')) ?? expect.fail('no client');
  return { backend, bankId, principal: principalOf(client) };
}

test('who was let in is known from then on: nobody is looked up again', async () => {
  const { backend, bankId, principal } = await openWithMerchant();
  await using _ = backend;
  const context = { principal, services: withoutClients(backend.services) };
  expect(await execute(whoAmI, context, {})).toEqual({ appKey: 'shop', name: 'Shop', role: 'merchant' });
  const input = { ...depositFields({ bankId }), amount: 5.25 };
  const deposit = await execute(createDeposit, context, input);
  expect(deposit).toMatchObject({ amount: 5.25, status: 'pending', hash: expect.any(String) });
});

test('a watch begins with what let it in, and asks at each change whether that still holds', async () => {
  const { backend, bankId, principal } = await openWithMerchant();
  await using _ = backend;
  const end = new AbortController();
  const context = { principal, services: withoutClients(backend.services) };
  await subscribe(watchTransactions, context, { input: {}, signal: end.signal });
  const watch = await subscribe(
    watchTransactions,
    { principal, services: backend.services },
    { input: {}, signal: end.signal },
  );
  const told = watch[Symbol.asyncIterator]();
  const create = () =>
    execute(
      createDeposit,
      { principal, services: backend.services },
      { ...depositFields({ bankId }), amount: 5 },
    );
  const first = await create();
  expect((await told.next()).value).toMatchObject({ transactionId: first.transactionId });
  await backend.run(updateClient, { appKey: 'shop', disabled: true });
  await create();
  expect(await told.next()).toMatchObject({ done: true });
  end.abort();
});
