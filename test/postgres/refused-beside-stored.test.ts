import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, type TestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { watchStatements } from '../support/between-statements.ts';
import { createAccount, createBank, createClient, type TestClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { hearOfBank } from '../support/several-services.ts';
import { useService } from '../support/shared-service.ts';

const LIMIT_MINOR = 100_000;
/** The next one finds the account used up. */
const ALMOST_THE_LIMIT = '950';
/** The statement by which a create locks the accounts of its bank. */
const READ_ACCOUNTS = /^select \* from "bank_accounts" .*for no key update/;

const { engine, onceAfter } = watchStatements();
const env = { MAX_OPEN_DEPOSITS_PER_CLIENT: '2' };
const service = useService({ engine, env });
/** Another process on the database. */
let other: TestService;
beforeAll(async () => {
  other = await startTestService({ folder: service().folder, env });
});
afterAll(async () => {
  await other.stop();
  await expectAgreement(service().databasePath);
});

async function usedUpBank(): Promise<string> {
  const { id: bankId } = await createBank(service(), { withAccount: false });
  await createAccount(service(), { bankId, dailyLimitMinor: LIMIT_MINOR });
  await hearOfBank(other, bankId);
  return bankId;
}

const send = (at: TestService, as: TestClient, body: Record<string, string>) =>
  call(at, DEPOSIT, { as, body });

/** Sends a deposit, and another one through the other process while the first is being stored. */
async function sendBoth(as: TestClient, first: Record<string, string>, second: Record<string, string>) {
  let sent: ReturnType<typeof send> | undefined;
  onceAfter(READ_ACCOUNTS, async () => {
    sent = send(other, as, second);
    await sleep(100);
  });
  const { transactionId } = expectData(await send(service(), as, first));
  return { response: await sent!, transactionId };
}

test('a deposit that two processes take at once is answered as stored by both, though it uses up the account', async () => {
  const body = depositFields({ bankId: await usedUpBank(), amount: ALMOST_THE_LIMIT });
  const { response, transactionId } = await sendBoth(await createClient(service()), body, body);
  expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
});

test('so is one that is the last which its client may have open', async () => {
  const client = await createClient(service());
  expectData(await send(service(), client, depositFields()));
  const body = depositFields();
  const { response, transactionId } = await sendBoth(client, body, body);
  expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
});

test('another deposit of the same user gets the open one', async () => {
  const { processId: _, ...shared } = depositFields({ bankId: await usedUpBank(), amount: ALMOST_THE_LIMIT });
  const [first, second] = [depositFields(shared), depositFields(shared)];
  const { response, transactionId } = await sendBoth(await createClient(service()), first, second);
  expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
});

test('a deposit of another user is refused', async () => {
  const shared = { bankId: await usedUpBank(), amount: ALMOST_THE_LIMIT };
  const client = await createClient(service());
  const { response } = await sendBoth(client, depositFields(shared), depositFields(shared));
  expectFailure(response, 'error_no_account_available');
});
