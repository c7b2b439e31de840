import { expect, test } from 'vitest';
import {
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createAccount, createBank, createClient, DEMO_BANK } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const deposit = async (fields: Record<string, string>, as = MERCHANT) =>
  expectData(await call(service(), DEPOSIT, { body: fields, as }));
const countOf = async (query: string) =>
  expectData(await call(service(), `/v1/transactions?${query}`)).items.length;

test('a user with a pending deposit gets the stored one back, whatever the new request contains', async () => {
  const first = depositFields();
  const { userId = '' } = first;
  const stored = await deposit(first);
  expect(stored).not.toHaveProperty('alreadyPending');
  const other = {
    amount: '750',
    bankId: '507f1f77bcf86cd799439012',
    name: 'Another Name',
    userName: 'another',
  };
  for (const fields of [depositFields({ userId }), depositFields({ userId, ...other })])
    expect(await deposit(fields)).toEqual({ ...stored, alreadyPending: true });
  expect(await countOf(`userId=${userId}`)).toBe(1);
});

test('a repeat of the pending deposit itself also has the flag', async () => {
  const fields = depositFields();
  const stored = await deposit(fields);
  expect(await deposit(fields)).toEqual({ ...stored, alreadyPending: true });
});

test('a processId that returned a pending deposit is still unused', async () => {
  const stored = await deposit(depositFields());
  const second = depositFields({ userId: stored.userId });
  expect((await deposit(second)).processId).toBe(stored.processId);
  expect(await countOf(`processId=${second.processId}`)).toBe(0);
  expectData(
    await call(service(), WITHDRAW, { body: withdrawalFields({ processId: second.processId ?? '' }) }),
  );
});

test('a used processId takes precedence over a pending deposit', async () => {
  const used = await deposit(depositFields());
  const pending = await deposit(depositFields());
  const body = depositFields({ processId: used.processId, userId: pending.userId });
  const error = expectFailure(await call(service(), DEPOSIT, { body }), 'error_process_id_conflict');
  expect(error.message).toContain(used.transactionId);
});

test('withdrawals do not count as pending and are not affected by a pending deposit', async () => {
  const { userId = '' } = depositFields();
  const withdrawals = [withdrawalFields({ userId }), withdrawalFields({ userId })];
  const ids = new Set<string>();
  for (const body of withdrawals)
    ids.add(expectData(await call(service(), WITHDRAW, { body })).transactionId);
  ids.add((await deposit(depositFields({ userId }))).transactionId);
  const last: Json = expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ userId }) }));
  expect(ids.add(last.transactionId).size).toBe(4);
  expect(last).not.toHaveProperty('alreadyPending');
});

test('withdrawals are created even in the same commit as a deposit of the same user', async () => {
  const { dependencies } = service();
  const client = await dependencies.clients.findByAppKey(MERCHANT.appKey);
  const { userId = '', userName = '', name = '', bankId = '' } = depositFields();
  const bank = { bankId, bankName: 'Bank', currency: 'TRY', amountMinor: 5000 };
  const common = { clientId: client?.id ?? '', userId, userName, name, convertedName: 'x', ...bank };
  const deposit = { ...common, type: 'deposit' } as const;
  const account = { accountName: name, iban: VALID_IBAN, ibanNormalized: VALID_IBAN };
  const withdrawal = { ...common, ...account, type: 'withdrawal' } as const;
  const drafts = [withdrawal, deposit, withdrawal, deposit, withdrawal];
  // Requests submitted in one turn of the event loop form one group.
  const outcomes = await Promise.all(
    drafts.map((draft, index) =>
      dependencies.transactions.create({ ...draft, processId: `${userId}-${index}` }, DEMO_BANK),
    ),
  );
  const stored = outcomes.map((outcome) => (outcome.kind === 'stored' ? outcome.transaction : undefined));
  expect(stored.map((one) => one?.type)).toEqual(drafts.map((draft) => draft.type));
  expect(new Set(stored.map((one) => one?.id)).size).toBe(4);
});

test("one client's pending deposit does not affect another client", async () => {
  const other = await createClient(service());
  const stored = await deposit(depositFields());
  const theirs = await deposit(depositFields({ userId: stored.userId }), other);
  expect(theirs.transactionId).not.toBe(stored.transactionId);
  expect(theirs).not.toHaveProperty('alreadyPending');
});

test('user ids are compared exactly', async () => {
  const { userId = '' } = depositFields();
  for (const spelling of [userId, userId.toUpperCase(), `x ${userId}`, `x  ${userId}`])
    expect(await deposit(depositFields({ userId: spelling }))).not.toHaveProperty('alreadyPending');
});

test('a pending deposit is returned even if no account could take another', async () => {
  const bank = await createBank(service(), { withAccount: false });
  await createAccount(service(), { bankId: bank.id, dailyLimitMinor: 50_000 });
  const stored = await deposit(depositFields({ bankId: bank.id }));
  expect(await deposit(depositFields({ bankId: bank.id, userId: stored.userId }))).toEqual({
    ...stored,
    alreadyPending: true,
  });
});
