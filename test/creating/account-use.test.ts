import { expect, test } from 'vitest';
import {
  ADMIN,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, createBank } from '../support/entities.ts';
import {
  applyTransition,
  DAY_MS,
  type ManualClockService,
  neverSchedule,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const LIMIT = 1000;

/** A service with one bank, whose only account takes 1,000 a day. */
async function startWithLimit(folder: string) {
  const service = await startManualClockService({
    folder,
    clock: createClock(Date.parse('2026-11-20T22:00:00Z')),
    platform: { schedule: neverSchedule },
  });
  const { id: bankId } = await createBank(service, { withAccount: false });
  await createAccount(service, { bankId, dailyLimitMinor: LIMIT * 100 });
  const send = (amount: number) =>
    service.ask(DEPOSIT, { as: MERCHANT, body: depositFields({ bankId, amount: String(amount) }) });
  const deposit = async (amount: number): Promise<Json> => expectData(await send(amount));
  return {
    service,
    bankId,
    deposit,
    /** Asserts that exactly this amount is free: it fits, a cent more does not. */
    async expectRoom(amount: number) {
      expectFailure(await send(amount + 0.01), 'error_no_account_available');
      if (amount === 0) return;
      const { transactionId } = await deposit(amount);
      await applyTransition(service, transactionId, { kind: 'reject', sequence: 1 });
    },
    [Symbol.asyncDispose]: () => service.stop(),
  };
}

const ENDINGS: Readonly<Record<string, (service: ManualClockService, id: string) => Promise<unknown>>> = {
  cancelled: (service, id) => service.transition('cancel', id, { as: MERCHANT }),
  rejected: (service, id) => service.transition('reject', id, { fields: { sequence: '1' } }),
  expired: (service, id) =>
    service.dependencies.transactions.transition({
      transactionId: id,
      command: { kind: 'expire', steadyNowMs: service.dependencies.runtime.steadyNowMs() + DAY_MS },
      actor: { kind: 'service', clientId: null },
    }),
};

test.each(Object.entries(ENDINGS))(
  'a deposit that is %s gives its amount back to the daily limit of its account',
  async (_name, end) => {
    using folder = temporaryFolder();
    await using limited = await startWithLimit(folder.path);
    for (let times = 0; times < 3; times += 1) {
      const { transactionId } = await limited.deposit(600);
      await limited.expectRoom(400);
      await end(limited.service, transactionId);
      await limited.expectRoom(LIMIT);
    }
    await expectAgreement(limited.service.databasePath);
  },
);

test('what was paid counts, not what was asked for', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const [less, more] = [await limited.deposit(300), await limited.deposit(300)];
  const pay = (id: string, finalAmount: string) =>
    limited.service.transition('settle', id, {
      fields: { sequence: '1', finalAmount, acceptDifference: 'true' },
    });
  await pay(less.transactionId, '100.01');
  await limited.expectRoom(599.99);
  await pay(more.transactionId, '700');
  await limited.expectRoom(199.99);
  await expectAgreement(limited.service.databasePath);
});

test('a reversed deposit gives the paid amount back, and a corrected one takes it again', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const { service } = limited;
  const { transactionId } = await limited.deposit(500);
  await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '550' } });
  await limited.expectRoom(450);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'recalled' } });
  await limited.expectRoom(LIMIT);
  await service.transition('correct', transactionId, { fields: { sequence: '3', reason: 'paid late' } });
  await limited.expectRoom(450);
  await expectAgreement(service.databasePath);
});

test('what is pending counts on every day until it ends, and what is paid counts on the day it is paid', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const { service, deposit } = limited;
  const [paid, late, dropped] = [await deposit(100), await deposit(200), await deposit(300)];
  await service.transition('settle', paid.transactionId, { fields: { sequence: '1' } });
  await limited.expectRoom(400);
  service.clock.advance(DAY_MS);
  // The 100 that were paid yesterday are past; 200 and 300 may still come.
  await limited.expectRoom(500);
  await service.transition('settle', late.transactionId, { fields: { sequence: '1' } });
  await limited.expectRoom(500);
  await service.transition('cancel', dropped.transactionId, { as: MERCHANT });
  await limited.expectRoom(800);
  // Money of yesterday that goes back makes no room today.
  await service.transition('reverse', paid.transactionId, { fields: { sequence: '2', reason: 'recalled' } });
  await limited.expectRoom(800);
  // Money that comes late counts when it comes.
  await service.transition('correct', dropped.transactionId, { fields: { sequence: '2', reason: 'late' } });
  await limited.expectRoom(500);
  service.clock.advance(DAY_MS);
  await limited.expectRoom(LIMIT);
  await expectAgreement(service.databasePath);
});

test('several transitions of one commit are counted one after another', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const { service, deposit } = limited;
  const ids: string[] = [];
  for (const amount of [100, 200, 300]) ids.push((await deposit(amount)).transactionId);
  const change = (id: string, kind: 'settle' | 'reverse' | 'reject', sequence: number) =>
    applyTransition(service, id, { kind, sequence });
  const [one = '', other = '', third = ''] = ids;
  await Promise.all([
    change(one, 'settle', 1),
    change(other, 'settle', 1),
    change(one, 'reverse', 2),
    change(third, 'reject', 1),
  ]);
  await limited.expectRoom(800);
  await expectAgreement(service.databasePath);
});

test('a wall clock that is set back to yesterday neither frees what is counted nor breaks the count', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const { service, deposit } = limited;
  const { transactionId } = await deposit(700);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  service.clock.jump(-DAY_MS);
  await limited.expectRoom(300);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'recalled' } });
  await expectAgreement(service.databasePath);
});

test('the list of accounts shows what is pending and what was paid today', async () => {
  using folder = temporaryFolder();
  await using limited = await startWithLimit(folder.path);
  const { service, bankId } = limited;
  const { transactionId } = await limited.deposit(100);
  await limited.deposit(50);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  const body = JSON.stringify({ query: `{ bankAccounts(bankId: "${bankId}") { dailyLimit usedToday } }` });
  const read = async () =>
    (await service.ask('/graphql', { as: ADMIN, body, contentType: 'application/json' })).json.data;
  expect(await read()).toEqual({ bankAccounts: [{ dailyLimit: LIMIT, usedToday: 150 }] });
  service.clock.advance(DAY_MS);
  expect(await read()).toEqual({ bankAccounts: [{ dailyLimit: LIMIT, usedToday: 50 }] });
});
