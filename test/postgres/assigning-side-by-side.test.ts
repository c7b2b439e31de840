import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountRecord } from '../../src/banks/bank-directory.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { watchStatements } from '../support/between-statements.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { hearOfBank } from '../support/several-services.ts';
import { useService } from '../support/shared-service.ts';

const LIMIT_MINOR = 100_000;
const AMOUNT = '100';
const ALMOST_THE_LIMIT = '950';

const { engine, onceAfter } = watchStatements();
const service = useService({ engine });
/** Another process on the database: a group of the first one would wait for the group before it. */
let other: TestService;
beforeAll(async () => {
  other = await startTestService({ folder: service().folder });
});
afterAll(async () => {
  await other.stop();
  await expectAgreement(service().databasePath);
});

/** The statement by which a create locks the accounts of its bank. */
const READ_ACCOUNTS = /^select \* from "bank_accounts" .*for no key update/;

const deposit = (at: TestService, bankId: string, amount = AMOUNT) =>
  call(at, DEPOSIT, { body: depositFields({ bankId, amount }) });

async function bankWithAccounts(count: number): Promise<{ bankId: string; accounts: AccountRecord[] }> {
  const { id: bankId } = await createBank(service(), { withAccount: false });
  const accounts: AccountRecord[] = [];
  for (let index = 0; index < count; index += 1)
    accounts.push(await createAccount(service(), { bankId, dailyLimitMinor: LIMIT_MINOR }));
  await hearOfBank(other, bankId);
  return { bankId, accounts };
}

test('an account that somebody has locked refuses only the deposits of its bank', async () => {
  const [{ bankId: locked }, { bankId: free }] = [await bankWithAccounts(1), await bankWithAccounts(1)];
  const holder = await connectPostgres(service().databasePath);
  await holder.query('begin');
  await holder.query('select 1 from bank_accounts where bank_id = $1 for update', [locked]);
  const requests = Array.from({ length: 30 }, (_, index) => {
    if (index % 3 === 2) return call(service(), WITHDRAW, { body: withdrawalFields() });
    return deposit(service(), index % 3 ? free : locked);
  });
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.filter((_, index) => index % 3 === 0)).toEqual(new Array(10).fill(503));
  expect(statuses.filter((_, index) => index % 3 > 0)).toEqual(new Array(20).fill(200));
  await holder.end();
  expect((await deposit(service(), locked)).status).toBe(200);
});

test('a transaction that somebody has locked refuses only its own decision', async () => {
  const created = Array.from({ length: 20 }, () => call(service(), DEPOSIT, { body: depositFields() }));
  const ids = (await Promise.all(created)).map(({ json }) => json.data.transactionId as string);
  const holder = await connectPostgres(service().databasePath);
  await holder.query('begin');
  await holder.query('select 1 from transactions where id = $1 for update', [ids[7]]);
  const settle = (id: string) =>
    call(service(), `/v1/transactions/${id}/settle`, {
      as: OPERATOR,
      sign: 'timed',
      body: { sequence: '1' },
    });
  const statuses = (await Promise.all(ids.map(settle))).map(({ status }) => status);
  expect(statuses).toEqual(ids.map((_, index) => (index === 7 ? 503 : 200)));
  await holder.end();
  expect((await settle(ids[7] ?? '')).status).toBe(200);
});

/** Each would leave an account unable to take the deposit of a group that has read it before. */
const CHANGES: Readonly<Record<string, (account: AccountRecord) => Promise<unknown>>> = {
  'another group would use up the limit': async ({ bankId }) => {
    const { status, json } = await deposit(other, bankId, ALMOST_THE_LIMIT);
    expect([status, json.error.type]).toEqual([503, 'error_no_account_available']);
  },
  'an admin lowers the limit': ({ id }) =>
    other.dependencies.db.run('updateAccount', { accountId: id, changes: { dailyLimitMinor: 5000 } }),
  'an admin deactivates it': ({ id }) =>
    other.dependencies.db.run('updateAccount', { accountId: id, changes: { active: false } }),
};

test.each(Object.entries(CHANGES))(
  'when %s, that waits for a create which has read the account',
  async (_, change) => {
    const { bankId, accounts } = await bankWithAccounts(1);
    let changed: Promise<unknown> | undefined;
    onceAfter(READ_ACCOUNTS, async () => {
      changed = change(accounts[0] as AccountRecord);
      await sleep(100);
    });
    expect((await deposit(service(), bankId)).status).toBe(200);
    expect(changed).toBeDefined();
    await changed;
    await using committed = openCommitted(service().databasePath);
    expect((await committed.accounts(bankId)).map(({ pending_minor }) => pending_minor)).toEqual([10_000]);
    // The next one is decided by what was changed.
    expect((await deposit(other, bankId, ALMOST_THE_LIMIT)).status).toBe(503);
  },
);
