import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiResponse, Json } from '../harness.ts';
import { OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

function confirmTogether(body: Json): Promise<ApiResponse> {
  return desk.service.ask('/v1/statement-lines/confirm', {
    as: OPERATOR,
    body: JSON.stringify(body),
    contentType: 'application/json',
  });
}

const undoSettle = (transactionId: string) =>
  desk.service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence: '1' } });

/** A deposit of 500, and lines that name it. */
async function receiveParts(...amounts: readonly number[]) {
  const { transactionId, reference } = await desk.deposit();
  const lines = await desk.receive(
    ...amounts.map((amountMinor) => ({ amountMinor, name: 'TEST USER', text: reference })),
  );
  return { transactionId, reference, lineIds: lines.map(({ lineId }) => lineId as string) };
}

async function statesOf(lineIds: readonly string[]): Promise<string[]> {
  const details = await Promise.all(lineIds.map((lineId) => desk.line(lineId)));
  return details.map(({ line }) => line.state);
}

test('lines settle a deposit together, once, with their sum', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 15_000, 10_000);
  const { line, together } = expectData(await confirmTogether({ lineIds, transactionId, sequence: 1 }));
  expect(line).toMatchObject({ lineId: lineIds[0], state: 'matched', transactionId });
  expect(together.map((one: Json) => one.lineId)).toEqual(lineIds.slice(1));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
  expect(await desk.service.events(transactionId)).toHaveLength(1);
  expect(await statesOf(lineIds)).toEqual(['matched', 'matched', 'matched']);
  const { transactionId: other } = await desk.deposit();
  const again = await confirmTogether({ lineIds, transactionId: other });
  expectFailure(again, 'error_transition_not_allowed');
});

test('each of several lines offers to be confirmed with the others, and says their sum', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  for (const [index, lineId] of lineIds.entries()) {
    const [candidate] = (await desk.line(lineId)).candidates;
    expect(candidate).toMatchObject({
      transaction: { transactionId },
      paidByLineIds: [],
      otherLineIds: [lineIds[1 - index]],
      sumWithOthers: 500,
    });
  }
});

test('a line that came in a later file is offered to the one that waited', async () => {
  const { lineIds, reference } = await receiveParts(25_000);
  const [later] = (await desk.receive({ amountMinor: 25_000, text: reference })) as [Json];
  const [candidate] = (await desk.line(lineIds[0]!)).candidates;
  expect(candidate).toMatchObject({ otherLineIds: [later.lineId], sumWithOthers: 500 });
});

test('the rest of what another line has paid offers nothing, and says which line it was', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  const [first, second] = lineIds as [string, string];
  expectData(await desk.decide('confirm', first, { transactionId, acceptDifference: true }));
  const [candidate] = (await desk.line(second)).candidates;
  expect(candidate).toMatchObject({ paidByLineIds: [first], otherLineIds: [], sumWithOthers: null });
  expectData(await desk.decide('undo', first, { reason: 'It was a half' }));
  expectData(await confirmTogether({ lineIds, transactionId, reason: 'Both halves' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('an unusual sum is asked about', async () => {
  const { transactionId, lineIds } = await receiveParts(30_000, 31_000);
  expectFailure(await confirmTogether({ lineIds, transactionId }), 'error_final_amount_unusual');
  expectData(await confirmTogether({ lineIds, transactionId, acceptDifference: true }));
  expect(await desk.transaction(transactionId)).toMatchObject({ finalAmount: 610 });
});

test('to take one of them back takes all back', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  expectData(await confirmTogether({ lineIds, transactionId }));
  const { together } = await desk.line(lineIds[1]!);
  expect(together.map((one: Json) => one.lineId)).toEqual([lineIds[0]]);
  expectData(await desk.decide('undo', lineIds[1]!, { reason: 'x' }));
  expect(await statesOf(lineIds)).toEqual(['undone', 'undone']);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  expect((await desk.line(lineIds[0]!)).together).toEqual([]);
});

test('their planned confirm is undone for all of them', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  const before = await statesOf(lineIds);
  expectData(await confirmTogether({ lineIds, transactionId, holdSeconds: HOLD_SECONDS }));
  expectData(await undoSettle(transactionId));
  expect(await statesOf(lineIds)).toEqual(before);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('their planned confirm settles the transaction with their sum when it is due', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  expectData(await confirmTogether({ lineIds, transactionId, holdSeconds: HOLD_SECONDS }));
  desk.service.clock.advance(HOLD_SECONDS * 1000);
  await desk.service.planRunner.runNow();
  expect(await statesOf(lineIds)).toEqual(['matched', 'matched']);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('lines are noted together as the payment of what was settled by hand with their sum', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  await desk.service.transition('settle', transactionId, { fields: { sequence: '1' } });
  expectData(await confirmTogether({ lineIds, transactionId }));
  expect(await desk.service.events(transactionId)).toHaveLength(1);
  expectData(await desk.decide('undo', lineIds[0]!, { reason: 'x' }));
  expect(await statesOf(lineIds)).toEqual(['undone', 'undone']);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
});

test('the days of the account count each of them as paying, and agree with what was settled', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  const { accountId, bookingDate } = (await desk.line(lineIds[0]!)).line;
  const query = new URLSearchParams({ accountId, fromDay: bookingDate, toDay: bookingDate });
  const read = async () => expectData(await desk.service.ask(`/v1/statements/days?${query}`)).days[0];
  const before = await read();
  expectData(await confirmTogether({ lineIds, transactionId }));
  const after = await read();
  expect(after.deposits - before.deposits).toBe(500);
  expect(after.believedDeposits - before.believedDeposits).toBe(500);
  // What had come is now what the service says came.
  expect(before.drift - after.drift).toBe(500);
});

test('a line that is decided, not booked or of another direction keeps all of them open', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  const [out, away] = await desk.receive({ amountMinor: -100, text: 'out' }, { amountMinor: 100, text: 'a' });
  await desk.decide('put-away', away.lineId, { note: 'x' });
  const { file } = expectData(
    await upload(
      desk.service,
      camtOf({ iban: desk.iban, lines: [{ amountMinor: 300, text: 'soon', isPending: true }] }),
    ),
  );
  const { items } = expectData(await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
  for (const lineId of [out.lineId, away.lineId, items[0].lineId]) {
    const refused = await confirmTogether({ lineIds: [...lineIds, lineId], transactionId });
    expectFailure(refused, 'error_transition_not_allowed');
  }
  const unknown = await confirmTogether({ lineIds: [...lineIds, transactionId], transactionId });
  expectFailure(unknown, 'error_validation');
  expect(await statesOf(lineIds)).toEqual(['several-lines', 'several-lines']);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
});

test('together and alone at once settle the deposit once', { timeout: 120_000 }, async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    const answers = await Promise.all([
      confirmTogether({ lineIds, transactionId, reason: 'x' }),
      confirmTogether({ lineIds: lineIds.toReversed(), transactionId, reason: 'x' }),
      desk.decide('confirm', lineIds[1]!, { transactionId, acceptDifference: true, reason: 'x' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await desk.service.events(transactionId)).toHaveLength(1);
  }
});

test('verify names lines whose sum is not what they have settled', async () => {
  const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
  expectData(await confirmTogether({ lineIds, transactionId }));
  const { databasePath } = desk.service;
  const store = (amount: number) =>
    withDatabase(databasePath, (db) =>
      sql`update statement_lines set amount_minor = ${amount} where id = ${lineIds[1]}`.execute(db),
    );
  await store(24_000);
  const { disagreements } = await verifyDatabaseAt(databasePath);
  expect(new Set(disagreements.map(({ kind }) => kind))).toEqual(new Set(['line-settlement']));
  await store(25_000);
});
