import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import type { ManualClockService } from '../support/manual-clock-service.ts';
import { accountIdOf, fileIdOf, groupOf, payoutCalls } from '../support/payouts/desk.ts';
import { payment, reason, repeated, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { elements } from '../support/payouts/payout-batch.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

let desk: Desk;
let accountId: string;
let viewer: TestClient;
const service = (): ManualClockService => desk.service;
beforeAll(async () => {
  desk = await openDesk();
  accountId = await accountIdOf(desk);
  viewer = await createClient(service(), { role: 'viewer', name: 'Watching' });
});
afterAll(() => desk[Symbol.asyncDispose]());

const { post, read, liveRows, takeBack, exported: sent, withdraw } = payoutCalls(service, () => accountId);
const ask = (path: string, body: Json, as?: Credentials) => post(`/v1/payouts${path}`, body, as);
const statesOf = async (batch: Json) => (await read(batch)).rows.map(({ state }: Json) => state);

/** A batch whose file was made. */
const exported = async (count: number): Promise<Json> => sent(await withdraw(count));

const answer = (batch: Json, ...transactions: readonly string[]) =>
  upload(
    service(),
    Buffer.from(
      statusFile({
        original: fileIdOf(batch),
        payments: payment(transactions.join(''), groupOf(batch)),
      }),
    ),
    'name=answer.xml',
  );
const debit = ({ endToEndId, amount }: Json) => ({ endToEndId, amountMinor: -100 * amount });

describe('the answer of a bank', () => {
  test('is imported as a statement is, and says how many payouts it accepts and refuses', async () => {
    const batch = await exported(2);
    const [one, other] = batch.rows;
    const response = await answer(
      batch,
      transaction(one.endToEndId, 'ACSP'),
      transaction(other.endToEndId, 'RJCT', reason('AC04')),
    );
    expect(expectData(response)).toMatchObject({
      isRepeat: false,
      file: { format: 'pain002', lineCount: 0 },
      payoutReport: {
        payoutNumber: batch.number,
        acceptedCount: 1,
        refusedCount: 1,
        heldCount: 0,
        unmatched: [],
      },
    });
  });

  test('settles nothing', async () => {
    const batch = await exported(1);
    const [row] = batch.rows;
    expectData(await answer(batch, transaction(row.endToEndId, 'ACSC')));
    expect(await statesOf(batch)).toEqual(['accepted']);
    expect((await desk.transaction(row.transactionId)).status).toBe('pending');
  });

  test('says why in both languages', async () => {
    const batch = await exported(1);
    expectData(
      await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT', reason('AC04', 'Konto erloschen'))),
    );
    const [{ state, bankStatus, bankReason }] = (await read(batch)).rows;
    expect({ state, bankStatus }).toEqual({ state: 'refused', bankStatus: 'RJCT' });
    expect(bankReason.en).toContain('AC04): Konto erloschen');
    expect(bankReason.tr).toContain('AC04): Konto erloschen');
  });

  test('lets a refused withdrawal go into another batch', async () => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'RJCT')));
    expect((await read(batch)).state).toBe('refused');
    const again = expectData(await ask('', { transactionIds: [transactionId], accountId }));
    expect(again.rows[0].endToEndId).not.toBe(endToEndId);
  });

  test('that refuses all payouts keeps their file from being given out again', async () => {
    const batch = await exported(1);
    expectData(await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT')));
    for (const file of ['file', 'file/raw'])
      expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/${file}`), 'payoutId');
  });

  test('that refuses one of its payouts keeps their file from being given out again', async () => {
    const batch = await exported(2);
    expectData(await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT')));
    expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/file`), 'payoutId');
  });

  test('that executes a refused payout after all lets its file be given out again', async () => {
    const batch = await exported(1);
    for (const status of ['RJCT', 'ACSC'])
      expectData(await answer(batch, transaction(batch.rows[0].endToEndId, status)));
    expectData(await service().ask(`/v1/payouts/${batch.payoutId}/file`));
  });

  test('names a payout by the instruction id of its file alone', async () => {
    const batch = await exported(1);
    const file = expectData(await service().ask(`/v1/payouts/${batch.payoutId}/file`));
    const [instructionId] = elements(Buffer.from(file.base64, 'base64').toString(), 'InstrId');
    const status = `<OrgnlInstrId>${instructionId}</OrgnlInstrId><TxSts>RJCT</TxSts>`;
    const group = '<GrpSts>ACCP</GrpSts>';
    const payments = payment(`<TxInfAndSts>${status}</TxInfAndSts>`, groupOf(batch));
    const text = statusFile({ original: fileIdOf(batch), group, payments });
    const { payoutReport } = expectData(await upload(service(), Buffer.from(text), 'name=answer.xml'));
    expect(payoutReport).toMatchObject({ acceptedCount: 0, refusedCount: 1, unmatched: [] });
    expect(await statesOf(batch)).toEqual(['refused']);
  });

  test('lets a refused withdrawal be rejected to its merchant', async () => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'RJCT')));
    const body = { reason: 'The account is closed', sequence: '1' };
    const rejected = await service().transition('reject', transactionId, { fields: body });
    expect(rejected.status).toBe('unsuccessful');
  });

  test('keeps a batch waiting for what is left of it', async () => {
    const batch = await exported(2);
    expectData(await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT')));
    expect((await read(batch)).state).toBe('exported');
    await desk.receive(debit(batch.rows[1]));
    expect(await read(batch)).toMatchObject({
      state: 'paid',
      rows: [{ state: 'refused' }, { state: 'paid' }],
    });
  });

  test('changes nothing when the same bytes come again', async () => {
    const batch = await exported(1);
    const parts = [transaction(batch.rows[0].endToEndId, 'RJCT')];
    const first = expectData(await answer(batch, ...parts));
    const second = expectData(await answer(batch, ...parts));
    expect(second).toMatchObject({
      isRepeat: true,
      file: { fileId: first.file.fileId },
      payoutReport: first.payoutReport,
    });
  });

  test('that comes late changes nothing about what was refused', async () => {
    const batch = await exported(1);
    const { endToEndId } = batch.rows[0];
    expectData(await answer(batch, transaction(endToEndId, 'RJCT')));
    const late = expectData(await answer(batch, transaction(endToEndId, 'ACTC')));
    expect(late.payoutReport).toMatchObject({ acceptedCount: 0, refusedCount: 0 });
    expect(await statesOf(batch)).toEqual(['refused']);
  });

  test.each([
    ['after', ['ACSC', 'RJCT']],
    ['before', ['RJCT', 'ACSC']],
  ])('that refuses a payout %s saying that it was executed lets go of nothing', async (_, statuses) => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    const answers: Json[] = [];
    for (const status of statuses)
      answers.push(expectData(await answer(batch, transaction(endToEndId, status, reason('AC04')))));
    expect(answers.at(-1)?.payoutReport.unmatched).toEqual([
      { kind: 'refused_but_executed', id: endToEndId, status: 'RJCT' },
    ]);
    const held = await read(batch);
    expect(held).toMatchObject({ state: 'exported', rows: [{ state: 'held', bankStatus: 'RJCT' }] });
    expect(held.rows[0].bankReason.en).toContain('AC04');
    expectInvalid(await ask('', { transactionIds: [transactionId], accountId }), 'transactionIds.0');
    await desk.receive(debit(batch.rows[0]));
    expect((await desk.transaction(transactionId)).status).toBe('successful');
  });

  test('that executes what was refused takes it out of the batch that was to pay it again', async () => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'RJCT')));
    const { transactionId: other } = await service().withdraw(MERCHANT);
    const again = expectData(await ask('', { transactionIds: [transactionId, other], accountId }));
    expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expect((await read(again)).rows.map((row: Json) => row.transactionId)).toEqual([other]);
    expect(await statesOf(batch)).toEqual(['held']);
  });

  test('that executes what people had taken back makes the batch wait for the bank again', async () => {
    const batch = await exported(3);
    const [{ endToEndId }, { transactionId }] = batch.rows;
    expectData(await takeBack(batch));
    await service().transition('reject', transactionId, { fields: { reason: 'closed', sequence: '1' } });
    expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expect(await read(batch)).toMatchObject({
      state: 'exported',
      rejectedBy: null,
      rows: [
        { endToEndId, state: 'accepted' },
        { rowNumber: 3, state: 'exported' },
      ],
    });
  });

  test('that executes what people had taken back gives no file out with what was decided since', async () => {
    const batch = await exported(2);
    const [{ endToEndId }, { transactionId }] = batch.rows;
    expectData(await takeBack(batch));
    await service().transition('reject', transactionId, { fields: { reason: 'closed', sequence: '1' } });
    expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/file`), 'payoutId');
  });

  const claim = async ({ transactionId }: Json) =>
    expectData(await post(`/v1/transactions/${transactionId}/claim`, {}));

  test('that executes what people had taken back leaves what somebody has claimed to them, and names it', async () => {
    const batch = await exported(2);
    const [one, claimed] = batch.rows;
    expectData(await takeBack(batch));
    await claim(claimed);
    const { payoutReport } = expectData(await answer(batch, transaction(one.endToEndId, 'ACSC')));
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: claimed.endToEndId, status: null }]);
    expect(await liveRows(claimed.transactionId)).toEqual([]);
  });

  test('that executes what somebody has claimed since says so, and leaves it to them', async () => {
    const batch = await exported(1);
    const [claimed] = batch.rows;
    expectData(await takeBack(batch));
    await claim(claimed);
    const { payoutReport } = expectData(await answer(batch, transaction(claimed.endToEndId, 'ACSC')));
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: claimed.endToEndId, status: 'ACSC' }]);
    expect(await liveRows(claimed.transactionId)).toEqual([]);
  });

  test('that executes one of those that people have rejected leaves who has rejected the others', async () => {
    const batch = await exported(3);
    const [one, other] = batch.rows;
    for (const row of [one, other]) expectData(await takeBack(batch, undefined, [row.transactionId]));
    expectData(await answer(batch, transaction(one.endToEndId, 'ACSC')));
    expect(await read(batch)).toMatchObject({ rejectedBy: 'Demo operator', rejectReason: 'not sent' });
    expectData(await answer(batch, transaction(other.endToEndId, 'ACSC')));
    expect(await read(batch)).toMatchObject({ rejectedBy: null, rejectReason: null });
  });

  test.each([
    ['another word', 'ACCC'],
    ['the same word', 'ACSC'],
  ])('that says once more, by %s, that it has executed makes the batch wait again', async (_, status) => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expectData(await takeBack(batch));
    const { transactionId: other } = await service().withdraw(MERCHANT);
    const again = expectData(await ask('', { transactionIds: [transactionId, other], accountId }));
    // Other bytes than the first answer has.
    const { payoutReport } = expectData(await answer(batch, `${transaction(endToEndId, status)} `));
    expect(payoutReport.unmatched).toEqual([]);
    expect((await read(again)).rows.map((row: Json) => row.transactionId)).toEqual([other]);
    expect(await statesOf(batch)).toEqual(['accepted']);
  });

  test('that repeats that it has executed what is in another file says so', async () => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expectData(await takeBack(batch));
    await sent([transactionId]);
    const { payoutReport } = expectData(await answer(batch, `${transaction(endToEndId, 'ACSC')} `));
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: endToEndId, status: 'ACSC' }]);
  });

  test('that executes what is in another file says so, and leaves it to people', async () => {
    const batch = await exported(1);
    const [{ transactionId, endToEndId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, 'RJCT')));
    await sent([transactionId]);
    const { payoutReport } = expectData(await answer(batch, transaction(endToEndId, 'ACSC')));
    expect(payoutReport.unmatched).toContainEqual({
      kind: 'refused_but_executed',
      id: endToEndId,
      status: 'RJCT',
    });
    expect((await read(batch)).state).toBe('refused');
  });

  test.each([
    ['executed', 'ACSC'],
    ['accepted', 'ACSP'],
  ])('that says %s frees nothing by a rejection that was decided before it', async (_, status) => {
    const batch = await exported(1);
    const { payoutId, contentHash, progressHash } = batch;
    const [{ endToEndId, transactionId }] = batch.rows;
    expectData(await answer(batch, transaction(endToEndId, status)));
    const late = await ask(`/${payoutId}/reject`, { contentHash, progressHash, reason: 'not sent' });
    expect(expectFailure(late, 'error_stale_sequence').fields).toMatchObject([{ path: 'progressHash' }]);
    expect(await liveRows(transactionId)).toHaveLength(1);
    expectData(await takeBack(batch));
  });

  test('that accepts what people had taken back says that nobody waits for it', async () => {
    const batch = await exported(1);
    expectData(await takeBack(batch));
    const [{ endToEndId }] = batch.rows;
    const { payoutReport } = expectData(await answer(batch, transaction(endToEndId, 'ACSP')));
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: endToEndId, status: 'ACSP' }]);
  });

  test.each([
    ['the code of the bank', reason('AM05').replaceAll('Cd>', 'Prtry>')],
    ['a text', reason('NARR', 'Mükerrer dosya')],
  ])('that refuses a copy, by %s, refuses no payout', async (_, why) => {
    const batch = await exported(1);
    const [{ endToEndId }] = batch.rows;
    const { payoutReport } = expectData(await answer(batch, transaction(endToEndId, 'RJCT', why)));
    expect(payoutReport.unmatched).toEqual([{ kind: 'duplicate', id: endToEndId, status: 'RJCT' }]);
    expect(await statesOf(batch)).toEqual(['exported']);
  });

  test('names what it cannot mean, and changes that in no way', async () => {
    const batch = await exported(1);
    const { endToEndId } = batch.rows[0];
    const { payoutReport } = expectData(
      await answer(
        batch,
        transaction(endToEndId, 'RJCT', repeated('0.01')),
        transaction('P999999999-000001', 'RJCT'),
      ),
    );
    expect(payoutReport.unmatched).toEqual([
      { kind: 'other_amount', id: endToEndId, status: 'RJCT' },
      { kind: 'unknown_payout', id: 'P999999999-000001', status: 'RJCT' },
    ]);
    expect(await statesOf(batch)).toEqual(['exported']);
  });

  test('about no file of ours is refused with the id that it names', async () => {
    const file = statusFile({ original: 'ANOTHER-SYSTEM-1', payments: payment(transaction(1, 'RJCT')) });
    const { fields } = expectFailure(await upload(service(), Buffer.from(file)), 'error_validation');
    expect(fields[0].message).toContain('ANOTHER-SYSTEM-1');
  });

  test('is refused about a batch that was not exported', async () => {
    const { transactionId } = await service().withdraw(MERCHANT);
    const batch = expectData(await ask('', { transactionIds: [transactionId], accountId }));
    expectInvalid(await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT')), 'file');
  });

  test('is no protocol of an EBICS server, which changes nothing', async () => {
    const file = statusFile({ original: 'EBICS', version: '03', payments: payment('', 'EBICS') });
    const { fields } = expectFailure(await upload(service(), Buffer.from(file)), 'error_validation');
    expect(fields[0].message).toContain('EBICS');
  });

  test('that refuses is imported by another person than who has exported the batch', async () => {
    const batch = await exported(1);
    const parts = transaction(batch.rows[0].endToEndId, 'RJCT');
    const body = Buffer.from(
      statusFile({ original: fileIdOf(batch), payments: payment(parts, groupOf(batch)) }),
    );
    const response = await service().ask('/v1/statements?name=a.xml', {
      as: ADMIN,
      method: 'POST',
      body,
      contentType: 'application/octet-stream',
    });
    expectFailure(response, 'not_authorized');
    expect(await statesOf(batch)).toEqual(['exported']);
  });

  test('is imported by no viewer', async () => {
    const file = Buffer.from(statusFile({}));
    const response = await service().ask('/v1/statements?name=a.xml', {
      as: viewer,
      method: 'POST',
      body: file,
      contentType: 'application/octet-stream',
    });
    expectFailure(response, 'not_authorized');
  });
});

describe('a booked debit', () => {
  test('with the end-to-end id of a payout settles its withdrawal by itself', async () => {
    const batch = await exported(1);
    const [row] = batch.rows;
    const [line] = await desk.receive(debit(row));
    expect(line).toMatchObject({ state: 'matched', transactionId: row.transactionId });
    expect(await desk.transaction(row.transactionId)).toMatchObject({ status: 'successful' });
    expect(await read(batch)).toMatchObject({
      state: 'paid',
      rows: [{ state: 'paid', lineId: line?.lineId }],
    });
  });

  test('of a whole payment settles all of its withdrawals', async () => {
    const batch = await exported(3);
    const [line] = await desk.receive({
      amountMinor: -100 * batch.sum,
      batch: { paymentId: groupOf(batch), count: 3 },
    });
    expect(line).toMatchObject({ state: 'matched', transactionId: null });
    expect(await read(batch)).toMatchObject({ state: 'paid' });
    for (const { transactionId } of batch.rows)
      expect((await desk.transaction(transactionId)).status).toBe('successful');
  });

  test('of a payment with one payout settles it, also without its end-to-end id', async () => {
    const batch = await exported(1);
    await desk.receive({
      amountMinor: -100 * batch.sum,
      batch: { paymentId: groupOf(batch), count: 1 },
    });
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test('of a payment without what was refused settles the others', async () => {
    const batch = await exported(3);
    expectData(await answer(batch, transaction(batch.rows[1].endToEndId, 'RJCT')));
    await desk.receive({
      amountMinor: -100 * (batch.sum - batch.rows[1].amount),
      batch: { paymentId: groupOf(batch), count: 2 },
    });
    expect(await statesOf(batch)).toEqual(['paid', 'refused', 'paid']);
  });

  test.each([
    ['another amount', { amountMinor: -1 }],
    ['a return', { returnReason: 'AC04' }],
    ['no booking yet', { isPending: true }],
  ])('with %s waits for a person', async (_, fields) => {
    const batch = await exported(1);
    const [line] = await desk.receive({ ...debit(batch.rows[0]), ...fields });
    expect(line?.state).not.toBe('matched');
    expect(await statesOf(batch)).toEqual(['exported']);
  });

  test.each([
    ['count', 1, 0],
    ['sum', 0, 100],
  ])('of a payment with another %s waits for a person', async (_, more, moreMinor) => {
    const batch = await exported(2);
    const [line] = await desk.receive({
      amountMinor: -100 * batch.sum - moreMinor,
      batch: { paymentId: groupOf(batch), count: 2 + more },
    });
    expect(line?.state).toBe('payout');
    expect(await statesOf(batch)).toEqual(['exported', 'exported']);
  });

  test('that comes twice waits for a person the second time', async () => {
    const batch = await exported(1);
    await desk.receive({ ...debit(batch.rows[0]), bankReference: 'A1' });
    const [line] = await desk.receive({ ...debit(batch.rows[0]), bankReference: 'A2' });
    expect(line?.state).toBe('payout');
  });

  test('settles what the bank had refused before', async () => {
    const batch = await exported(1);
    expectData(await answer(batch, transaction(batch.rows[0].endToEndId, 'RJCT')));
    await desk.receive(debit(batch.rows[0]));
    expect(await statesOf(batch)).toEqual(['paid']);
  });

  test('settles what two people had taken back before', async () => {
    const batch = await exported(1);
    expectData(await takeBack(batch));
    await desk.receive(debit(batch.rows[0]));
    expect((await desk.transaction(batch.rows[0].transactionId)).status).toBe('successful');
  });

  test('of a payment that comes twice in one file settles once, and the second waits', async () => {
    const batch = await exported(2);
    const whole = { amountMinor: -100 * batch.sum, batch: { paymentId: groupOf(batch), count: 2 } };
    const lines = await desk.receive({ ...whole, text: 'one' }, { ...whole, text: 'two' });
    expect(lines.map(({ state }) => state).sort()).toEqual(['matched', 'payout']);
    expect(await statesOf(batch)).toEqual(['paid', 'paid']);
  });

  test('of several payouts cannot be undone as a whole', async () => {
    const batch = await exported(2);
    const paymentId = groupOf(batch);
    const [line] = await desk.receive({ amountMinor: -100 * batch.sum, batch: { paymentId, count: 2 } });
    const response = await desk.decide('undo', line?.lineId ?? '', { reason: 'wrong' });
    expectFailure(response, 'error_transition_not_allowed');
  });
});

describe('a credit', () => {
  test('with the end-to-end id of a paid payout reverses its withdrawal', async () => {
    const batch = await exported(1);
    const [row] = batch.rows;
    await desk.receive(debit(row));
    const [line] = await desk.receive({
      endToEndId: row.endToEndId,
      amountMinor: 100 * row.amount,
      returnReason: 'AC04',
    });
    expect(line?.state).toBe('matched');
    expect(await desk.transaction(row.transactionId)).toMatchObject({ status: 'unsuccessful' });
    expect(await statesOf(batch)).toEqual(['returned']);
  });

  test.each([
    ['before any debit', false, 0],
    ['of another amount', true, -1],
  ])('%s waits for a person', async (_, isPaid, moreMinor) => {
    const batch = await exported(1);
    const [row] = batch.rows;
    if (isPaid) await desk.receive(debit(row));
    const { endToEndId, amount } = row;
    const [line] = await desk.receive({ endToEndId, amountMinor: 100 * amount + moreMinor });
    expect(line?.state).toBe('payout-back');
  });

  test('of a second payout of a withdrawal that the first has paid after all reverses nothing', async () => {
    const first = await exported(1);
    const { transactionId, endToEndId } = first.rows[0];
    expectData(await answer(first, transaction(endToEndId, 'RJCT')));
    const second = expectData(await ask('', { transactionIds: [transactionId], accountId }));
    const seen = { contentHash: second.contentHash };
    expectData(await ask(`/${second.payoutId}/approve`, seen, ADMIN));
    expectData(await ask(`/${second.payoutId}/export`, seen, ADMIN));
    await desk.receive(debit(first.rows[0]));
    const again = { endToEndId: second.rows[0].endToEndId, amountMinor: 100 * second.rows[0].amount };
    const [twice] = await desk.receive({ ...again, amountMinor: -again.amountMinor });
    const [back] = await desk.receive({ ...again, returnReason: 'AC04' });
    expect([twice?.state, back?.state]).toEqual(['payout', 'payout-back']);
    expect((await desk.transaction(transactionId)).status).toBe('successful');
  });

  test('whose payer wrote the id of a payout into the text reverses nothing', async () => {
    const batch = await exported(1);
    const [row] = batch.rows;
    await desk.receive(debit(row));
    await desk.receive({ amountMinor: 100 * row.amount, text: row.endToEndId });
    expect(await statesOf(batch)).toEqual(['paid']);
  });
});

test('all books agree afterwards', () => expectAgreement(service().databasePath));
