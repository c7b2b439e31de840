import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayIn } from '../../src/kernel/time-zone.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { TestClient } from '../support/entities.ts';
import { DAY_MS, type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';

let service: ManualClockService;
let merchant: TestClient;
const ids: Record<string, string> = {};
let accountId = '';

const list = async (filter: string) => {
  const { items } = expectData(await service.ask(`/v1/transactions?${filter}`));
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return items.map((item: { transactionId: string }) => names.get(item.transactionId)).sort();
};
const totals = async (filter = '') =>
  expectData(await service.ask(`/v1/queue-totals${filter && `?${filter}`}`));

beforeAll(async () => {
  service = await startWithoutTimers();
  merchant = await service.merchantOf(undefined);
  const deposit = async (name: string) => {
    const { transactionId } = await service.deposit(merchant);
    ids[name] = transactionId;
    return transactionId as string;
  };
  const { transactions, db, runtime } = service.dependencies;
  const step = (
    verb: 'settle' | 'reject' | 'reverse' | 'correct' | 'cancel',
    name: string,
    sequence: number,
  ) =>
    service.transition(verb, ids[name] ?? '', { fields: { sequence: `${sequence}`, reason: 'it expired' } });

  const first = await db.read('findTransaction', await deposit('expired'));
  if (first?.type === 'deposit') accountId = first.bankAccountId;
  await transactions.markSent(await deposit('expiredAfterSent'));
  await deposit('paidLate');
  // The end of SENT_TTL: what was reported as sent waits longer than the others.
  service.clock.advance(DAY_MS);
  for (const name of ['expired', 'expiredAfterSent', 'paidLate'])
    await transactions.transition({
      transactionId: ids[name] ?? '',
      command: { kind: 'expire', steadyNowMs: runtime.steadyNowMs() },
      actor: { kind: 'service', clientId: null },
    });
  await step('correct', 'paidLate', 2);
  // Its reason is in the words of another kind, and does not make it one of that kind.
  await deposit('rejected');
  await step('reject', 'rejected', 1);
  ids.cancelled = (await service.withdraw(merchant)).transactionId;
  await service.transition('cancel', ids.cancelled ?? '', { as: merchant });
  await deposit('reversed');
  await step('settle', 'reversed', 1);
  await step('reverse', 'reversed', 2);
  await deposit('corrected');
  await step('settle', 'corrected', 1);
  await step('reverse', 'corrected', 2);
  await step('correct', 'corrected', 3);
  await deposit('waiting');
  await transactions.markSent(await deposit('sent'));
  ids.payout = (await service.withdraw(merchant)).transactionId;
});
afterAll(() => service.stop());

test.each([
  ['reason=expired', ['expired', 'expiredAfterSent']],
  ['reason=cancelled', ['cancelled']],
  ['reason=rejected', ['rejected']],
  ['reason=reversed', ['reversed']],
  ['reason=cancelled,rejected', ['cancelled', 'rejected']],
  ['reason=cancelled&reason=rejected', ['cancelled', 'rejected']],
  ['isLate=true', ['expiredAfterSent', 'paidLate']],
  ['isLate=true&reason=expired', ['expiredAfterSent']],
  ['isSent=true', ['expiredAfterSent', 'sent']],
  ['isSent=true&status=pending', ['sent']],
  ['isSent=false&status=pending', ['payout', 'waiting']],
  ['isLate=false&status=successful', ['corrected']],
])('the filter %s tells the exceptions apart', async (filter, names) => {
  expect(await list(filter)).toEqual(names);
});

test('an account selects the deposits into it', async () => {
  const found = await list(`accountId=${accountId}`);
  expect(found).toContain('expired');
  expect(found).not.toContain('payout');
  expect(await list('accountId=none')).toEqual([]);
});

test('a transaction says how it ended, and whether it is late', async () => {
  const show = async (name: string) => expectData(await service.ask(`/v1/transactions/${ids[name]}`));
  expect(await show('rejected')).toMatchObject({
    endedAs: 'rejected',
    statusReason: 'it expired',
    isLate: false,
  });
  expect(await show('expiredAfterSent')).toMatchObject({ endedAs: 'expired', isLate: true });
  expect(await show('paidLate')).toMatchObject({ status: 'successful', endedAs: null, isLate: true });
  expect(await show('corrected')).toMatchObject({ endedAs: null, isLate: false });
});

test('the totals of the queue are those of the pending transactions that the filter selects', async () => {
  expect(await totals()).toEqual({ waiting: 3, sent: 1, deposits: 2, withdrawals: 1, inPayouts: 0 });
  expect(await totals('type=withdrawal')).toEqual({
    waiting: 1,
    sent: 0,
    deposits: 0,
    withdrawals: 1,
    inPayouts: 0,
  });
  expect(await totals('isSent=true&status=pending')).toMatchObject({ waiting: 1, sent: 1 });
  expect(await totals('query=500')).toMatchObject({ waiting: 3 });
  expect(await totals('query=test')).toMatchObject({ waiting: 3 });
  expect(await totals('query=nobody')).toEqual({
    waiting: 0,
    sent: 0,
    deposits: 0,
    withdrawals: 0,
    inPayouts: 0,
  });
  expect(await totals('appKey=demo-merchant')).toMatchObject({ waiting: 0 });
  expect(expectData(await service.ask('/v1/queue-totals', { as: merchant }))).toMatchObject({ waiting: 3 });
  for (const [path, filter] of [
    ['status', 'status=successful'],
    ['reason', 'reason=expired'],
    ['isLate', 'isLate=true'],
  ]) {
    const { fields } = expectFailure(await service.ask(`/v1/queue-totals?${filter}`), 'error_validation');
    expect(fields).toMatchObject([{ path }]);
  }
});

test('statistics tell the kinds of unsuccessful outcomes apart', async () => {
  const today = dayIn('UTC', service.clock.nowMs());
  const { groups } = await service.dependencies.db.query('readStatistics', {
    groupBy: 'type',
    fromDay: today - 1,
    toDay: today,
  });
  expect(groups).toMatchObject([
    {
      key: 'deposit',
      unsuccessfulCount: 4,
      expiredCount: 2,
      rejectedCount: 1,
      reversedCount: 1,
      cancelledCount: 0,
    },
    { key: 'withdrawal', unsuccessfulCount: 1, cancelledCount: 1 },
  ]);
  await expectAgreement(service.databasePath);
});
