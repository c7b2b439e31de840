import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { utcDay } from '../../src/domain/bank.ts';
import {
  createClock,
  DEPOSIT,
  depositFields,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { type Create, createInOneGroup, LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';

const deposit = (changes: Record<string, string> = {}): Create => ({
  target: DEPOSIT,
  fields: depositFields(changes),
});

test('repeats and refusals among creates that are committed together do not disturb the order of the accounts', async () => {
  await using service = await startTestService({ limits: LONG_LOCK_TIMEOUT });
  const bank = await createBank(service, { withAccount: false });
  for (let made = 0; made < 3; made += 1) await createAccount(service, { bankId: bank.id });
  const stored = Array.from({ length: 6 }, () => deposit({ bankId: bank.id }));
  await createInOneGroup(service, stored);

  const next = stored.flatMap((repeat) => [deposit({ bankId: bank.id }), repeat]);
  await createInOneGroup(service, next);
  using committed = openCommitted(service.databasePath);
  const accounts = committed.accounts(bank.id).map((account) => account.id);
  const assigned = committed.transactions().flatMap((row) => row.bank_account_id ?? []);
  expect(assigned).toEqual([...accounts, ...accounts, ...accounts, ...accounts]);
});

test('a deposit that repeats a pending one takes nothing from the daily limit of the others in its group', async () => {
  const clock = createClock();
  await using service = await startTestService({
    limits: LONG_LOCK_TIMEOUT,
    platform: { nowMs: clock.nowMs },
  });
  const bank = await createBank(service, { withAccount: false });
  await createAccount(service, { bankId: bank.id, dailyLimitMinor: 100_000 });
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
  using committed = openCommitted(service.databasePath);
  expect(committed.accounts(bank.id)).toMatchObject([
    { used_minor: 100_000, used_day: utcDay(clock.nowMs()) },
  ]);
});

/** Make one create impossible, as a bug or a damaged page would. */
const POISONS = {
  'statement throws': `
    create trigger poison before insert on transactions when new.name = 'Poison'
    begin select raise(abort, 'poisoned'); end`,
  'commit fails': `
    create table creditors (id integer primary key);
    create table debts (owed integer references creditors (id) deferrable initially deferred);
    create trigger poison after insert on transactions when new.name = 'Poison'
    begin insert into debts values (1); end`,
};

/** Runs SQL as another process would. */
function execute({ databasePath }: TestService, sql: string): void {
  const connection = new Sqlite(databasePath);
  connection.exec(sql);
  connection.close();
}

test.each(Object.entries(POISONS))(
  'when the %s for one create, it fails alone and is not acknowledged',
  async (_, sql) => {
    await using service = await startTestService({ limits: LONG_LOCK_TIMEOUT });
    const creates = [
      deposit(),
      { target: WITHDRAW, fields: withdrawalFields({ name: 'Poison' }) },
      deposit(),
      deposit({ name: 'Poison' }),
      deposit(),
    ];
    execute(service, sql);
    const responses = await createInOneGroup(service, creates);
    expect(responses.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200]);
    using committed = openCommitted(service.databasePath);
    for (const [index, { fields }] of creates.entries()) {
      const ids = committed.withProcessId(fields.processId!).map((row) => row.id);
      const { json } = responses[index]!;
      expect(ids).toEqual(json.data ? [json.data.transactionId] : []);
    }

    execute(service, 'drop trigger poison');
    const again = await createInOneGroup(service, creates);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  },
);
