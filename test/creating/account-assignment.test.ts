import { expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { applyTransition } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const clock = createClock(NOON);
const service = useService({ platform: { nowMs: clock.nowMs } });

interface AccountSettings {
  readonly name: string;
  /** In major units; undefined for no limit. */
  readonly dailyLimit?: number;
  readonly active?: boolean;
}

/** Creates a bank with these accounts, added in this order. */
async function bankWith(...accounts: AccountSettings[]) {
  const { id: bankId } = await createBank(service(), { withAccount: false });
  const ids = new Map<string, string>();
  for (const { name, dailyLimit, active = true } of accounts) {
    const dailyLimitMinor = dailyLimit === undefined ? null : dailyLimit * 100;
    const account = await createAccount(service(), { bankId, accountName: name, active, dailyLimitMinor });
    ids.set(name, account.id);
  }
  const send = (amount: number, changes = {}) =>
    call(service(), DEPOSIT, { body: depositFields({ ...changes, bankId, amount: String(amount) }) });
  return {
    bankId,
    send,
    /** Creates a deposit. @returns the name of its account. */
    assigned: async (amount: number): Promise<string> => expectData(await send(amount)).bankAccountName,
    update: (name: string, changes: { active?: boolean; dailyLimitMinor?: number | null }) =>
      service().dependencies.db.run('updateAccount', { accountId: ids.get(name) ?? '', changes }),
  };
}

/** Settles a deposit that was just created. */
async function settled(created: ApiResponse): Promise<void> {
  const { transactionId } = expectData(created);
  await applyTransition(service(), transactionId, { kind: 'settle', sequence: 1 });
}

/** Creates deposits one after another. @returns the names of their accounts. */
async function series(bank: Awaited<ReturnType<typeof bankWith>>, amounts: readonly number[]) {
  const names: string[] = [];
  for (const amount of amounts) names.push(await bank.assigned(amount));
  return names.join(' ');
}

test('deposits rotate over the accounts of their bank, the least recently assigned first', async () => {
  const bank = await bankWith({ name: 'a' }, { name: 'b' }, { name: 'c' });
  expect(await series(bank, [1, 1, 1, 1, 1, 1, 1])).toBe('a b c a b c a');
});

test('each bank rotates over its own accounts', async () => {
  const one = await bankWith({ name: 'a' }, { name: 'b' });
  const other = await bankWith({ name: 'x' }, { name: 'y' });
  expect(await series(one, [1])).toBe('a');
  expect(await series(other, [1, 1])).toBe('x y');
  expect(await series(one, [1, 1])).toBe('b a');
});

test('an inactive account is skipped, and is next once it is active again', async () => {
  const bank = await bankWith({ name: 'a' }, { name: 'b', active: false }, { name: 'c' });
  expect(await series(bank, [1, 1, 1])).toBe('a c a');
  await bank.update('b', { active: true });
  expect(await series(bank, [1, 1, 1])).toBe('b c a');
  await bank.update('c', { active: false });
  expect(await series(bank, [1, 1, 1])).toBe('b a b');
});

test('a new account is next', async () => {
  const bank = await bankWith({ name: 'a' }, { name: 'b' });
  expect(await series(bank, [1, 1, 1])).toBe('a b a');
  await createAccount(service(), { bankId: bank.bankId, accountName: 'new' });
  expect(await series(bank, [1, 1, 1])).toBe('new b a');
});

test('an account is skipped for an amount above the rest of its daily limit, exact to the cent', async () => {
  const bank = await bankWith({ name: 'small', dailyLimit: 100 }, { name: 'large' });
  expect(await series(bank, [100.01, 60, 40.01, 40, 0.01])).toBe('large small large small large');
});

test('a deposit above all daily limits is refused with Retry-After and counts toward none', async () => {
  const bank = await bankWith({ name: 'a', dailyLimit: 100 }, { name: 'b', dailyLimit: 50 });
  expect(await series(bank, [60, 30])).toBe('a b');
  const refused = await bank.send(40.01);
  expectFailure(refused, 'error_no_account_available');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await series(bank, [40, 20])).toBe('a b');
  expectFailure(await bank.send(0.01), 'error_no_account_available');
});

test('a bank without an active account takes withdrawals but no deposits', async () => {
  const bank = await bankWith({ name: 'a', active: false });
  expectFailure(await bank.send(1), 'error_no_account_available');
  expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ bankId: bank.bankId }) }));
});

test('a refused deposit can be sent again with the same processId', async () => {
  const bank = await bankWith({ name: 'a', active: false });
  const fields = depositFields();
  expectFailure(await bank.send(1, fields), 'error_no_account_available');
  await bank.update('a', { active: true });
  expect(expectData(await bank.send(1, fields))).not.toHaveProperty('alreadyPending');
});

test('daily limits begin again at midnight UTC, except for what is still pending', async () => {
  clock.advance(NOON - clock.nowMs());
  const bank = await bankWith({ name: 'a', dailyLimit: 100 });
  await settled(await bank.send(80));
  const pending = expectData(await bank.send(20));
  clock.advance(Date.parse('2026-11-20T23:59:59.999Z') - clock.nowMs());
  expectFailure(await bank.send(1), 'error_no_account_available');
  clock.advance(1);
  await settled(await bank.send(80));
  expectFailure(await bank.send(1), 'error_no_account_available');
  await applyTransition(service(), pending.transactionId, { kind: 'reject', sequence: 1 });
  clock.advance(3 * 86_400_000);
  expect(await series(bank, [100])).toBe('a');
});

test('a repeat, an already pending deposit and a withdrawal use neither a limit nor an assignment', async () => {
  const bank = await bankWith({ name: 'a', dailyLimit: 100 }, { name: 'b', dailyLimit: 100 });
  const fields = depositFields();
  const { userId = '' } = fields;
  for (let repeat = 0; repeat < 3; repeat += 1) {
    expect(expectData(await bank.send(60, fields)).bankAccountName).toBe('a');
    expect(expectData(await bank.send(60, { userId })).bankAccountName).toBe('a');
    expectData(await call(service(), WITHDRAW, { body: withdrawalFields({ bankId: bank.bankId }) }));
  }
  expect(await series(bank, [100, 40])).toBe('b a');
});

test('a repeat returns its assigned account even if that has reached its limit', async () => {
  const bank = await bankWith({ name: 'a' }, { name: 'b' });
  const fields = depositFields();
  const first = expectData(await bank.send(1, fields));
  await bank.update('a', { active: false });
  expect(expectData(await bank.send(1, fields))).toEqual({ ...first, alreadyPending: true });
});

test('a changed limit applies to earlier assignments of the day', async () => {
  const bank = await bankWith({ name: 'a', dailyLimit: 100 });
  expect(await series(bank, [80])).toBe('a');
  await bank.update('a', { dailyLimitMinor: 8_100 });
  expectFailure(await bank.send(2), 'error_no_account_available');
  expect(await series(bank, [1])).toBe('a');
  await bank.update('a', { dailyLimitMinor: null });
  expect(await series(bank, [1_000_000])).toBe('a');
});
