import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock, type Json, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { HOLD_SECONDS } from '../support/held-back.ts';
import { SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
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

const holdSeconds = HOLD_SECONDS;

/** A deposit, and a line of somebody with an amount that does not name it. */
async function receiveFor(amountMinor: number, amount = '500', of = desk) {
  const { transactionId } = await of.deposit({ amount });
  const [line] = (await of.receive({ amountMinor, name: 'SOMEBODY', text: `for ${transactionId}` })) as [
    Json,
  ];
  return { transactionId, lineId: line.lineId as string };
}

const undoSettle = (transactionId: string, of = desk) =>
  of.service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence: '2' } });

async function release(): Promise<void> {
  desk.service.clock.advance(HOLD_SECONDS * SECOND_MS);
  await desk.service.callbackWorker.idle();
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

test('within its seconds a confirm is undone as if it had never been', async () => {
  const { transactionId, reference } = await desk.deposit();
  const [{ lineId }] = (await desk.receive({ amountMinor: 45_000, text: reference })) as [Json];
  const { decisions: _, ...before } = await desk.line(lineId);
  const confirmed = expectData(await desk.decide('confirm', lineId, { transactionId, holdSeconds }));
  expect(confirmed.line).toMatchObject({ state: 'matched', transactionId });
  expectData(await undoSettle(transactionId));
  const { decisions, ...after } = await desk.line(lineId);
  expect(after).toEqual({
    ...before,
    candidates: before.candidates.map((one: Json) => ({
      ...one,
      transaction: { ...one.transaction, sequence: 3 },
    })),
    line: { ...before.line, stateAt: expect.anything() },
  });
  expect(decisions).toMatchObject([{ rule: 'operator', undoReason: null }, { undoneAt: null }]);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending', sequence: 3 });
  expectData(await desk.decide('confirm', lineId, { transactionId }));
});

test('a line that nothing had decided about is decided about after the undo', async () => {
  const { transactionId } = await desk.deposit();
  const { lineId } = await receiveFor(50_000);
  const { databasePath } = desk.service;
  await withDatabase(databasePath, (db) =>
    db
      .updateTable('statement_lines')
      .set({ state: 'new', decision_id: null })
      .where('id', '=', lineId)
      .execute(),
  );
  expectData(await desk.decide('confirm', lineId, { transactionId, holdSeconds }));
  expectData(await undoSettle(transactionId));
  expect((await desk.line(lineId)).line.state).toBe('new');
  await desk.service.statementMatcher.matchNow();
  expect((await desk.line(lineId)).line.state).not.toBe('new');
});

test('while it can be undone its match is not taken back, and afterwards it stands', async () => {
  const { transactionId, lineId } = await receiveFor(50_000);
  expectData(await desk.decide('confirm', lineId, { transactionId, holdSeconds }));
  const early = await desk.decide('undo', lineId, { reason: 'x' });
  expectFailure(early, 'error_transition_not_allowed');
  await release();
  expectFailure(await undoSettle(transactionId), 'error_undo_too_late');
  expect((await desk.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
  expectData(await desk.decide('undo', lineId, { reason: 'x' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
});

test('an undo of a later decision about the transaction leaves the line matched', async () => {
  const { transactionId, lineId } = await receiveFor(50_000);
  expectData(await desk.decide('confirm', lineId, { transactionId }));
  await desk.service.transition('reverse', transactionId, {
    fields: { sequence: '2', reason: 'x', holdSeconds: String(HOLD_SECONDS) },
  });
  const undone = await desk.service.ask(`/v1/transactions/${transactionId}/undo`, {
    body: { sequence: '3' },
  });
  expectData(undone);
  expect((await desk.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
});

test('a restart keeps the time to undo a confirm', async () => {
  using folder = temporaryFolder();
  const options = { folder: folder.path, clock: createClock() };
  const before = await startWithoutTimers(options);
  const old = await openDesk(undefined, before);
  const { transactionId, lineId } = await receiveFor(50_000, '500', old);
  expectData(await old.decide('confirm', lineId, { transactionId, holdSeconds }));
  await before.stop();
  await using after = await startWithoutTimers(options);
  const now = await openDesk(undefined, after);
  expectData(await undoSettle(transactionId, now));
  expect((await now.line(lineId)).line).toMatchObject({ transactionId: null });
  expect((await now.line(lineId)).line.state).not.toBe('matched');
  expect(await now.transaction(transactionId)).toMatchObject({ status: 'pending' });
  await expectAgreement(after.databasePath);
});

test('an undo and a confirm of the same line at once leave one of both states whole', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { transactionId, lineId } = await receiveFor(50_000 + turn);
    expectData(await desk.decide('confirm', lineId, { transactionId, holdSeconds }));
    const other = await desk.deposit();
    const [undone, again] = await Promise.all([
      undoSettle(transactionId),
      desk.decide('confirm', lineId, { transactionId: other.transactionId }),
    ]);
    expectData(undone);
    const { line } = await desk.line(lineId);
    expect(line.transactionId).toBe(again.status === 200 ? other.transactionId : null);
  }
});
