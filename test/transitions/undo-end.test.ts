import { expect, test } from 'vitest';
import { endedAsOf } from '../../src/domain/ending.ts';
import { expiryOf } from '../../src/domain/transition.ts';
import { temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { corruptCopy } from '../support/corrupted-copy.ts';
import { DAY_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';

test.each([
  [['expire', 'correct'], 'expired'],
  [['expire', 'correct', 'reverse', 'undo'], 'expired'],
  [['reject', 'undo', 'settle', 'reverse', 'undo'], null],
  [['reject', 'undo', 'cancel', 'correct', 'undo'], 'cancelled'],
  [['settle', 'reverse', 'correct', 'reverse', 'undo'], 'reversed'],
] as const)('after %j a transaction last ended as %s', (kinds, endedAs) => {
  expect(endedAsOf(kinds.map((kind) => ({ kind })))).toBe(endedAs);
});

test('after the undo of a reversal, a deposit that was corrected after it expired is late again, and every count says so', async () => {
  using folder = temporaryFolder();
  const service = await startWithoutTimers({ folder: folder.path });
  const { transactions, runtime } = service.dependencies;
  const merchant = await service.merchantOf(undefined);
  const { transactionId } = await service.deposit(merchant);
  const endedAs = async () => (await transactions.findById(transactionId))?.endedAs;
  const late = async () => expectData(await service.ask('/v1/transactions?isLate=true')).items.length;
  service.clock.advance(DAY_MS);
  await transactions.transition(expiryOf({ id: transactionId, isTest: false }, runtime.steadyNowMs()));
  await service.transition('correct', transactionId, { fields: { sequence: '2', reason: 'it came' } });
  expect([await endedAs(), await late()]).toEqual(['expired', 1]);

  await service.transition('reverse', transactionId, {
    fields: { sequence: '3', reason: 'a slip', holdSeconds: '30' },
  });
  expect([await endedAs(), await late()]).toEqual(['reversed', 0]);
  await expectAgreement(service.databasePath);
  expectData(await service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence: '4' } }));
  expect([await endedAs(), await late()]).toEqual(['expired', 1]);
  await expectAgreement(service.databasePath);
  await service.stop();

  // Whatever the row says, verify knows it from the events.
  for (const wrong of ["'reversed'", 'null']) {
    using copy = await corruptCopy(folder.path, `update transactions set ended_as = ${wrong}`);
    expect((await copy.verify()).text).toContain(`row-differs: Transaction ${transactionId}`);
  }
});

test('after the undo of a correction, a transaction counts as what it was', async () => {
  await using service = await startWithoutTimers();
  const merchant = await service.merchantOf(undefined);
  const { transactionId } = await service.withdraw(merchant);
  const undo = (sequence: string) =>
    service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence } });
  const held = { reason: 'as was seen', holdSeconds: '30' };
  await service.transition('reject', transactionId, { fields: { sequence: '1', ...held } });
  expectData(await undo('2'));
  await service.transition('cancel', transactionId, { as: merchant });
  await service.transition('correct', transactionId, { fields: { sequence: '4', ...held } });
  expect(expectData(await undo('5'))).toMatchObject({ status: 'unsuccessful', endedAs: 'cancelled' });
  const { groups } = await service.dependencies.transactions.statistics({
    ...{ groupBy: 'type', fromDay: 0, toDay: 40_000 },
  });
  expect(groups).toMatchObject([
    { unsuccessfulCount: 1, cancelledCount: 1, rejectedCount: 0, reversedCount: 0, expiredCount: 0 },
  ]);
  await expectAgreement(service.databasePath);
});
