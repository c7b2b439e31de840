import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { booked, debitOf, fileIdOf, minorOf, problemsOf, usePayoutDesk } from '../support/payouts/desk.ts';
import { upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const {
  desk,
  service,
  post,
  preparing,
  decide,
  takeBack,
  exported,
  refuse,
  withdrawOne,
  sent,
  receive,
  matchNow,
  strange,
  giveBack,
} = usePayoutDesk();

/** With a charge in it, so that it waits at the desk. */
const charged = (row: Json) => debitOf(row, 150);

/** A withdrawal that its batch has let go of, and whose debit waits. */
async function refusedThenPaid(): Promise<{
  readonly id: string;
  readonly row: Json;
  readonly waiting: Json;
}> {
  const batch = await sent();
  const [row] = batch.rows;
  await refuse(batch);
  const waiting = await receive(charged(row));
  expect(waiting.state).toBe('payout');
  return { id: row.transactionId, row, waiting };
}

const decideAbout = async (verb: string, id: string, more: Json = {}, as = OPERATOR) =>
  post(`/v1/transactions/${id}/${verb}`, more, as);
const cancelling = (id: string) => decideAbout('cancel', id, {}, MERCHANT);
const rejectingOne = (id: string) => decideAbout('reject', id, { sequence: 1, reason: 'No' });
const paidAgain = (path: string, { lineId }: Json) => [{ path, code: 'paid_again', params: { lineId } }];
const unfitOf = (response: Awaited<ReturnType<typeof post>>) =>
  expectFailure(response, 'error_validation').fields?.map(({ params }: Json) => params);
const payable = async () =>
  expectData(await service().ask('/v1/payouts/payable')).map(({ transactionId }: Json) => transactionId);

describe('a withdrawal that its batch has released, and whose debit waits at the desk', () => {
  let one: Awaited<ReturnType<typeof refusedThenPaid>>;
  beforeAll(async () => {
    one = await refusedThenPaid();
  });

  test('is not put into another batch', async () => {
    expect(unfitOf(await preparing([one.id]))).toEqual([{ transactionId: one.id, reason: 'paid-again' }]);
  });

  test('is not listed as payable', async () => {
    const free = await withdrawOne();
    const listed = await payable();
    expect(listed).toContain(free);
    expect(listed).not.toContain(one.id);
  });

  test('is in no file that was approved before the debit came', async () => {
    const first = await sent();
    await refuse(first);
    const id = first.rows[0].transactionId;
    const later = expectData(await preparing([id]));
    expectData(await decide('approve', later, ADMIN));
    await receive(charged(first.rows[0]));
    expect(unfitOf(await decide('export', later, ADMIN))).toEqual([
      { transactionId: id, reason: 'paid-again' },
    ]);
  });

  test('is not cancelled by its merchant, who is sent to the desk and is not told the line', async () => {
    const refused = expectFailure(await cancelling(one.id), 'error_transition_not_allowed');
    expect(refused.message).toContain('Ask the desk');
    expect(refused.fields).toEqual([
      {
        path: 'transactionId',
        code: 'paid_again',
        params: { batch: expect.any(Number) },
        message: refused.message,
      },
    ]);
  });

  test.each([
    ['claimed by nobody', (id: string) => decideAbout('claim', id)],
    ['not rejected by the desk', (id: string) => rejectingOne(id)],
  ])('is %s, who is told what to do about the line', async (_, ask) => {
    const refused = await ask(one.id);
    expect(problemsOf(refused)).toMatchObject(paidAgain('transactionId', one.waiting));
    const { message } = refused.json.error;
    expect(message).toContain(`Confirm line ${one.waiting.lineId}`);
    expect(message).not.toContain('acceptStillOut');
  });

  test('is paid once the debit is confirmed as its payment', async () => {
    const { id, waiting } = await refusedThenPaid();
    const confirmed = { transactionId: id, acceptDifference: true, reason: 'With a charge' };
    expectData(await desk().decide('confirm', waiting.lineId, confirmed));
    expect((await desk().transaction(id)).status).toBe('successful');
  });

  test('is free once the money of the debit has come back', async () => {
    const { id, row } = await refusedThenPaid();
    await receive(booked({ endToEndId: row.endToEndId, amountMinor: minorOf(row) }));
    expect(await payable()).toContain(id);
    expectData(await cancelling(id));
  });
});

test('a withdrawal is free of very many debits of its file once they have paid others', async () => {
  const batch = await sent();
  const [{ transactionId }] = batch.rows;
  const cut = `${fileIdOf(batch)}-00000`;
  const minors = Array.from({ length: 101 }, (_, place) => -900_000 - place);
  const lines = await desk().receive(
    ...minors.map((minor) => booked({ endToEndId: cut, amountMinor: minor })),
  );
  const lineIds = lines.map(({ lineId }) => lineId);
  const set = (state: string) =>
    withDatabase(service().databasePath, (db) =>
      db.updateTable('statement_lines').set({ state }).where('id', 'in', lineIds).execute(),
    );
  await set('matched');
  await refuse(batch);
  expectData(await cancelling(transactionId));
  await set('payout');
});

/** A withdrawal that a person has paid by hand with its id in the text, and whose debit waits. Their claim is over. */
async function paidByHand(): Promise<{
  readonly id: string;
  readonly minor: number;
  readonly waiting: Json;
}> {
  const id = await withdrawOne();
  for (const verb of ['claim', 'release']) expectData(await decideAbout(verb, id));
  const minor = minorOf(await desk().transaction(id));
  const waiting = await receive(byOwnId(id, -minor));
  expect(waiting.state).toBe('payout');
  return { id, minor, waiting };
}
const byOwnId = (id: string, amountMinor: number) => booked({ text: `HAVALE ${id}`, amountMinor });
const takingOver = (id: string, as = OPERATOR) =>
  decideAbout('claim', id, { takeOverFrom: OPERATOR.appKey }, as);

describe('a withdrawal that was paid by hand, and whose booked debit names its id', () => {
  let one: Awaited<ReturnType<typeof paidByHand>>;
  beforeAll(async () => {
    one = await paidByHand();
  });

  test.each([
    ['claimed again', (id: string) => takingOver(id)],
    ['taken over', (id: string) => takingOver(id, ADMIN)],
    ['rejected', (id: string) => rejectingOne(id)],
  ])('is not %s', async (_, ask) => {
    expect(problemsOf(await ask(one.id))).toMatchObject([
      { code: 'paid_again', params: { lineId: one.waiting.lineId } },
    ]);
  });

  test('is not cancelled by its merchant, who is told neither batch nor line', async () => {
    expect(problemsOf(await cancelling(one.id))).toMatchObject([{ code: 'paid_again', params: {} }]);
  });

  test('is free once the debit, which pays something else, was put away', async () => {
    const { id, waiting } = await paidByHand();
    const { message } = expectFailure(await takingOver(id), 'error_transition_not_allowed');
    expect(message).toContain('put it away with a note');
    expectData(await desk().decide('put-away', waiting.lineId, { note: 'A bill of a supplier' }));
    expectData(await takingOver(id));
  });

  test('is free once its money has come back', async () => {
    const { id, minor } = await paidByHand();
    await receive(booked({ endToEndId: id, amountMinor: minor }));
    expectData(await cancelling(id));
  });

  test('is not free because a payer has written its id', async () => {
    const { id, minor } = await paidByHand();
    await receive(byOwnId(id, minor));
    expect(problemsOf(await cancelling(id))).toMatchObject([{ code: 'paid_again' }]);
  });

  test('is settled by its debit, and then reversed by a person, as that is its payment', async () => {
    const { id, waiting } = await paidByHand();
    expectData(await desk().decide('confirm', waiting.lineId, { transactionId: id }));
    expect((await desk().transaction(id)).status).toBe('successful');
    expectData(await decideAbout('reverse', id, { sequence: 2, reason: 'It is back' }));
  });

  test('is not reversed while a second debit of it is out', async () => {
    const { id, minor, waiting } = await paidByHand();
    await receive(byOwnId(id, -minor));
    expectData(await desk().decide('confirm', waiting.lineId, { transactionId: id }));
    const refused = await decideAbout('reverse', id, { sequence: 2, reason: 'It is back' });
    expect(problemsOf(refused)).toMatchObject([{ code: 'paid_again' }]);
  });
});

test('a withdrawal that no person has claimed, and that a booked debit names, is put into no batch', async () => {
  const id = await withdrawOne();
  await receive(byOwnId(id, -minorOf(await desk().transaction(id))));
  expect(unfitOf(await preparing([id]))).toEqual([{ transactionId: id, reason: 'paid-again' }]);
});

test('a debit on a held statement keeps its withdrawal from being cancelled', async () => {
  const batch = await sent();
  const [row] = batch.rows;
  const lines = [debitOf(row)];
  expectData(await upload(service(), camtOf({ iban: desk().iban, lines, closingMinor: 1 })));
  await matchNow();
  await refuse(batch);
  expect(problemsOf(await cancelling(row.transactionId))).toMatchObject([{ code: 'paid_again' }]);
});

test('a debit that the matching has not seen keeps its withdrawal from being cancelled', async () => {
  const batch = await sent();
  const [row] = batch.rows;
  await refuse(batch);
  expectData(await upload(service(), camtOf({ iban: desk().iban, lines: [debitOf(row)] })));
  expect(problemsOf(await cancelling(row.transactionId))).toMatchObject([{ code: 'paid_again' }]);
  await matchNow();
  expect((await desk().transaction(row.transactionId)).status).toBe('successful');
});

/** As if the account were of another currency than its withdrawals. */
const inEuro = async (of: Json): Promise<Json> => {
  const { lineId } = of;
  await withDatabase(service().databasePath, (db) =>
    db.updateTable('statement_lines').set({ currency: 'EUR' }).where('id', '=', lineId).execute(),
  );
  return of;
};

test('a debit in another currency that names the payout pays it once the difference is accepted', async () => {
  const [row] = (await sent()).rows;
  const waiting = await inEuro(await receive(charged(row)));
  const { transactionId } = row;
  const confirming = (more: Json) => desk().decide('confirm', waiting.lineId, { transactionId, ...more });
  const { fields } = expectFailure(await confirming({}), 'error_final_amount_unusual');
  expect(fields).toMatchObject([{ path: 'lineId', code: 'payout_differs' }]);
  expectData(await confirming({ acceptDifference: true, reason: 'The bank has converted it' }));
  expect(await desk().transaction(transactionId)).toMatchObject({
    status: 'successful',
    finalAmount: row.amount,
  });
});

test('a debit in another currency that names no payout pays nothing', async () => {
  const { transactionId, ...row } = (await sent()).rows[0];
  const waiting = await inEuro(await receive({ amountMinor: -minorOf(row), text: 'TRANSFER' }));
  const confirmed = { transactionId, acceptDifference: true };
  expect(problemsOf(await desk().decide('confirm', waiting.lineId, confirmed))).toMatchObject([
    { code: 'other_currency' },
  ]);
});

describe('a batch that was exported, and of which a debit waits at the desk', () => {
  test('is not rejected', async () => {
    const batch = await sent();
    const waiting = await receive(charged(batch.rows[0]));
    expect(problemsOf(await takeBack(batch))).toMatchObject(paidAgain('payoutId', waiting));
  });

  test('is rejected where the debit is of another batch', async () => {
    const first = await sent();
    await refuse(first);
    const later = await exported([first.rows[0].transactionId]);
    await receive(charged(first.rows[0]));
    expectData(await takeBack(later));
  });

  test('is not rejected either where the debit has the id of the withdrawal alone', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    const waiting = await receive(byOwnId(row.transactionId, -minorOf(row)));
    expect(problemsOf(await takeBack(batch))).toMatchObject(paidAgain('payoutId', waiting));
  });

  test.each([
    ['payout', charged],
    ['withdrawal', (row: Json) => byOwnId(row.transactionId, -minorOf(row))],
  ])('is on the list of what is late with the line of the debit that names the %s', async (_, debitOf) => {
    const batch = await sent();
    const [row] = batch.rows;
    const set = (day: string) =>
      withDatabase(service().databasePath, (db) =>
        db
          .updateTable('payout_batches')
          .set({ execution_day: day })
          .where('id', '=', batch.payoutId)
          .execute(),
      );
    await set('2020-01-02');
    const late = async () =>
      expectData(await service().ask('/v1/payouts/overdue')).find(
        ({ payoutId }: Json) => payoutId === batch.payoutId,
      );
    expect(await late()).toMatchObject({ waitingLineId: null });
    const { lineId } = await receive(debitOf(row));
    expect(await late()).toMatchObject({ waitingLineId: lineId });
    await set(batch.executionDay);
  });
});

test('a refund cannot be cancelled while a debit of it waits at the desk', async () => {
  const received = await strange();
  const { refundId } = expectData(await giveBack(received));
  const batch = await exported([refundId]);
  await refuse(batch);
  const waiting = await receive(charged(batch.rows[0]));
  const undone = await desk().decide('undo', received.lineId, { reason: 'It was a deposit' });
  expect(problemsOf(undone)).toMatchObject(paidAgain('lineId', waiting));
  expect(unfitOf(await preparing([refundId]))).toEqual([{ transactionId: refundId, reason: 'paid-again' }]);
});
