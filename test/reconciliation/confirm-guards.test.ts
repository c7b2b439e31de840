import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, type Json, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

/** A deposit, and a line of somebody with an amount that does not name it. */
async function receiveFor(amountMinor: number, amount = '500', of = desk) {
  const { transactionId } = await of.deposit({ amount });
  const [line] = (await of.receive({ amountMinor, name: 'SOMEBODY', text: `for ${transactionId}` })) as [
    Json,
  ];
  return { transactionId, lineId: line.lineId as string };
}

test.each([
  [40_000, '500', 'a fifth less is taken', true],
  [39_999, '500', 'less than that is asked about', false],
  [60_000, '500', 'a fifth more is taken', true],
  [60_001, '500', 'more than that is asked about', false],
  [10_000_001, '100000', 'more than the bank takes is asked about', false],
])('of a line of %i minor units for %s, %s', async (amountMinor, amount, _, isTaken) => {
  const { transactionId, lineId } = await receiveFor(amountMinor, amount);
  const confirmed = await desk.decide('confirm', lineId, { transactionId });
  if (isTaken) return void expectData(confirmed);
  expectFailure(confirmed, 'error_final_amount_unusual');
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
  expect((await desk.line(lineId)).line.state).not.toBe('matched');
  expectData(await desk.decide('confirm', lineId, { transactionId, acceptDifference: true }));
  expect(await desk.transaction(transactionId)).toMatchObject({ finalAmount: amountMinor / 100 });
});

test('a correction by a line asks about an unusual amount too', async () => {
  const { transactionId, lineId } = await receiveFor(20_000);
  await desk.service.transition('reject', transactionId, { fields: { sequence: '1' } });
  const confirm = (more: Json) => desk.decide('confirm', lineId, { transactionId, reason: 'x', ...more });
  expectFailure(await confirm({}), 'error_final_amount_unusual');
  expectData(await confirm({ acceptDifference: true }));
});

test('a reversal by a line asks about an unusual amount too', async () => {
  const { transactionId, reference } = await desk.deposit();
  await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
  const [line] = (await desk.receive({ amountMinor: -100, text: reference })) as [Json];
  const confirm = (more: Json) =>
    desk.decide('confirm', line.lineId, { transactionId, reason: 'x', ...more });
  expectFailure(await confirm({}), 'error_final_amount_unusual');
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
  expectData(await confirm({ acceptDifference: true }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
});

test('no line settles with more than 10,000,000,000.00, whatever is accepted', async () => {
  const { transactionId, lineId } = await receiveFor(50_000);
  // No reader takes such a line: it was stored by an earlier version.
  const { databasePath } = desk.service;
  const store = (amount: number) =>
    withDatabase(databasePath, (db) =>
      db.updateTable('statement_lines').set({ amount_minor: amount }).where('id', '=', lineId).execute(),
    );
  await store(1_000_000_000_001);
  const refused = await desk.decide('confirm', lineId, { transactionId, acceptDifference: true });
  expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain('10000000000');
  await store(50_000);
});

test('a restart keeps the plan of a confirm', async () => {
  using folder = temporaryFolder();
  const options = { folder: folder.path, clock: createClock() };
  const before = await startWithoutTimers(options);
  const old = await openDesk(undefined, before);
  const { transactionId, lineId } = await receiveFor(50_000, '500', old);
  expectData(await old.decide('confirm', lineId, { transactionId, holdSeconds: HOLD_SECONDS }));
  await before.stop();
  options.clock.advance(HOLD_SECONDS * SECOND_MS);
  await using after = await startWithoutTimers(options);
  const now = await openDesk(undefined, after);
  await after.planRunner.runNow();
  expect((await now.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
  expect(await now.transaction(transactionId)).toMatchObject({ status: 'successful' });
  await expectAgreement(after.databasePath);
});
