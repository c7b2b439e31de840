import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountRecord } from '../../src/operations/admin/bank-directory.ts';
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
import { withDatabase } from '../support/rows-of.ts';
import { hearOfBank } from '../support/several-services.ts';
import { useService } from '../support/shared-service.ts';

const LIMIT_MINOR = 100_000;
/** Far from the limit: accounts near it are locked when they are read. */
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

/** The statement that reads accounts without their locks. */
const READ_ACCOUNTS = /^select \* from "bank_accounts" (?!.*for no key update)/;

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
      ...{ as: OPERATOR, sign: 'timed', body: { sequence: '1' } },
    });
  const statuses = (await Promise.all(ids.map(settle))).map(({ status }) => status);
  expect(statuses).toEqual(ids.map((_, index) => (index === 7 ? 503 : 200)));
  await holder.end();
  expect((await settle(ids[7] ?? '')).status).toBe(200);
});

/** Each leaves an account unable to take the deposit of a group that has read it before. */
const CHANGES: Readonly<Record<string, (account: AccountRecord) => Promise<unknown>>> = {
  'another group uses up the limit': async ({ bankId }) => {
    expect((await deposit(other, bankId, ALMOST_THE_LIMIT)).status).toBe(200);
  },
  'another deposit is paid up to the limit': async ({ bankId }) => {
    const { json } = await deposit(other, bankId, ALMOST_THE_LIMIT);
    const settled = await call(other, `/v1/transactions/${json.data.transactionId}/settle`, {
      ...{ as: OPERATOR, sign: 'timed', body: { sequence: '1' } },
    });
    expect(settled.status).toBe(200);
  },
  'an admin lowers the limit': ({ id }) => other.dependencies.accounts.update(id, { dailyLimitMinor: 5000 }),
  'an admin deactivates it': ({ id }) => other.dependencies.accounts.update(id, { active: false }),
  'it is removed by hand': ({ id }) =>
    withDatabase(service().databasePath, (db) =>
      db.deleteFrom('bank_accounts').where('id', '=', id).execute(),
    ),
};

describe.each(Object.entries(CHANGES))('when, after a create has read an account, %s,', (_, change) => {
  test('its deposit goes to another account', async () => {
    const { bankId, accounts } = await bankWithAccounts(2);
    const [first, second] = accounts as [AccountRecord, AccountRecord];
    let isChanged = false;
    onceAfter(READ_ACCOUNTS, async () => {
      await change(first);
      isChanged = true;
    });
    const { json } = await deposit(service(), bankId);
    expect(isChanged).toBe(true);
    expect(json.data.bankAccountIban).toBe(second.iban);
    await using committed = openCommitted(service().databasePath);
    const stored = await committed.accounts(bankId);
    expect(stored.find(({ id }) => id === second.id)?.pending_minor).toBe(10_000);
  });

  test('it is refused where there is no other, and the account takes no more than its limit', async () => {
    const { bankId, accounts } = await bankWithAccounts(1);
    onceAfter(READ_ACCOUNTS, () => change(accounts[0] as AccountRecord));
    const { status, json } = await deposit(service(), bankId);
    expect([status, json.error.type]).toEqual([503, 'error_no_account_available']);
    await using committed = openCommitted(service().databasePath);
    for (const { pending_minor, paid_minor } of await committed.accounts(bankId))
      expect(pending_minor + paid_minor).toBeLessThanOrEqual(95_000);
  });
});
