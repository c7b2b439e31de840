import { expect, test } from 'vitest';
import {
  createClock,
  DEPOSIT,
  depositFields,
  startTestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { type Create, createInOneGroup, ONE_GROUP_AT_ONCE } from '../support/grouped-creates.ts';
import { refuseInserts, runStatements } from '../support/refusing-database.ts';
import { onPostgres } from '../support/test-database.ts';

const deposit = (changes: Record<string, string> = {}): Create => ({
  target: DEPOSIT,
  fields: depositFields(changes),
});

test('repeats and refusals among creates that are committed together do not disturb the order of the accounts', async () => {
  await using service = await startTestService(ONE_GROUP_AT_ONCE);
  const bank = await createBank(service, { withAccount: false });
  for (let made = 0; made < 3; made += 1) await createAccount(service, { bankId: bank.id });
  const stored = Array.from({ length: 6 }, () => deposit({ bankId: bank.id }));
  await createInOneGroup(service, stored);

  const next = stored.flatMap((repeat) => [deposit({ bankId: bank.id }), repeat]);
  await createInOneGroup(service, next);
  await using committed = openCommitted(service.databasePath);
  const accounts = (await committed.accounts(bank.id)).map((account) => account.id);
  const assigned = (await committed.transactions()).flatMap((row) => row.bank_account_id ?? []);
  expect(assigned).toEqual([...accounts, ...accounts, ...accounts, ...accounts]);
});

test('a deposit that repeats a pending one takes nothing from the daily limit of the others in its group', async () => {
  const clock = createClock();
  await using service = await startTestService({
    ...ONE_GROUP_AT_ONCE,
    platform: { nowMs: clock.nowMs },
  });
  const bank = await createBank(service, { withAccount: false });
  await createAccount(service, { bankId: bank.id, dailyLimitMinor: 150_000 });
  const [pendingUser, newUser] = [depositFields().userId!, depositFields().userId!];
  await createInOneGroup(service, [deposit({ bankId: bank.id, userId: pendingUser })]);
  clock.advance(86_400_000);

  const responses = await createInOneGroup(service, [
    deposit({ bankId: bank.id, userId: pendingUser }),
    deposit({ bankId: bank.id, userId: pendingUser }),
    deposit({ bankId: bank.id, userId: newUser }),
    deposit({ bankId: bank.id, userId: newUser }),
    deposit({ bankId: bank.id }),
    deposit({ bankId: bank.id }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503]);
  expect(responses.map(({ json }) => json.data?.alreadyPending ?? false)).toEqual([
    true,
    true,
    false,
    true,
    false,
    false,
  ]);
  expect(responses[5]!.json.error.type).toBe('error_no_account_available');
  await using committed = openCommitted(service.databasePath);
  expect(await committed.accounts(bank.id)).toMatchObject([{ pending_minor: 150_000, paid_minor: 0 }]);
});

const IS_POISON = "new.name = 'Poison'";

/** On PostgreSQL a constraint refuses at the commit what the table would refuse on SQLite by a deferred reference. */
const REFUSED_AT_COMMIT = onPostgres
  ? [
      "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$",
      `create constraint trigger poison after insert on transactions deferrable initially deferred
       for each row when (${IS_POISON}) execute function poison()`,
    ]
  : [
      'create table creditors (id integer primary key)',
      'create table debts (owed integer references creditors (id) deferrable initially deferred)',
      `create trigger poison after insert on transactions when ${IS_POISON}
       begin insert into debts values (1); end`,
    ];

/** Make one create impossible, as a bug or a damaged page would. Each gives what makes it possible again. */
const POISONS = {
  'statement throws': (url: string) => refuseInserts(url, { table: 'transactions', condition: IS_POISON }),
  async 'commit fails'(url: string) {
    await runStatements(url, REFUSED_AT_COMMIT);
    return () => runStatements(url, [`drop trigger poison ${onPostgres ? 'on transactions' : ''}`]);
  },
};

test.each(Object.entries(POISONS))(
  'when the %s for one create, it fails alone and is not acknowledged',
  async (_, poison) => {
    await using service = await startTestService(ONE_GROUP_AT_ONCE);
    const creates = [
      deposit(),
      { target: WITHDRAW, fields: withdrawalFields({ name: 'Poison' }) },
      deposit(),
      deposit({ name: 'Poison' }),
      deposit(),
    ];
    const cure = await poison(service.databasePath);
    const responses = await createInOneGroup(service, creates);
    expect(responses.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200]);
    await using committed = openCommitted(service.databasePath);
    for (const [index, { fields }] of creates.entries()) {
      const ids = (await committed.withProcessId(fields.processId!)).map((row) => row.id);
      const { json } = responses[index]!;
      expect(ids).toEqual(json.data ? [json.data.transactionId] : []);
    }

    await cure();
    const again = await createInOneGroup(service, creates);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  },
);
