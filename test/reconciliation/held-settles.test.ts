import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { HOLD_SECONDS } from '../support/held-back.ts';
import { SECOND_MS } from '../support/manual-clock-service.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

const holdSeconds = String(HOLD_SECONDS);

/** Settles a deposit by hand, held back, and receives a line of a stranger with its amount. */
async function settleByHand() {
  const { transactionId, reference } = await desk.deposit();
  await desk.service.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds } });
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
  // It waits until that cannot be undone.
  expect(line.state).toBe('new');
  return { transactionId, lineId: line.lineId };
}

const undoSettle = (transactionId: string, sequence = '2') =>
  desk.service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence } });

async function release(): Promise<void> {
  desk.service.clock.advance(HOLD_SECONDS * SECOND_MS);
  await desk.service.callbackWorker.idle();
}

test('a line is no payment of a settle that can still be undone, so that the undo loses no payment', async () => {
  const { transactionId, lineId } = await settleByHand();
  const refused = await desk.decide('confirm', lineId, { transactionId });
  const { message } = expectFailure(refused, 'error_transition_not_allowed');
  expect(message).toContain(`Try again in ${HOLD_SECONDS} seconds`);
  expectData(await undoSettle(transactionId));
  expect((await desk.line(lineId)).line).toMatchObject({ state: 'new', transactionId: null });
  expectData(await desk.decide('confirm', lineId, { transactionId }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('nor of a correction that can still be undone', async () => {
  const { transactionId } = await desk.deposit();
  const change = (verb: 'reject' | 'correct', fields: Json) =>
    desk.service.transition(verb, transactionId, { fields });
  await change('reject', { sequence: '1' });
  await change('correct', { sequence: '2', reason: 'x', holdSeconds });
  const [{ lineId }] = (await desk.receive({ amountMinor: 50_000, text: 'x' })) as [Json];
  expectFailure(await desk.decide('confirm', lineId, { transactionId }), 'error_transition_not_allowed');
  expectData(await undoSettle(transactionId, '3'));
  expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'x' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 5 });
});

test('once its time is over, the line is its payment, and the settle stays', async () => {
  const { transactionId, lineId } = await settleByHand();
  await release();
  const { line } = expectData(await desk.decide('confirm', lineId, { transactionId }));
  expect(line).toMatchObject({ state: 'matched', transactionId });
  expectFailure(await undoSettle(transactionId), 'error_undo_too_late');
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 2 });
});

test('an undo beside a confirm leaves either a settled deposit with its line, or both free', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { transactionId, lineId } = await settleByHand();
    await Promise.all([undoSettle(transactionId), desk.decide('confirm', lineId, { transactionId })]);
    const [{ line }, { status }] = [await desk.line(lineId), await desk.transaction(transactionId)];
    expect([
      ['matched', 'successful'],
      ['new', 'pending'],
    ]).toContainEqual([line.state, status]);
  }
});

test('a match is not taken back while its reversal can still be undone, so that a line pays one deposit', async () => {
  const [first, second] = [await desk.deposit(), await desk.deposit()];
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: first.reference });
  const { lineId } = line;
  await desk.service.transition('reverse', first.transactionId, {
    fields: { sequence: '2', reason: 'x', holdSeconds },
  });
  const refused = await desk.decide('undo', lineId, { reason: 'too soon' });
  const { message } = expectFailure(refused, 'error_transition_not_allowed');
  expect(message).toContain(`Try again in ${HOLD_SECONDS} seconds`);
  expectData(await undoSettle(first.transactionId, '3'));
  const taken = await desk.decide('confirm', lineId, { transactionId: second.transactionId });
  expectFailure(taken, 'error_transition_not_allowed');
  expect(await desk.transaction(first.transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
  expect(await desk.transaction(second.transactionId)).toMatchObject({ status: 'pending' });
});

test('once the reversal cannot be undone, the line is free for another deposit', async () => {
  const [first, second] = [await desk.deposit(), await desk.deposit()];
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: first.reference });
  await desk.service.transition('reverse', first.transactionId, {
    fields: { sequence: '2', reason: 'x', holdSeconds },
  });
  await release();
  expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
  expectData(await desk.decide('confirm', line.lineId, { transactionId: second.transactionId }));
  expect(await desk.transaction(first.transactionId)).toMatchObject({ status: 'unsuccessful' });
  expect(await desk.transaction(second.transactionId)).toMatchObject({ status: 'successful' });
});

test('verify names a payment of a settle that was undone, and no other line is settled beside it', async () => {
  await using desk = await openDesk();
  const { databasePath, statementMatcher } = desk.service;
  const { transactionId, reference } = await desk.deposit();
  const exact = { amountMinor: 50_000, name: 'TEST USER', text: reference };
  await desk.service.transition('settle', transactionId, { fields: { sequence: '1', holdSeconds } });
  const [first] = await desk.receive(exact);
  await withoutHolds(databasePath, async () => {
    expectData(await desk.decide('confirm', first.lineId, { transactionId }));
  });
  expect((await verifyDatabaseAt(databasePath)).disagreements).toEqual([]);
  const body = { sequence: '2' };
  expectData(await desk.service.ask(`/v1/transactions/${transactionId}/undo`, { body }));
  const { disagreements } = await verifyDatabaseAt(databasePath);
  expect(disagreements).toEqual([{ kind: 'line-settlement', id: first.lineId }]);
  const [second] = await desk.receive({ ...exact, text: `again ${reference}` });
  expect(second.state).toBe('proposed');
  expect((await desk.line(second.lineId)).decisions[0].evidence).toMatchObject([
    { code: 'settled-already', detail: first.lineId },
  ]);
  expectData(await desk.decide('undo', first.lineId, { reason: 'x' }));
  expect((await verifyDatabaseAt(databasePath)).disagreements).toEqual([]);
  expectData(await desk.decide('confirm', second.lineId, { transactionId }));
  await statementMatcher.matchNow();
  await expectAgreement(databasePath);
});

/** Runs something as if no event were held back: an earlier version confirmed a line beside a settle that was. */
async function withoutHolds(databasePath: string, run: () => Promise<void>): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const holds = await db.deleteFrom('holds').returningAll().execute();
    await run();
    await db.insertInto('holds').values(holds).execute();
  });
}
